import Foundation
import Geometry

/// The devices of the rig: a touch screen, a touchpad with gestures and a pointer with smooth
/// scrolling, played through the sockets of the server's `inputtest` driver.
///
/// The driver does not notice a closed connection: it then spins and takes no other one. So there
/// is one connection a device, made with the server and kept for the server's whole life.
final class InputDevices: @unchecked Sendable {
  // The rule that makes this Sendable: the suites that use it run one after the other.
  private let pointer: InputSocket
  private let touchScreen: InputSocket
  private let touchpad: InputSocket
  private let tablet: InputSocket

  /// Connects to the sockets in `folder`.
  init(folder: String) throws {
    pointer = try InputSocket(path: "\(folder)/pointer.sock")
    touchScreen = try InputSocket(path: "\(folder)/touch.sock")
    touchpad = try InputSocket(path: "\(folder)/gesture.sock")
    tablet = try InputSocket(path: "\(folder)/abs.sock")
  }

  /// Puts the pointer at a place of the screen.
  func movePointer(to point: Point) throws {
    let (x, y) = Self.deviceUnits(point)
    try tablet.send(.motion(isAbsolute: true, values: [0: x, 1: y]))
    try tablet.synchronise()
  }

  /// A device with scroll valuators: the viewer tells them apart by what else they can do.
  enum Scroller {
    /// Two fingers, continuous.
    case touchpad
    /// A wheel that reports parts of a notch.
    case fineWheel
  }

  /// Scrolls smoothly; 120 is what one notch of a wheel would be, right and down positive.
  func scroll(_ device: Scroller = .touchpad, dx: Double = 0, dy: Double = 0) throws {
    var values: [Int: Double] = [:]
    if dx != 0 { values[2] = dx }
    if dy != 0 { values[3] = dy }
    let socket = device == .touchpad ? touchpad : pointer
    try socket.send(.motion(isAbsolute: false, values: values))
    try socket.synchronise()
  }

  /// Scrolls by `dx`, `dy` in all, at the device's rate over `milliseconds`.
  func scroll(
    _ device: Scroller = .touchpad, dx: Double = 0, dy: Double = 0, over milliseconds: Double
  ) throws {
    let steps = max(1, Int(milliseconds / Pace.reportInterval))
    var pace = Pace()
    for _ in 0..<steps {
      pace.turn()
      try scroll(device, dx: dx / Double(steps), dy: dy / Double(steps))
    }
  }

  /// One stage of a finger's or a gesture's life.
  enum Stage { case begin, update, end }

  /// Puts down, moves or lifts a finger.
  func touch(_ stage: Stage, at point: Point, finger: UInt32 = 0) throws {
    let (x, y) = Self.deviceUnits(point)
    try touchScreen.send(.touch(stage, finger: finger, values: [0: x, 1: y]))
    try touchScreen.synchronise()
  }

  /// Moves a finger that is down from one place to another, at a touch screen's rate.
  func glide(from start: Point, to end: Point, over milliseconds: Double) throws {
    let steps = max(1, Int(milliseconds / Pace.reportInterval))
    var pace = Pace()
    for step in 1...steps {
      pace.turn()
      try touch(.update, at: start + (end - start) * (Double(step) / Double(steps)))
    }
  }

  /// One report of a touchpad pinch; `scale` is relative to its begin.
  func pinch(_ stage: Stage, scale: Double) throws {
    try touchpad.send(.pinch(stage, fingers: 2, scale: scale))
    try touchpad.synchronise()
  }

  /// A whole pinch to `scale`, at a touchpad's rate.
  func pinch(to scale: Double, over milliseconds: Double) throws {
    let steps = max(1, Int(milliseconds / Pace.reportInterval))
    var pace = Pace()
    try pinch(.begin, scale: 1)
    for step in 1...steps {
      pace.turn()
      try pinch(.update, scale: 1 + (scale - 1) * Double(step) / Double(steps))
    }
    try pinch(.end, scale: scale)
  }

  /// Absolute devices report 0…65 535 over the whole screen.
  private static func deviceUnits(_ point: Point) -> (Double, Double) {
    let range = 65536.0
    return (
      point.x * range / Double(VirtualDisplay.width),
      point.y * range / Double(VirtualDisplay.height)
    )
  }
}

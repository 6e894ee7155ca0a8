import Foundation
import Geometry

/// The simulated devices: a touch screen, a touchpad with gestures and a pointer with smooth
/// scrolling, driven through the sockets of the X server's `inputtest` driver.
///
/// The driver does not notice a closed connection: it then spins and accepts no other connection.
/// Therefore each device has one connection, opened with the server and kept for the server's
/// lifetime.
final class InputDevices: @unchecked Sendable {
  // Sendable, because the suites that use the devices run one after the other.
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

  /// Moves the pointer to a point of the screen.
  func movePointer(to point: Point) throws {
    let (x, y) = Self.deviceUnits(point)
    try tablet.send(.motion(isAbsolute: true, values: [0: x, 1: y]))
    try tablet.synchronise()
  }

  /// The devices with scroll valuators. The viewer distinguishes them by their other capabilities.
  enum Scroller {
    /// Continuous scrolling with two fingers.
    case touchpad
    /// A high-resolution wheel, which reports fractions of a notch.
    case fineWheel
  }

  /// Scrolls smoothly. 120 units are one wheel notch; positive values are right and down.
  func scroll(_ device: Scroller = .touchpad, dx: Double = 0, dy: Double = 0) throws {
    var values: [Int: Double] = [:]
    if dx != 0 { values[2] = dx }
    if dy != 0 { values[3] = dy }
    let socket = device == .touchpad ? touchpad : pointer
    try socket.send(.motion(isAbsolute: false, values: values))
    try socket.synchronise()
  }

  /// Scrolls by `dx`, `dy` in total, at the device's report rate over `milliseconds`.
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

  /// A phase of a touch or gesture.
  enum Stage { case begin, update, end }

  /// Sends one phase of a touch.
  func touch(_ stage: Stage, at point: Point, finger: UInt32 = 0) throws {
    let (x, y) = Self.deviceUnits(point)
    try touchScreen.send(.touch(stage, finger: finger, values: [0: x, 1: y]))
    try touchScreen.synchronise()
  }

  /// Moves a touch from `start` to `end`, at a touch screen's report rate.
  func glide(from start: Point, to end: Point, over milliseconds: Double) throws {
    let steps = max(1, Int(milliseconds / Pace.reportInterval))
    var pace = Pace()
    for step in 1...steps {
      pace.turn()
      try touch(.update, at: start + (end - start) * (Double(step) / Double(steps)))
    }
  }

  /// Sends one report of a touchpad pinch; `scale` is relative to the beginning.
  func pinch(_ stage: Stage, scale: Double) throws {
    try touchpad.send(.pinch(stage, fingers: 2, scale: scale))
    try touchpad.synchronise()
  }

  /// Performs a whole pinch to `scale`, at a touchpad's report rate.
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

  /// Converts screen coordinates: absolute devices report 0…65 535 over the whole screen.
  private static func deviceUnits(_ point: Point) -> (Double, Double) {
    let range = 65536.0
    return (
      point.x * range / Double(VirtualDisplay.width),
      point.y * range / Double(VirtualDisplay.height)
    )
  }
}

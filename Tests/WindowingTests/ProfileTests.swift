import CX11
import Geometry
import Pixels
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed"))
@MainActor
struct ProfileTests {
  /// Invalid profile data with a valid size field and the signature "acsp".
  static func profile(_ byte: UInt8, count: Int = 600) -> [UInt8] {
    var bytes = [UInt8](repeating: byte, count: count)
    for i in 0..<4 { bytes[i] = UInt8(truncatingIfNeeded: count >> (8 * (3 - i))) }
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return bytes
  }

  /// The profile of the visible window, after the property watch of the root window starts.
  private func watched(_ stage: Stage) -> [UInt8]? {
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.display.finishSetup()
    return stage.window.profile
  }

  @Test func `a display without the property has no profile`() throws {
    #expect(watched(try Stage()) == nil)
  }

  @Test func `the profile is available before the window is visible`() throws {
    let stage = try Stage()
    stage.onlooker.set("_ICC_PROFILE", to: Self.profile(7))
    #expect(stage.window.profile == Self.profile(7))
    #expect(watched(stage) == Self.profile(7))
    #expect(stage.recorder.profileChanges == 0)
  }

  @Test func `a large profile is read completely and an oversized profile is ignored`() throws {
    let stage = try Stage()
    let large = Self.profile(3, count: 1_000_003)
    stage.onlooker.set("_ICC_PROFILE", to: large)
    #expect(watched(stage) == large)
    let huge = Self.profile(3, count: MonitorProfiles.maxBytes + 1)
    stage.onlooker.set("_ICC_PROFILE", to: huge)
    #expect(stage.run { stage.window.profile == nil })
  }

  @Test func `each change of the property is reported once`() throws {
    let stage = try Stage()
    #expect(watched(stage) == nil)
    stage.onlooker.set("_ICC_PROFILE", to: Self.profile(1))
    #expect(stage.run { stage.window.profile == Self.profile(1) })
    stage.onlooker.set("_ICC_PROFILE", to: Self.profile(2))
    #expect(stage.run { stage.window.profile == Self.profile(2) })
    // An unchanged value is not reported.
    stage.onlooker.set("_ICC_PROFILE", to: Self.profile(2))
    stage.onlooker.set("_ICC_PROFILE", to: nil)
    #expect(stage.run { stage.window.profile == nil })
    #expect(stage.recorder.profileChanges == 3)
  }

  @Test func `invalid profile data is ignored`() throws {
    let stage = try Stage()
    var unsigned = Self.profile(9)
    unsigned[36] = 0
    let garbage = [[], [1, 2, 3], unsigned, Array(Self.profile(9)[..<500])]
    for bytes in garbage {
      stage.onlooker.set("_ICC_PROFILE", to: bytes)
      #expect(stage.display.profiles.profile(ofMonitor: 0) == nil)
      stage.display.profiles.forgetAll()
    }
    stage.onlooker.set("_ICC_PROFILE", to: Self.profile(9), format: 32)
    #expect(stage.display.profiles.profile(ofMonitor: 0) == nil)
  }

  @Test func `each monitor has a profile, and a window that crosses reports the change`() throws {
    let stage = try Stage()
    let halves = [0.0, 400].map { Rect(x: $0, y: 0, width: 400, height: 600) }
    stage.onlooker.setMonitors(halves)
    stage.onlooker.set("_ICC_PROFILE", to: Self.profile(1))
    stage.onlooker.set("_ICC_PROFILE_1", to: Self.profile(2))
    #expect(watched(stage) != nil)
    #expect(stage.display.monitors.map(\.frame) == halves)
    #expect(stage.window.profile == Self.profile(1))
    // 90 of the 200 columns are on the second monitor; then 110.
    stage.onlooker.move(stage.window.id, x: 290, y: 0)
    stage.pump()
    #expect(stage.window.profile == Self.profile(1))
    stage.onlooker.move(stage.window.id, x: 310, y: 0)
    #expect(stage.run { stage.window.profile == Self.profile(2) })
    #expect(stage.recorder.profileChanges == 1)
    // A change of the first monitor's profile is not reported.
    stage.onlooker.set("_ICC_PROFILE", to: Self.profile(5))
    stage.pump()
    #expect(stage.recorder.profileChanges == 1)
    stage.onlooker.set("_ICC_PROFILE_1", to: nil)
    #expect(stage.run { stage.window.profile == nil })
    stage.onlooker.move(stage.window.id, x: 0, y: 0)
    #expect(stage.run { stage.window.profile == Self.profile(5) })
  }

  @Test func `a change of the monitor layout updates the window's profile`() throws {
    let stage = try Stage()
    let halves = [0.0, 400].map { Rect(x: $0, y: 0, width: 400, height: 600) }
    stage.onlooker.setMonitors(halves)
    stage.onlooker.set("_ICC_PROFILE_1", to: Self.profile(2))
    #expect(watched(stage) == nil)
    stage.onlooker.setMonitors([
      Rect(x: 0, y: 0, width: 50, height: 600), Rect(x: 50, y: 0, width: 750, height: 600),
    ])
    #expect(stage.run { stage.window.profile == Self.profile(2) })
  }
}

extension Onlooker {
  /// Sets or removes a property of the root window.
  func set(_ name: String, to bytes: [UInt8]?, format: Int32 = 8) {
    let root = XDefaultRootWindow(display)
    let atom = XInternAtom(display, name, 0)
    if let bytes {
      XChangeProperty(
        display, root, atom, XA_CARDINAL, format, PropModeReplace, bytes,
        Int32(bytes.count / (format == 8 ? 1 : 8)))
    } else {
      XDeleteProperty(display, root, atom)
    }
    XSync(display, 0)
  }

  /// Moves the top left corner of a window to a position on the screen.
  func move(_ window: UInt, x: Int32, y: Int32) {
    XMoveWindow(display, window, x, y)
    XSync(display, 0)
  }

  /// Divides the screen into RandR monitors; the first monitor has the only output.
  func setMonitors(_ frames: [Rect]) {
    let root = XDefaultRootWindow(display)
    guard let resources = XRRGetScreenResources(display, root) else { return }
    defer { XRRFreeScreenResources(resources) }
    var count: Int32 = 0
    if let old = XRRGetMonitors(display, root, 0, &count) {
      for i in 0..<Int(count) where old[i].automatic == 0 {
        XRRDeleteMonitor(display, root, old[i].name)
      }
      XRRFreeMonitors(old)
    }
    for (index, frame) in frames.enumerated() {
      guard let monitor = XRRAllocateMonitor(display, index == 0 ? 1 : 0) else { continue }
      defer { XRRFreeMonitors(monitor) }
      monitor.pointee.name = XInternAtom(display, "part\(index)", 0)
      monitor.pointee.x = Int32(frame.minX)
      monitor.pointee.y = Int32(frame.minY)
      monitor.pointee.width = Int32(frame.width)
      monitor.pointee.height = Int32(frame.height)
      if index == 0 { monitor.pointee.outputs[0] = resources.pointee.outputs[0] }
      XRRSetMonitor(display, root, monitor)
    }
    XSync(display, 0)
  }
}

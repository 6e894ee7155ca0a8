import CX11
import Geometry

/// The monitor with the largest part of a window: its refresh rate, its ICC profile and its scale.
final class WindowMonitor {
  /// The scale that the environment sets for the monitor; nil where that of the display applies.
  private(set) var scale: Double?

  private let root: CX11.Window
  private let monitors: MonitorList
  private let profiles: MonitorProfiles
  /// The index of the window's monitor in `monitors.all`.
  private var index = 0
  private var refreshRate = 0.0
  /// The colour profile that was last reported; the outer nil means that it was never requested.
  private var reported: [UInt8]??
  /// Whether the window manager has reparented the window into a frame.
  private var isFramed = false

  init(root: CX11.Window, monitors: MonitorList, profiles: MonitorProfiles) {
    self.root = root
    self.monitors = monitors
    self.profiles = profiles
  }

  /// Takes the scale of the monitor on which the window is going to appear: that at the frame, or
  /// the primary one without a frame.
  func windowWillAppear(at frame: Rect?) { scale = monitors.scale(under: frame) }

  /// The ICC profile of the monitor; nil when it has none.
  var profile: [UInt8]? {
    if let reported { return reported }
    let found = profiles.profile(ofMonitor: index)
    reported = .some(found)
    return found
  }

  /// Reads the profile again; true when it has changed since it was last reported.
  func profileChanges() -> Bool {
    guard let old = reported else { return false }
    let new = profiles.profile(ofMonitor: index)
    guard new != old else { return false }
    reported = .some(new)
    return true
  }

  /// Handles ReparentNotify.
  func reparented(_ event: XReparentEvent) { isFramed = event.parent != root }

  /// The frame of the window on the X screen in a ConfigureNotify; nil when the event is in other
  /// coordinates. For a reparented window, only synthetic events are in root coordinates (ICCCM
  /// 4.1.5).
  func frame(in event: XConfigureEvent) -> Rect? {
    guard event.send_event != 0 || !isFramed else { return nil }
    return Rect(
      x: Double(event.x), y: Double(event.y), width: Double(event.width),
      height: Double(event.height))
  }

  /// Finds the monitor of a window whose frame on the X screen is `frame`.
  ///
  /// - Returns: The frame interval of the monitor in seconds when it has changed; else nil.
  func windowMoved(to frame: Rect) -> Double? {
    let all = monitors.all
    guard let best = all.indexOfMonitor(under: frame) else { return nil }
    index = best
    scale = all[best].scale
    let rate = all[best].refreshRate
    guard rate > 0, rate != refreshRate else { return nil }
    refreshRate = rate
    return 1 / rate
  }
}

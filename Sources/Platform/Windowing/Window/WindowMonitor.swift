import CX11
import Geometry

/// The monitor that shows the largest part of a window, with its refresh rate, ICC profile and
/// scale.
final class WindowMonitor {
  /// The device pixels per point that the environment sets for the monitor; nil when the display's
  /// scale applies to it.
  private(set) var environmentScale: Double?
  /// The device pixels per point that the user has chosen for the window's content; nil for those
  /// of the monitor.
  var chosenScale: Double?

  private let root: CX11.Window
  private let monitors: MonitorList
  private let profiles: MonitorProfiles
  /// The index of the window's monitor in `monitors.all`.
  private var monitorIndex = 0
  private var refreshRate = 0.0
  /// The ICC profile that was last reported, whose inner nil says that the monitor has none; the
  /// outer nil says that the profile was never requested.
  private var reportedProfile: [UInt8]??
  /// Whether the window manager has put the window into a frame window of its own (reparented it).
  private var hasFrameWindow = false

  init(root: CX11.Window, monitors: MonitorList, profiles: MonitorProfiles) {
    self.root = root
    self.monitors = monitors
    self.profiles = profiles
  }

  /// Finds the scale of the monitor on which the window is going to appear: the one at `frame` on
  /// the X screen, or the primary one when `frame` is nil.
  func windowWillAppear(at frame: Rect?) {
    environmentScale = monitors.environmentScale(under: frame)
  }

  /// The ICC profile of the monitor as bytes; nil when it has none.
  var profile: [UInt8]? {
    if let reportedProfile { return reportedProfile }
    let found = profiles.profile(ofMonitor: monitorIndex)
    reportedProfile = .some(found)
    return found
  }

  /// Reads the ICC profile again; true when it has changed since it was last reported. False when
  /// it was never requested.
  func updateReportedProfile() -> Bool {
    guard let old = reportedProfile else { return false }
    let new = profiles.profile(ofMonitor: monitorIndex)
    guard new != old else { return false }
    reportedProfile = .some(new)
    return true
  }

  /// Handles a ReparentNotify event: the window has another parent.
  func windowDidReparent(_ event: XReparentEvent) { hasFrameWindow = event.parent != root }

  /// The rectangle of the window on the X screen in a ConfigureNotify event, in device pixels; nil
  /// when the event has coordinates relative to another parent. For a reparented window, only
  /// synthetic events have coordinates of the root window (ICCCM 4.1.5).
  func frame(in event: XConfigureEvent) -> Rect? {
    guard event.send_event != 0 || !hasFrameWindow else { return nil }
    return Rect(
      x: Double(event.x), y: Double(event.y), width: Double(event.width),
      height: Double(event.height))
  }

  /// Finds the monitor of the window, whose rectangle on the X screen is `frame` in device pixels.
  ///
  /// - Returns: the time between two frames of the monitor in seconds when it has changed; else
  ///   nil.
  func newFrameInterval(afterMoveTo frame: Rect) -> Double? {
    let all = monitors.all
    guard let best = all.indexOfMonitor(under: frame) else { return nil }
    monitorIndex = best
    environmentScale = all[best].environmentScale
    let rate = all[best].refreshRate
    guard rate > 0, rate != refreshRate else { return nil }
    refreshRate = rate
    return 1 / rate
  }
}

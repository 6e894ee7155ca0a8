import Geometry

/// The properties of the monitor that shows the largest part of the window.
extension Window {
  /// The ICC profile of the monitor that shows the largest part of the window, as the bytes of its
  /// property; nil when the monitor has none, so that it counts as sRGB. Before the position of the
  /// window is known, the profile of the first monitor.
  ///
  /// - Complexity: one or more round trips on first use.
  public var profile: [UInt8]? { monitor.profile }

  /// The device pixels per point on the window's monitor: those that `QT_SCREEN_SCALE_FACTORS` sets
  /// for the monitor, else ``DisplayConnection/uiScale``. `WindowDelegate.windowDidChangeSettings`
  /// reports that the value may have changed.
  ///
  /// Before the position of the window is known, the monitor is the one at the position in the
  /// window's configuration, else the primary one.
  public var uiScale: Double { monitor.environmentScale ?? display.uiScale }

  /// Whether ``uiScale`` already includes the desktop's factor of text sizes. It counts as included
  /// in the factors of single monitors: Plasma 5 sets the factor of text sizes to the same value.
  package var uiScaleIncludesTextScale: Bool {
    monitor.environmentScale != nil || display.uiScaleIncludesTextScale
  }

  /// The device pixels per point that the user has chosen for the window's content in place of
  /// ``uiScale``, which determine the size of the mouse cursor. Default: nil, which stands for
  /// ``uiScale``.
  package var chosenScale: Double? {
    get { monitor.chosenScale }
    set {
      monitor.chosenScale = newValue
      scaleCursor()
    }
  }

  /// The distance that a pressed pointer must move before a drag begins, in device pixels; nil when
  /// the desktop has no such setting.
  package var dragThreshold: Double? { display.dragThreshold(at: uiScale) }

  /// Finds the window's monitor again, after the first query or a change of the monitors.
  func monitorsDidChange() { moved(to: frameOnScreen) }

  /// Calls the delegate when the ICC profile differs from the one before, after a change of the
  /// monitor or of the profile's property.
  func profileMayHaveChanged() {
    if monitor.updateReportedProfile() { delegate?.windowDidChangeProfile(self) }
  }

  /// Finds the monitor for a new frame of the window on the X screen, in device pixels, and reports
  /// changes of profile, frame interval and scale.
  func moved(to frame: Rect) {
    let oldScale = uiScale
    let interval = monitor.newFrameInterval(afterMoveTo: frame)
    profileMayHaveChanged()
    if let interval { frames.setInterval(interval) }
    guard isOpen, uiScale != oldScale else { return }
    scaleCursor()
    delegate?.windowDidChangeSettings(self)
  }

  /// Adapts the size of the mouse cursor to the scale of the window. The desktop's size of cursors
  /// is meant for ``DisplayConnection/uiScale``.
  func scaleCursor() {
    guard isOpen, !display.isLost else { return }
    display.cursors.setFactor((chosenScale ?? uiScale) / display.uiScale, of: id)
  }
}

import Geometry

/// The monitor with the largest part of the window.
extension Window {
  /// The ICC profile of the monitor with the largest part of the window, as the bytes of its
  /// property; nil when the monitor has none and is taken for sRGB. Until the window has a
  /// position, the profile of the first monitor.
  ///
  /// - Complexity: One or two round trips on first use.
  public var profile: [UInt8]? { monitor.profile }

  /// The device pixels per point: those that `QT_SCREEN_SCALE_FACTORS` sets for the monitor, else
  /// ``DisplayConnection/uiScale``. `WindowDelegate.windowDidChangeSettings` reports that the value
  /// may have changed.
  ///
  /// Until the window has a position, the monitor is the one at the position of the configuration,
  /// else the primary one.
  public var uiScale: Double { monitor.scale ?? display.uiScale }

  /// Whether ``uiScale`` includes the desktop's factor of text sizes. The factors of monitors are
  /// taken for whole: Plasma 5 sets the factor of text sizes to the same value.
  package var hasScaledText: Bool { monitor.scale != nil || display.hasScaledText }

  /// The distance a pressed pointer moves before a drag begins, in device pixels; nil when the
  /// desktop has no such setting.
  package var dragThreshold: Double? { display.dragThreshold(at: uiScale) }

  /// Handles a change of the monitors, and their first query.
  func monitorsDidChange() { moved(to: frameOnScreen) }

  /// Reports a change of the profile after a change of the monitor or of its property.
  func profileMayHaveChanged() {
    if monitor.profileChanges() { delegate?.windowDidChangeProfile(self) }
  }

  /// Adopts the monitor at a new frame on the X screen, and reports the changes that it brings.
  func moved(to frame: Rect) {
    let oldScale = uiScale
    let interval = monitor.windowMoved(to: frame)
    profileMayHaveChanged()
    if let interval { frames.setInterval(interval) }
    if isOpen, uiScale != oldScale { delegate?.windowDidChangeSettings(self) }
  }
}

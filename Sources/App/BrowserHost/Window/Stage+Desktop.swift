import Gestures
package import Views
package import Windowing

extension Stage {
  /// Adopts the desktop's settings: UI scale, double-click time and drag threshold.
  ///
  /// - Parameter textScale: The factor of the interface's size that the user has chosen.
  package func applySettings(of display: DisplayConnection, textScale: Double = 1) {
    scale = display.uiScale * textScale
    pointerSettings = PointerSettings(
      doubleClickTime: display.doubleClickTime, dragThreshold: display.dragThreshold)
  }
}

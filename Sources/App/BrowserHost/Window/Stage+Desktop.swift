import Gestures
package import Views
package import Windowing

extension Stage {
  /// Adopts the desktop's settings: UI scale, double-click time and drag threshold.
  package func applySettings(of display: DisplayConnection) {
    scale = display.uiScale
    pointerSettings = PointerSettings(
      doubleClickTime: display.doubleClickTime, dragThreshold: display.dragThreshold)
  }
}

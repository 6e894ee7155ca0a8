import Gestures
package import Views
package import Windowing

extension Stage {
  /// Takes over the settings of the desktop: the scale, the double-click time and the drag threshold.
  package func takeSettings(of display: DisplayConnection) {
    scale = display.uiScale
    pointerSettings = PointerSettings(
      doubleClickTime: display.doubleClickTime, dragThreshold: display.dragThreshold)
  }
}

import Gestures
package import Views

extension Stage {
  /// Adopts the desktop's settings: UI scale, double-click time and drag threshold.
  ///
  /// - Parameter textScale: the factor for the size of the interface that the user has chosen.
  ///   Default: 1.
  package func applySettings(of desktop: any HostDesktop, textScale: Double = 1) {
    scale = desktop.uiScale * textScale
    pointerSettings = PointerSettings(
      doubleClickTime: desktop.doubleClickTime, dragThreshold: desktop.dragThreshold)
  }
}

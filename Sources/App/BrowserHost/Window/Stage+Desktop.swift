import Gestures
package import Views

extension Stage {
  /// Adopts the desktop's settings: UI scale, double-click time and drag threshold.
  ///
  /// - Parameters:
  ///   - chosenScale: the UI scale that the user has chosen in place of the desktop's; nil for the
  ///     desktop's. Default: nil.
  ///   - textScale: the factor for the size of the interface that the user has chosen. Default: 1.
  package func applySettings(
    of desktop: any HostDesktop, chosenScale: Double? = nil, textScale: Double = 1
  ) {
    scale = (chosenScale ?? desktop.uiScale) * textScale
    // The desktop's threshold is in device pixels at the desktop's scale; the factor converts it to
    // the chosen scale.
    let factor = chosenScale.map { $0 / desktop.uiScale } ?? 1
    pointerSettings = PointerSettings(
      doubleClickTime: desktop.doubleClickTime,
      dragThreshold: desktop.dragThreshold.map { $0 * factor })
  }
}

extension BrowserTuning {
  /// The scale to which a double click zooms from fit.
  public enum DoubleTapTarget: Hashable, Sendable {
    /// The scale of 100 %, or 2.5 times fit if 100 % is less than 1.5 times fit.
    case automatic
    /// A scale given as a multiple of the scale at fit.
    case factor(Double)
    /// The scale at which the picture covers the page.
    ///
    /// - Source: JXPhotoBrowser 4.
    case fill
  }
}

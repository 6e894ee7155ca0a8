public import Geometry

/// The scales that matter for one picture in one viewport. A scale is window pixels per picture
/// pixel.
public struct ZoomLevels: Hashable, Sendable {
  /// The scale at rest when nothing was zoomed.
  public var fit: Double
  /// The smallest scale a gesture may leave behind.
  public var minimum: Double
  /// The largest scale a gesture may leave behind.
  public var maximum: Double
  /// Where a double click goes from fit.
  public var doubleTap: Double

  /// Largest scale over fit. 16, as in LBJImagePreviewer.
  public static let defaultMaximum = 16.0
  /// 100 % is a good double-click target only if it is this much larger than fit.
  public static let worthwhileActual = 1.5
  /// Double-click scale over fit where 100 % is too near. 2.5, as in Loupe.
  public static let fallbackDoubleTap = 2.5
  /// Enlargement at which single picture pixels are large enough to inspect; the maximum is never
  /// smaller, however small the fit scale.
  public static let inspection = 4.0

  /// Computes the levels.
  ///
  /// - Parameters:
  ///   - axis: the direction of paging; full width in tall viewports is for horizontal paging only.
  ///   - isScalable: true for what has no pixels: automatically it fills its page, too.
  ///   - maximumFactor: largest scale over fit.
  ///   - doubleTap: what a double click goes to from fit.
  public init(
    content: Size, viewport: Size, mode: ZoomMode = .automatic, axis: Axis = .horizontal,
    isScalable: Bool = false, maximumFactor: Double = ZoomLevels.defaultMaximum,
    doubleTap target: DoubleTapTarget = .automatic
  ) {
    let whole = ContentFit.fit.scale(content: content, in: viewport)
    let width = ContentFit.width.scale(content: content, in: viewport)
    fit =
      switch mode {
      case .automatic:
        min(
          isScalable ? .infinity : 1,
          axis == .horizontal && viewport.width < viewport.height ? width : whole)
      case .whole: whole
      case .width: width
      case .height: ContentFit.height.scale(content: content, in: viewport)
      case .fill: ContentFit.fill.scale(content: content, in: viewport)
      }
    minimum = min(fit, whole)
    maximum = max(fit * max(1, maximumFactor), Self.inspection)
    doubleTap =
      switch target {
      case .automatic: 1 >= Self.worthwhileActual * fit ? 1 : fit * Self.fallbackDoubleTap
      case .factor(let factor): fit * factor
      case .fill: max(fit, ContentFit.fill.scale(content: content, in: viewport))
      }
    doubleTap = min(max(doubleTap, minimum), maximum)
  }
}

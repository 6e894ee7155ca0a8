package import Geometry

/// The fit, minimum, maximum and double-click scales of one picture in one viewport, in device
/// pixels per picture pixel.
package struct ZoomLevels: Hashable, Sendable {
  /// The scale at which the zoom mode shows a picture before the user zooms, in device pixels per
  /// picture pixel. It may be above the scale of the whole picture: for a long picture, in a tall
  /// viewport, and in the modes that fill the width, the height or the viewport. In the automatic
  /// mode it is at most 1 for a picture that is not scalable, and thus may be below that scale.
  package var fit: Double
  /// The smallest scale at rest, in device pixels per picture pixel.
  package var minimum: Double
  /// The largest scale at rest, in device pixels per picture pixel.
  package var maximum: Double
  /// The scale to which a double click zooms from fit, between ``minimum`` and ``maximum``, in
  /// device pixels per picture pixel.
  package var doubleTapScale: Double
  /// The axis along which a long picture or a panorama is read at fit, in the automatic mode, and a
  /// strip of pages in any mode; nil in all other cases.
  package var readingAxis: Axis?
  /// Whether the scales are those of a strip of pages.
  package var isStrip = false

  /// The default maximum of the scale divided by fit: 16, as in LBJImagePreviewer.
  package static let defaultMaxRatioToFit = 16.0
  /// The minimum ratio of 100 % to fit at which a double click zooms to 100 %.
  package static let minActualSizeRatio = 1.5
  /// The scale divided by fit to which a double click zooms if 100 % is too close to fit: 2.5, as
  /// in Loupe.
  package static let doubleTapRatioToFit = 2.5
  /// The scale at which single picture pixels are large enough to inspect, in device pixels per
  /// picture pixel. The default maximum scale is at least this, however small the scale at fit.
  package static let inspectionScale = 4.0
  /// The lower limit of the maximum scale while single pixels are inspected, in device pixels per
  /// picture pixel.
  package static let pixelInspectionScale = 32.0
  /// The ratio of the longer to the shorter side above which a picture is read along its long side.
  ///
  /// - Source: pages are at most 1:2.2, cinema frames 2.4:1, two monitors side by side 3.6:1; long
  ///   pictures and panoramas begin at about 1:3.
  package static let minReadingAspectRatio = 3.0
  /// The minimum short side of a picture that is read along its long side, in picture pixels. 16:
  /// the height of one line of text; a narrower picture is a rule or a gradient, and is shown
  /// whole.
  package static let minReadingSide = 16.0

  /// Computes the zoom levels of a picture of size `content`, in its pixels.
  ///
  /// - Parameters:
  ///   - axis: the axis of paging; a tall viewport shows the full width only with horizontal
  ///     paging.
  ///   - isScalable: true for resolution-independent content; the automatic mode enlarges it to
  ///     fill its page.
  ///   - maximumFactor: the maximum scale divided by fit; a value below 1 counts as 1. With nil,
  ///     the default, the maximum scale is ``defaultMaxRatioToFit`` times fit, but at least
  ///     ``inspectionScale``.
  ///   - inspectsPixels: whether the maximum is at least ``pixelInspectionScale``. Default: false.
  ///   - doubleTap: the target of a double click from fit.
  package init(
    content: Size, viewport: Size, mode: BrowserTuning.ZoomMode = .automatic,
    axis: Axis = .horizontal,
    isScalable: Bool = false, maximumFactor: Double? = nil, inspectsPixels: Bool = false,
    doubleTap target: BrowserTuning.DoubleTapTarget = .automatic
  ) {
    let whole = ContentFit.fit.scale(content: content, in: viewport)
    let width = ContentFit.width.scale(content: content, in: viewport)
    let height = ContentFit.height.scale(content: content, in: viewport)
    readingAxis = mode == .automatic ? Self.readingAxis(of: content) : nil
    let automatic =
      switch readingAxis {
      case .vertical: width
      case .horizontal: height
      case nil: axis == .horizontal && viewport.width < viewport.height ? width : whole
      }
    fit =
      switch mode {
      case .automatic: min(isScalable ? .infinity : 1, automatic)
      case .whole: whole
      case .width: width
      case .height: height
      case .fill: ContentFit.fill.scale(content: content, in: viewport)
      }
    minimum = min(fit, whole)
    maximum =
      if let maximumFactor {
        fit * max(1, maximumFactor)
      } else {
        max(fit * Self.defaultMaxRatioToFit, Self.inspectionScale)
      }
    if inspectsPixels { maximum = max(maximum, Self.pixelInspectionScale) }
    doubleTapScale =
      switch target {
      case .automatic: 1 >= Self.minActualSizeRatio * fit ? 1 : fit * Self.doubleTapRatioToFit
      case .factor(let factor): fit * factor
      case .fill: max(fit, ContentFit.fill.scale(content: content, in: viewport))
      }
    doubleTapScale = min(max(doubleTapScale, minimum), maximum)
  }

  /// The axis of the long side of a long picture or a panorama; nil for any other picture.
  private static func readingAxis(of content: Size) -> Axis? {
    guard !content.isEmpty else { return nil }
    guard min(content.width, content.height) >= minReadingSide else { return nil }
    if content.height > content.width * minReadingAspectRatio { return .vertical }
    return content.width > content.height * minReadingAspectRatio ? .horizontal : nil
  }
}

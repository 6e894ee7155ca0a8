import Geometry

/// The known properties of a page's picture.
struct PageContent: Hashable, Sendable {
  /// The upright size, in picture pixels.
  var size: Size
  /// True for resolution-independent content, which may be enlarged to fill its page.
  var isScalable: Bool
}

import Geometry

/// The size and kind of a page's picture.
struct PageContent: Hashable, Sendable {
  /// The upright size of the picture, in picture pixels.
  var size: Size
  /// True for a resolution-independent picture, which may be enlarged to fill its page.
  var isScalable: Bool
}

import Geometry

/// What is known of what a page shows.
struct PageContent: Hashable, Sendable {
  /// Its size, in its own pixels, upright.
  var size: Size
  /// True when it has no pixels of its own, and may be enlarged to fill its page.
  var isScalable: Bool
}

import Geometry
import Pixels

/// The choice of the region of a thumbnail that fills a cell: the largest one with the cell's
/// proportions.
nonisolated enum ThumbnailCrop {
  /// The ratio of height to width above which the top of a picture is chosen: the middle of a text
  /// page or of a long screenshot is not recognisable.
  static let minTallRatio = 2.5

  /// Whether the top of a picture with this size is chosen instead of its middle.
  static func showsTop(_ size: PixelSize) -> Bool {
    Double(size.height) > minTallRatio * Double(size.width)
  }

  /// The region of a bitmap with the size `size` that fills a cell with the size `cell`, in
  /// fractional pixels of the bitmap: its middle, or its top if ``showsTop(_:)`` is true; the whole
  /// bitmap if either size is empty.
  static func part(of size: PixelSize, filling cell: Size) -> Rect {
    let whole = Rect(origin: .zero, size: size.size)
    guard !whole.isEmpty, !cell.isEmpty else { return whole }
    let scale = ContentFit.fill.scale(content: whole.size, in: cell)
    let part = Rect(center: whole.center, size: cell * (1 / scale))
    return Rect(
      x: max(0, part.minX), y: showsTop(size) ? 0 : max(0, part.minY),
      width: min(part.width, whole.width), height: min(part.height, whole.height))
  }
}

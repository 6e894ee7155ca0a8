import Geometry
import Pixels

/// Which part of a whole thumbnail fills a cell: as much as possible, never stretched.
nonisolated enum ThumbnailCrop {
  /// Pictures this many times as high as wide show their top: the middle of a page of text or of a
  /// long screenshot says nothing.
  static let longFrom = 2.5

  /// True when a picture of that size shows its top.
  static func showsTop(_ size: PixelSize) -> Bool {
    Double(size.height) > longFrom * Double(size.width)
  }

  /// The part of a bitmap of `size` that fills a cell of `cell`, in fractional pixels of the bitmap.
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

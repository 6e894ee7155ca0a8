package import Geometry
package import Pixels

/// The visible part of a bitmap, for statistics of the visible pixels.
nonisolated package struct VisiblePixels: Sendable {
  package let bitmap: Bitmap
  /// The visible part, in pixels of the bitmap; it may reach beyond the bitmap.
  package let part: Rect

  package init(bitmap: Bitmap, part: Rect) {
    self.bitmap = bitmap
    self.part = part
  }

  /// The columns of the bitmap that are visible, at least in part.
  package var columns: Range<Int> { Self.range(part.minX, part.maxX, bitmap.size.width) }
  /// The rows of the bitmap that are visible, at least in part.
  package var rows: Range<Int> { Self.range(part.minY, part.maxY, bitmap.size.height) }

  private static func range(_ from: Double, _ to: Double, _ count: Int) -> Range<Int> {
    func index(_ value: Double) -> Int {
      value.isFinite ? Int(min(max(value, 0), Double(count))) : 0
    }
    let start = index(from.rounded(.down))
    return start..<max(start, index(to.rounded(.up)))
  }
}

extension PhotoContent {
  /// The number of visible pixels that is enough for statistics, so that a reduced bitmap with as
  /// many is used.
  private static let minPixelCount = 60_000.0

  /// The visible pixels of the picture: those of the tiles of a huge picture that is enlarged,
  /// otherwise those of the smallest bitmap that has enough of them; empty for a content without
  /// bitmaps.
  ///
  /// - Parameter part: the visible part of the picture, in units of the picture's width and height;
  ///   nil for the whole picture.
  package func visiblePixels(in part: Rect?) -> [VisiblePixels] {
    if case .zoomable(let content) = self, part != nil,
      let tiles = (content as? TiledContent)?.visibleTiles
    {
      return tiles
    }
    guard let bitmaps = wholePicture?.bitmaps, let largest = bitmaps.first else { return [] }
    let part = part ?? Rect(x: 0, y: 0, width: 1, height: 1)
    func visible(_ bitmap: Bitmap) -> VisiblePixels {
      let (width, height) = (Double(bitmap.size.width), Double(bitmap.size.height))
      return VisiblePixels(
        bitmap: bitmap,
        part: Rect(
          x: part.minX * width, y: part.minY * height, width: part.width * width,
          height: part.height * height))
    }
    let smallest = bitmaps.reversed().lazy.map(visible).first {
      $0.part.width * $0.part.height >= Self.minPixelCount
    }
    return [smallest ?? visible(largest)]
  }
}

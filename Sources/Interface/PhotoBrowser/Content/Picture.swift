public import Pixels

/// One picture in as many sizes as are at hand. Drawing takes the best of them for its purpose.
nonisolated public struct Picture: Sendable {
  /// The picture's own size, upright; the bitmaps may all be smaller.
  public var naturalSize: PixelSize
  /// True while a part of it has not come: nothing of it is transparent, it is only not there yet.
  public var isPartial = false
  /// The same picture in different sizes, largest first; never empty.
  public private(set) var bitmaps: [Bitmap]

  /// Makes a picture of one bitmap.
  ///
  /// - Parameter naturalSize: the bitmap's own size when nil.
  public init(_ bitmap: Bitmap, naturalSize: PixelSize? = nil) {
    self.naturalSize = naturalSize ?? bitmap.size
    bitmaps = [bitmap]
  }

  /// Makes a picture of several bitmaps, in any order; nil when there are none.
  public init?(_ bitmaps: [Bitmap], naturalSize: PixelSize) {
    guard !bitmaps.isEmpty else { return nil }
    self.naturalSize = naturalSize
    self.bitmaps = bitmaps.sorted { $0.size.width > $1.size.width }
  }

  /// True when nothing behind it is seen through it.
  public var isOpaque: Bool { bitmaps.allSatisfy(\.isOpaque) }

  /// The bitmap that equals a drawn size to the pixel, nil when there is none.
  public func exact(for size: PixelSize) -> Bitmap? {
    let slack = 1
    return bitmaps.first {
      abs($0.size.width - size.width) <= slack && abs($0.size.height - size.height) <= slack
    }
  }

  /// True when some bitmap has at least as many pixels as drawing at `scale` shows.
  public func isSharp(at scale: Double) -> Bool {
    let slack = 1.0
    let wanted = min(Double(naturalSize.width), Double(naturalSize.width) * scale)
    return bitmaps.contains { Double($0.size.width) + slack >= wanted }
  }
}

public import Pixels

/// A picture as bitmaps in one or more resolutions. Drawing takes the bitmap that suits the drawn
/// size best.
nonisolated public struct Picture: Sendable {
  /// The size of the picture in its own pixels, after the rotation that its orientation tag
  /// demands; all bitmaps may be smaller.
  public var naturalSize: PixelSize
  /// Whether a part of the picture has not loaded. Transparent pixels then are pixels that are
  /// missing.
  public var isPartial = false
  /// The same picture in different sizes, largest first; never empty.
  public private(set) var bitmaps: [Bitmap]

  /// Makes a picture of one bitmap.
  ///
  /// - Parameter naturalSize: the size of the picture in its own pixels; the size of the bitmap
  ///   when nil.
  public init(_ bitmap: Bitmap, naturalSize: PixelSize? = nil) {
    self.naturalSize = naturalSize ?? bitmap.size
    bitmaps = [bitmap]
  }

  /// Makes a picture from bitmaps of it in any order; nil when there are none.
  public init?(_ bitmaps: [Bitmap], naturalSize: PixelSize) {
    guard !bitmaps.isEmpty else { return nil }
    self.naturalSize = naturalSize
    self.bitmaps = bitmaps.sorted { $0.size.width > $1.size.width }
  }

  /// Whether all bitmaps are opaque, so that nothing behind the picture shows through it.
  public var isOpaque: Bool { bitmaps.allSatisfy(\.isOpaque) }

  /// The bitmap whose width and height equal those of `size` within one pixel; nil when there is
  /// none.
  public func exact(for size: PixelSize) -> Bitmap? {
    let slack = 1
    return bitmaps.first {
      abs($0.size.width - size.width) <= slack && abs($0.size.height - size.height) <= slack
    }
  }

  /// Whether some bitmap has as many pixels as drawing at `scale` shows. A scale of 1 shows one
  /// pixel of the picture as one device pixel.
  public func isSharp(at scale: Double) -> Bool {
    let slack = 1.0
    let wanted = min(Double(naturalSize.width), Double(naturalSize.width) * scale)
    return bitmaps.contains { Double($0.size.width) + slack >= wanted }
  }
}

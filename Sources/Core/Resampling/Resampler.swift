public import Geometry
public import Pixels

/// Reduction of pictures, in one call.
///
/// Stored sRGB values are averaged, not the light that they stand for: the mean of black and white
/// is 128, not 188. libjpeg's scaled DCT and libwebp's scaling average stored values, too, and so
/// do the filters of Cairo that draw moving pictures. All of them therefore agree about the
/// brightness of a fine pattern: a picture looks the same in every format, at every size of the
/// window, in motion and at rest, and as in browsers and other viewers. In linear light, pictures
/// could not be reduced while they are decoded, which takes half the time of a full decode.
public enum Resampler {
  /// The minimum ratio at which whole blocks are averaged first; the remaining ratio is then
  /// between 2 and 4.
  public static let minBlockRatio = 4.0

  /// The picture at half its width and height, rounded up; the last row or column of an odd size is
  /// averaged alone. Each mip level is the half of the one before.
  ///
  /// - Complexity: O(pixels).
  public static func half(_ bitmap: Bitmap) -> Bitmap {
    let reduction = BoxReduction(bitmap.size, across: 2, down: 2)
    return Bitmap(size: reduction.size, isOpaque: bitmap.isOpaque) { memory, stride in
      guard let base = memory.baseAddress else { return }
      reduction.run(
        PixelView(bitmap), into: PixelBuffer(size: reduction.size, stride: stride, bytes: base))
    }
  }

  /// The picture, or `region` of it in fractional pixels, scaled to `size`.
  ///
  /// - Complexity: O(pixels of the region).
  public static func scale(_ bitmap: Bitmap, region: Rect? = nil, to size: PixelSize) -> Bitmap {
    Bitmap(size: size, isOpaque: bitmap.isOpaque) { memory, stride in
      guard let base = memory.baseAddress else { return }
      scale(
        PixelView(bitmap), region: region,
        to: PixelBuffer(size: size, stride: stride, bytes: base))
    }
  }

  /// Scales the stored pixels of `view`, or of `region`, upright to the size of `buffer`.
  ///
  /// - Complexity: O(pixels of the region).
  public static func scale(
    _ view: PixelView, region: Rect? = nil, orientation: Orientation = .up, to buffer: PixelBuffer
  ) {
    let whole = Rect(x: 0, y: 0, width: Double(view.size.width), height: Double(view.size.height))
    let part = region.flatMap { $0.intersection(whole) } ?? whole
    guard
      let reduction = reduction(
        of: view.size, region: part, to: buffer.size, orientation: orientation)
    else {
      let plan = ResamplePlan(
        source: view.size, region: region, to: buffer.size, orientation: orientation)
      plan.run(view, into: buffer)
      return
    }
    let reduced = Bitmap(size: reduction.size, isOpaque: false) { memory, stride in
      guard let base = memory.baseAddress else { return }
      reduction.run(view, into: PixelBuffer(size: reduction.size, stride: stride, bytes: base))
    }
    let plan = ResamplePlan(
      source: reduced.size, region: reduction.reduced(part), to: buffer.size,
      orientation: orientation)
    plan.run(PixelView(reduced), into: buffer)
  }

  /// The block average to apply before a ``ResamplePlan``, or nil when the ratio is small enough
  /// without.
  public static func reduction(
    of source: PixelSize, region: Rect, to size: PixelSize, orientation: Orientation
  ) -> BoxReduction? {
    let stored = orientation.swapsAxes ? size.transposed : size
    let sx = region.width / Double(stored.width)
    let sy = region.height / Double(stored.height)
    guard max(sx, sy) >= minBlockRatio else { return nil }
    return BoxReduction(
      source, across: sx >= minBlockRatio ? Int(sx / 2) : 1,
      down: sy >= minBlockRatio ? Int(sy / 2) : 1)
  }
}

extension BoxReduction {
  /// A region of the source, converted to the coordinates of the picture after this reduction.
  public func reduced(_ region: Rect) -> Rect {
    Rect(
      x: region.minX / Double(across), y: region.minY / Double(down),
      width: region.width / Double(across), height: region.height / Double(down))
  }
}

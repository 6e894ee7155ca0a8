public import Geometry
public import Pixels

/// The scaling of pictures, each in one call.
///
/// Stored sRGB values are averaged, not the light that they stand for: the mean of black and white
/// is 128, not 188. The scaled DCT of libjpeg, the scaling of libwebp and the filters of Cairo,
/// which draw moving pictures, average stored values, too. All of them therefore agree about the
/// brightness of a fine pattern: a picture looks the same in every format, at every size of the
/// window, in motion and at rest, and as in browsers and other viewers. In linear light, pictures
/// could not be reduced while they are decoded, which takes half the time of a full decode.
public enum Resampler {
  /// The minimum ratio of a reduction at which whole blocks of pixels are averaged first; the
  /// remaining ratio is between 2 and 4.
  public static let minBlockRatio = 4.0

  /// The picture reduced to half its width and height, rounded up; the last row or column of an odd
  /// size is averaged alone.
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

  /// The picture, or its part `region` in pixels with fractions, scaled to `size`.
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

  /// Scales the stored pixels of `view`, or of the part `region` of it, to the size of `buffer`,
  /// and writes them upright.
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

  /// The block reduction to apply before a ``ResamplePlan`` for `region` of a stored picture and an
  /// upright result of `size`; nil when the ratio is below ``minBlockRatio``.
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
  /// The rectangle `region` of the source, converted to pixel coordinates of the reduced picture.
  public func reduced(_ region: Rect) -> Rect {
    Rect(
      x: region.minX / Double(blockWidth), y: region.minY / Double(blockHeight),
      width: region.width / Double(blockWidth), height: region.height / Double(blockHeight))
  }
}

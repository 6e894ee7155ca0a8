package import DecoderWire
package import Geometry
package import Pixels
package import Resampling

/// The source of the pixels of a region: the level of reduction, and the stored pixels at that
/// level.
package struct RegionPlan {
  /// Binary logarithm of the reduction: the width and height of the picture are divided by
  /// 2^`level`.
  package let level: Int
  /// The columns of the stored pixels of the region, at the level.
  package let columns: Range<Int>
  /// The rows of the stored pixels of the region, at the level.
  package let rows: Range<Int>
  /// The size of the whole picture at the level, in stored orientation.
  package let whole: PixelSize
  private let size: PixelSize
  private let orientation: Orientation

  /// Maximum level: it reduces 65,536 pixels to 32.
  package static let maxLevel = 11

  /// A plan for a region of `size` pixels of a picture of `natural` size, both upright.
  ///
  /// - Throws: `.unsupported` when the requested whole is not `natural / 2^level`, rounded up, for
  ///   any level, or the region is not inside.
  package init(
    _ region: RegionRequest, _ size: PixelSize, of natural: PixelSize, _ orientation: Orientation
  ) throws(DecodeFailure) {
    let found = (0...Self.maxLevel).first { Self.reduced(natural, $0) == region.whole }
    guard let found, region.holds(size) else {
      throw DecodeFailure(.unsupported, detail: "no such part")
    }
    level = found
    self.size = size
    self.orientation = orientation
    whole = orientation.swapsAxes ? region.whole.transposed : region.whole
    let first = orientation.storedPixel(
      x: region.x, y: region.y, width: whole.width, height: whole.height)
    let last = orientation.storedPixel(
      x: region.x + size.width - 1, y: region.y + size.height - 1, width: whole.width,
      height: whole.height)
    columns = min(first.x, last.x)..<max(first.x, last.x) + 1
    rows = min(first.y, last.y)..<max(first.y, last.y) + 1
  }

  /// The size of a picture of `size` at the reduction level `level`.
  package static func reduced(_ size: PixelSize, _ level: Int) -> PixelSize {
    let rest = 1 << level - 1
    return PixelSize(width: (size.width + rest) >> level, height: (size.height + rest) >> level)
  }

  /// Orients a piece of the region and stores it in the result. `view` holds the stored pixels of
  /// the level from (`x`, `y`) on.
  package func put(_ view: PixelView, x: Int, y: Int, into memory: PixelBuffer) {
    let stored = orientation.swapsAxes ? size.transposed : size
    let back = orientation.inverse
    let (left, top) = (x - columns.lowerBound, y - rows.lowerBound)
    let first = back.storedPixel(x: left, y: top, width: size.width, height: size.height)
    let last = back.storedPixel(
      x: left + view.size.width - 1, y: top + view.size.height - 1, width: size.width,
      height: size.height)
    precondition(
      left >= 0 && top >= 0 && left + view.size.width <= stored.width
        && top + view.size.height <= stored.height, "\(view.size) at \(left),\(top) of \(stored)")
    let start = min(first.x, last.x) * 4 + min(first.y, last.y) * memory.stride
    let target = PixelBuffer(
      size: orientation.swapsAxes ? view.size.transposed : view.size, stride: memory.stride,
      bytes: memory.bytes + start)
    ResamplePlan(source: view.size, to: target.size, orientation: orientation)
      .run(view, into: target)
  }
}

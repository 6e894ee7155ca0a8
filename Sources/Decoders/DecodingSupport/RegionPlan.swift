package import DecoderWire
package import Geometry
package import Pixels
package import Resampling

/// The source of the pixels of a requested region: the reduction of the picture by a power of two,
/// and the rows and columns of the stored, reduced picture.
package struct RegionPlan {
  /// Binary logarithm of the reduction: the width and height of the picture are divided by
  /// 2^`level`.
  package let level: Int
  /// The columns of the region in the picture as it is stored, before its orientation is applied,
  /// reduced by 2^``level``.
  package let columns: Range<Int>
  /// The rows of the region in the picture as it is stored, before its orientation is applied,
  /// reduced by 2^``level``.
  package let rows: Range<Int>
  /// The size of the whole picture as it is stored, reduced by 2^``level``.
  package let reducedSize: PixelSize
  private let regionSize: PixelSize
  private let orientation: Orientation

  /// Maximum of ``level``; it reduces a side of 65,536 pixels to 32.
  package static let maxLevel = 11

  /// Makes the plan for a region of `size` pixels of a picture of `natural` pixels, both in upright
  /// orientation.
  ///
  /// - Throws: `.unsupported` when `region.whole` is not `natural / 2^level`, rounded up, for any
  ///   level up to ``maxLevel``, or the region does not lie within it.
  package init(
    _ region: RegionRequest, _ size: PixelSize, of natural: PixelSize, _ orientation: Orientation
  ) throws(DecodeFailure) {
    let found = (0...Self.maxLevel).first { Self.reduced(natural, $0) == region.whole }
    guard let found, region.isInsidePicture(size: size) else {
      throw DecodeFailure(.unsupported, detail: "no such part")
    }
    level = found
    regionSize = size
    self.orientation = orientation
    reducedSize = orientation.swapsAxes ? region.whole.transposed : region.whole
    let first = orientation.storedPixel(
      x: region.x, y: region.y, width: reducedSize.width, height: reducedSize.height)
    let last = orientation.storedPixel(
      x: region.x + size.width - 1, y: region.y + size.height - 1, width: reducedSize.width,
      height: reducedSize.height)
    columns = min(first.x, last.x)..<max(first.x, last.x) + 1
    rows = min(first.y, last.y)..<max(first.y, last.y) + 1
  }

  /// The size of a picture of `size` pixels whose sides are divided by 2^`level` and rounded up.
  package static func reduced(_ size: PixelSize, _ level: Int) -> PixelSize {
    let rest = 1 << level - 1
    return PixelSize(width: (size.width + rest) >> level, height: (size.height + rest) >> level)
  }

  /// Turns `view`, a part of the stored and reduced picture that begins at the pixel (`x`, `y`),
  /// upright and copies it to its place in `memory`, which holds the region.
  package func copyUpright(_ view: PixelView, x: Int, y: Int, into memory: PixelBuffer) {
    let stored = orientation.swapsAxes ? regionSize.transposed : regionSize
    let back = orientation.inverse
    let (left, top) = (x - columns.lowerBound, y - rows.lowerBound)
    let first = back.storedPixel(
      x: left, y: top, width: regionSize.width, height: regionSize.height)
    let last = back.storedPixel(
      x: left + view.size.width - 1, y: top + view.size.height - 1, width: regionSize.width,
      height: regionSize.height)
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

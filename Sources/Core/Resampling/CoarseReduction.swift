package import Pixels

/// A quick reduction of pictures in motion: the mean of sample points spread over each block of
/// source pixels.
///
/// ``BoxReduction``, which averages all pixels of a block, takes longer.
package struct CoarseReduction: Sendable {
  /// The side of a block, in source pixels.
  private let blockSide: Int
  /// The size of the reduced picture in pixels; blocks cut by the right or bottom edge are
  /// included.
  package let size: PixelSize

  /// The number of sample points along a side of a block.
  private static let samplesPerSide = 4

  /// Makes the reduction of a picture of size `source` by square blocks.
  ///
  /// - Parameter blockSide: the side of a block in source pixels, a power of two.
  package init(_ source: PixelSize, blockSide: Int) {
    precondition(
      blockSide > 0 && blockSide & (blockSide - 1) == 0, "\(blockSide) is no power of two")
    self.blockSide = blockSide
    size = PixelSize(
      width: (source.width + blockSide - 1) / blockSide,
      height: (source.height + blockSide - 1) / blockSide)
  }

  /// Writes the reduced picture into `buffer`, which must have the size ``size``.
  package func run(_ view: PixelView, into buffer: PixelBuffer) {
    precondition(buffer.size == size, "\(buffer.size) for \(size)")
    let points = min(Self.samplesPerSide, blockSide)
    let offsets = (0..<points).map { ($0 * 2 + 1) * blockSide / (2 * points) }
    let mask: UInt32 = 0x00ff_00ff
    let shift = UInt32((points * points).trailingZeroBitCount)
    let (lastX, lastY) = (view.size.width - 1, view.size.height - 1)
    for y in 0..<size.height {
      let rows = offsets.map { view.row(min(y * blockSide + $0, lastY)) }
      let target = buffer.bytes + y * buffer.stride
      for x in 0..<size.width {
        var (even, odd): (UInt32, UInt32) = (0, 0)
        for row in rows {
          for offset in offsets {
            let position = min(x * blockSide + offset, lastX)
            let pixel = (row + position * 4).loadUnaligned(as: UInt32.self)
            even &+= pixel & mask
            odd &+= pixel &>> 8 & mask
          }
        }
        let mean = (even &>> shift & mask) | (odd &>> shift & mask) &<< 8
        target.storeBytes(of: mean, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }
}

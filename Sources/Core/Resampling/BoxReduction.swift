public import Pixels

/// A box filter that replaces each block of source pixels by its mean: the fast first step of a
/// large reduction, and the reduction to half the size.
public struct BoxReduction: Sendable {
  /// The width of a block, in source pixels.
  public let blockWidth: Int
  /// The height of a block, in source pixels.
  public let blockHeight: Int
  /// The size of the reduced picture in pixels; blocks cut by the right or bottom edge are
  /// included.
  public let size: PixelSize

  /// The maximum side of a block, in source pixels, so that the sum of a channel over a row of the
  /// block fits into 16 bits.
  private static let maxBlockSide = 256

  /// Makes a reduction by blocks of `across` × `down` pixels, each clamped to 1…256, of a picture
  /// of size `source`.
  public init(_ source: PixelSize, across: Int, down: Int) {
    self.blockWidth = max(1, min(Self.maxBlockSide, across))
    self.blockHeight = max(1, min(Self.maxBlockSide, down))
    size = PixelSize(
      width: (source.width + self.blockWidth - 1) / self.blockWidth,
      height: (source.height + self.blockHeight - 1) / self.blockHeight)
  }

  /// Writes the rows `band` of the reduced picture into `buffer`; nil writes all rows. Disjoint
  /// bands may be written concurrently.
  ///
  /// - Complexity: O(source pixels of the band).
  public func run(_ view: PixelView, into buffer: PixelBuffer, band: Range<Int>? = nil) {
    precondition(buffer.size == size, "\(buffer.size) for \(size)")
    let sums = UnsafeMutablePointer<ChannelSums>.allocate(capacity: size.width)
    defer { sums.deallocate() }
    for y in band ?? 0..<size.height {
      let row = buffer.bytes + y * buffer.stride
      let first = y * blockHeight
      let count = min(blockHeight, view.size.height - first)
      if blockWidth == 2, count == 2, view.size.width % 2 == 0 {
        halve(view.row(first), view.row(first + 1), into: row)
        continue
      }
      sums.initialize(repeating: ChannelSums(), count: size.width)
      for y in first..<first + count { add(view.row(y), view.size.width, to: sums) }
      for x in 0..<size.width {
        let count = min(blockWidth, view.size.width - x * blockWidth) * count
        row.storeBytes(of: sums[x].mean(of: count), toByteOffset: x * 4, as: SIMD4<UInt8>.self)
      }
    }
  }

  private func add(
    _ row: UnsafeRawPointer, _ width: Int, to sums: UnsafeMutablePointer<ChannelSums>
  ) {
    var x = 0
    var block = sums
    while x < width {
      let end = min(x + blockWidth, width)
      // A block has at most 256 columns, so the sums of its row fit in 16 bits.
      var (even, odd): (UInt32, UInt32) = (0, 0)
      while x < end {
        let pixel = (row + x * 4).loadUnaligned(as: UInt32.self)
        even &+= pixel & Self.evenBytes
        odd &+= pixel &>> 8 & Self.evenBytes
        x += 1
      }
      block.pointee.add(even, odd)
      block += 1
    }
  }

  /// The mask of the first and the third byte of a pixel.
  private static let evenBytes: UInt32 = 0x00FF_00FF

  /// Averages blocks of 2 × 2 pixels of two rows into one row of half the width; each mean is
  /// rounded to nearest.
  private func halve(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, into out: UnsafeMutableRawPointer
  ) {
    // The sums of two neighbouring pixels are computed in one 64-bit word.
    let mask: UInt64 = 0x00FF_00FF_00FF_00FF
    for x in 0..<size.width {
      let above = (upper + x &* 8).loadUnaligned(as: UInt64.self)
      let below = (lower + x &* 8).loadUnaligned(as: UInt64.self)
      let evens = (above & mask) &+ (below & mask)
      let odds = (above &>> 8 & mask) &+ (below &>> 8 & mask)
      let even = UInt32(truncatingIfNeeded: evens &+ evens &>> 32) &+ 0x0002_0002
      let odd = UInt32(truncatingIfNeeded: odds &+ odds &>> 32) &+ 0x0002_0002
      let mean = even &>> 2 & Self.evenBytes | (odd &>> 2 & Self.evenBytes) &<< 8
      out.storeBytes(of: mean, toByteOffset: x &* 4, as: UInt32.self)
    }
  }
}

/// The sums of the four channels of a block of pixels: at most 256 × 256 × 255, which a Float
/// represents exactly.
private struct ChannelSums {
  private var sums = SIMD4<UInt32>()

  /// Adds the channel sums of one row of a block, two in the 16-bit halves of each word: blue and
  /// red in `even`, green and alpha in `odd`.
  @inline(__always)
  mutating func add(_ even: UInt32, _ odd: UInt32) {
    sums &+= SIMD4(even & 0xFFFF, odd & 0xFFFF, even &>> 16, odd &>> 16)
  }

  @inline(__always)
  func mean(of count: Int) -> SIMD4<UInt8> {
    let means =
      SIMD4(Float(sums[0]), Float(sums[1]), Float(sums[2]), Float(sums[3])) * (1 / Float(count))
    return SIMD4(truncatingIfNeeded: FloatBits.roundedIntegers(means))
  }
}

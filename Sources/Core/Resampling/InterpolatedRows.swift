import CKernels
import Pixels

/// A cache of two source rows interpolated horizontally: each row is computed once, although it
/// contributes to several output rows.
struct InterpolatedRows {
  private let view: PixelView
  private let columnCount: Int
  private let usesAVX2: Bool
  /// The number of pairs of output columns; an unpaired last column is paired with source column 0.
  private let pairCount: Int
  private let offsets: UnsafeMutablePointer<SIMD2<Int32>>
  private let shares: UnsafeMutablePointer<SIMD8<UInt16>>
  /// The two interpolated rows computed last: row y is at index (y mod 2) × ``pairCount``. Memory
  /// for one more pair follows, because reading the last pixel also reads the memory after it.
  private let ring: UnsafeMutablePointer<SIMD8<UInt16>>
  private var heldRows = (-1, -1)
  private let lowerWeight: UnsafeMutablePointer<SIMD8<Int16>>

  init(_ view: PixelView, _ columns: [(first: Int, share: Int)], usesAVX2: Bool) {
    self.view = view
    self.usesAVX2 = usesAVX2
    columnCount = columns.count
    pairCount = (columnCount + 1) / 2
    offsets = .allocate(capacity: pairCount)
    shares = .allocate(capacity: pairCount)
    ring = .allocate(capacity: 2 * pairCount + 1)
    ring.initialize(repeating: SIMD8(), count: 2 * pairCount + 1)
    lowerWeight = .allocate(capacity: 1)
    for pair in 0..<pairCount {
      let left = columns[2 * pair]
      let right = 2 * pair + 1 < columnCount ? columns[2 * pair + 1] : (first: 0, share: 0)
      (offsets + pair).initialize(to: SIMD2(Int32(left.first * 4), Int32(right.first * 4)))
      (shares + pair).initialize(
        to: SIMD8(
          lowHalf: SIMD4(repeating: UInt16(left.share)),
          highHalf: SIMD4(repeating: UInt16(right.share))))
    }
  }

  /// Writes an output row: a mixture of the interpolated source row `y` and the next one, whose
  /// weight is `share` in 128ths.
  ///
  /// - Parameter stride: the distance in bytes from `out` to the next output row, whose memory is
  ///   prefetched.
  mutating func blend(from y: Int, share: Int, into out: UnsafeMutableRawPointer, stride: Int) {
    let upper = row(y)
    let lower = row(min(y + 1, view.size.height - 1))
    lowerWeight.initialize(to: SIMD8(repeating: Int16(truncatingIfNeeded: share << 9)))
    EnlargementKernels.blend(
      share == Enlargement.AxisMapping.fullWeight ? lower : upper, lower, share: lowerWeight,
      count: columnCount * 4,
      usesAVX2: usesAVX2, into: out, stride: stride)
  }

  /// The horizontally interpolated source row `y`, valid until another row with the same parity is
  /// requested.
  private mutating func row(_ y: Int) -> UnsafeRawPointer {
    let isOdd = y & 1 == 1
    let memory = ring + (isOdd ? pairCount : 0)
    if (isOdd ? heldRows.1 : heldRows.0) != y {
      EnlargementKernels.gather(
        view.row(y), stride: view.stride, offsets, shares, count: pairCount, usesAVX2: usesAVX2,
        into: memory)
      if isOdd { heldRows.1 = y } else { heldRows.0 = y }
    }
    return UnsafeRawPointer(memory)
  }

  func close() {
    offsets.deallocate()
    shares.deallocate()
    ring.deallocate()
    lowerWeight.deallocate()
  }
}

/// The inner loops of enlarging. The AVX2 versions in C process whole groups of pixels, and the
/// Swift loops the remainder. The Swift loops are written so that the compiler emits one vector
/// instruction for each step.
private enum EnlargementKernels {
  /// Interpolates `count` pairs of pixels horizontally, with seven fractional bits, without
  /// rounding.
  static func gather(
    _ row: UnsafeRawPointer, stride: Int, _ offsets: UnsafePointer<SIMD2<Int32>>,
    _ shares: UnsafePointer<SIMD8<UInt16>>, count: Int, usesAVX2: Bool,
    into out: UnsafeMutablePointer<SIMD8<UInt16>>
  ) {
    let first =
      usesAVX2
      ? kernels_blend_across(
        row, UnsafeRawPointer(offsets), UnsafeRawPointer(shares), 2 * count, stride,
        UnsafeMutableRawPointer(out)) / 2 : 0
    for pair in first..<count {
      kernels_prefetch_for_reading(row + (stride &+ Int(offsets[pair].x)))
      let left = (row + Int(offsets[pair].x)).loadUnaligned(as: SIMD2<UInt32>.self)
      let right = (row + Int(offsets[pair].y)).loadUnaligned(as: SIMD2<UInt32>.self)
      var bytes = SIMD32<UInt8>()
      bytes.evenHalf = unsafeBitCast(
        SIMD4(left.x, right.x, left.y, right.y), to: SIMD16<UInt8>.self)
      let wide = unsafeBitCast(bytes, to: SIMD16<UInt16>.self)
      out[pair] = wide.lowHalf &<< 7 &+ (wide.highHalf &- wide.lowHalf) &* shares[pair]
    }
  }

  /// Interpolates two rows vertically and stores `count` bytes.
  ///
  /// - Parameter share: the weight of the lower row in 65536ths. For one half and more, the signed
  ///   16-bit value is negative, which is 65536 too small; in that case the lower row is the base
  ///   of the addition. The weight is in memory, because the compiler would widen a loop constant
  ///   before the loop, and not see that 16-bit products suffice.
  static func blend(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, share: UnsafePointer<SIMD8<Int16>>,
    count: Int, usesAVX2: Bool, into out: UnsafeMutableRawPointer, stride: Int
  ) {
    let base = share.pointee[0] < 0 ? lower : upper
    var i = usesAVX2 ? kernels_blend_down(upper, lower, share.pointee[0], count, stride, out) : 0
    while i &+ 16 <= count {
      kernels_prefetch_for_writing(out + (stride &+ i))
      let both = SIMD16(
        lowHalf: blendEight(upper, lower, base, share, at: 2 &* i),
        highHalf: blendEight(upper, lower, base, share, at: 2 &* i &+ 16))
      out.storeBytes(
        of: SIMD16<UInt8>(truncatingIfNeeded: both), toByteOffset: i, as: SIMD16<UInt8>.self)
      i = i &+ 16
    }
    while i < count {
      let four = blendEight(upper, lower, base, share, at: 2 &* i).lowHalf
      out.storeBytes(
        of: SIMD4<UInt8>(truncatingIfNeeded: four), toByteOffset: i, as: SIMD4<UInt8>.self)
      i = i &+ 4
    }
  }

  @inline(__always)
  private static func blendEight(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ base: UnsafeRawPointer,
    _ share: UnsafePointer<SIMD8<Int16>>, at offset: Int
  ) -> SIMD8<Int16> {
    let above = (upper + offset).loadUnaligned(as: SIMD8<Int16>.self)
    let below = (lower + offset).loadUnaligned(as: SIMD8<Int16>.self)
    let product =
      SIMD8<Int32>(truncatingIfNeeded: below &- above)
      &* SIMD8<Int32>(truncatingIfNeeded: share.pointee)
    let added = SIMD8<Int16>(truncatingIfNeeded: product &>> 16)
    return ((base + offset).loadUnaligned(as: SIMD8<Int16>.self) &+ added) &>> 7 & 255
  }
}

import CKernels
import Pixels

/// Rows of a picture, blended across: each is made once, although it is part of several rows of what
/// is drawn.
struct BlendedRows {
  private let view: PixelView
  private let count: Int
  private let isWide: Bool
  /// Pairs of columns; a last one without a partner has the picture's first column for one.
  private let pairs: Int
  private let offsets: UnsafeMutablePointer<SIMD2<Int32>>
  private let shares: UnsafeMutablePointer<SIMD8<UInt16>>
  /// Row y is at y mod 2; one more follows, for the last pixel is read with what is beside it.
  private let ring: UnsafeMutablePointer<SIMD8<UInt16>>
  private var held = (-1, -1)
  private let lowerShare: UnsafeMutablePointer<SIMD8<Int16>>

  init(_ view: PixelView, _ columns: [(first: Int, share: Int)], isWide: Bool) {
    self.view = view
    self.isWide = isWide
    count = columns.count
    pairs = (count + 1) / 2
    offsets = .allocate(capacity: pairs)
    shares = .allocate(capacity: pairs)
    ring = .allocate(capacity: 2 * pairs + 1)
    ring.initialize(repeating: SIMD8(), count: 2 * pairs + 1)
    lowerShare = .allocate(capacity: 1)
    for pair in 0..<pairs {
      let left = columns[2 * pair]
      let right = 2 * pair + 1 < count ? columns[2 * pair + 1] : (first: 0, share: 0)
      (offsets + pair).initialize(to: SIMD2(Int32(left.first * 4), Int32(right.first * 4)))
      (shares + pair).initialize(
        to: SIMD8(
          lowHalf: SIMD4(repeating: UInt16(left.share)),
          highHalf: SIMD4(repeating: UInt16(right.share))))
    }
  }

  /// Blends row `y` and the one after it, `share` 128ths of that.
  ///
  /// - Parameter stride: bytes from `out` to the row that is likely to come next.
  mutating func blend(from y: Int, share: Int, into out: UnsafeMutableRawPointer, stride: Int) {
    let upper = row(y)
    let lower = row(min(y + 1, view.size.height - 1))
    lowerShare.initialize(to: SIMD8(repeating: Int16(truncatingIfNeeded: share << 9)))
    EnlargementKernels.blend(
      share == Enlargement.Axis.one ? lower : upper, lower, share: lowerShare, count: count * 4,
      isWide: isWide, into: out, stride: stride)
  }

  /// Row `y`, valid until the one after the next is asked for.
  private mutating func row(_ y: Int) -> UnsafeRawPointer {
    let isOdd = y & 1 == 1
    let place = ring + (isOdd ? pairs : 0)
    if (isOdd ? held.1 : held.0) != y {
      EnlargementKernels.gather(
        view.row(y), stride: view.stride, offsets, shares, count: pairs, isWide: isWide,
        into: place)
      if isOdd { held.1 = y } else { held.0 = y }
    }
    return UnsafeRawPointer(place)
  }

  func close() {
    offsets.deallocate()
    shares.deallocate()
    ring.deallocate()
    lowerShare.deallocate()
  }
}

/// The inner loops: those for 32 bytes at once as far as they go, then those in Swift, written so
/// that the compiler has one vector instruction for each step of them.
private enum EnlargementKernels {
  /// Blends `count` pairs of pixels across: seven bits below the point, nothing is lost.
  static func gather(
    _ row: UnsafeRawPointer, stride: Int, _ offsets: UnsafePointer<SIMD2<Int32>>,
    _ shares: UnsafePointer<SIMD8<UInt16>>, count: Int, isWide: Bool,
    into out: UnsafeMutablePointer<SIMD8<UInt16>>
  ) {
    let first =
      isWide
      ? kernels_blend_across(
        row, UnsafeRawPointer(offsets), UnsafeRawPointer(shares), 2 * count, stride,
        UnsafeMutableRawPointer(out)) / 2 : 0
    for pair in first..<count {
      kernels_will_read(row + (stride &+ Int(offsets[pair].x)))
      let left = (row + Int(offsets[pair].x)).loadUnaligned(as: SIMD2<UInt32>.self)
      let right = (row + Int(offsets[pair].y)).loadUnaligned(as: SIMD2<UInt32>.self)
      var bytes = SIMD32<UInt8>()
      bytes.evenHalf = unsafeBitCast(
        SIMD4(left.x, right.x, left.y, right.y), to: SIMD16<UInt8>.self)
      let wide = unsafeBitCast(bytes, to: SIMD16<UInt16>.self)
      out[pair] = wide.lowHalf &<< 7 &+ (wide.highHalf &- wide.lowHalf) &* shares[pair]
    }
  }

  /// Blends two rows down and stores `count` bytes.
  ///
  /// - Parameter share: 65536ths of the lower row; from half on negative, as 65536 of them too many
  ///   are gone: then the lower row is what is added to. In memory, for a loop's constant is widened
  ///   before it, and the compiler no longer sees that products of 16 bits are enough.
  static func blend(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, share: UnsafePointer<SIMD8<Int16>>,
    count: Int, isWide: Bool, into out: UnsafeMutableRawPointer, stride: Int
  ) {
    let base = share.pointee[0] < 0 ? lower : upper
    var i = isWide ? kernels_blend_down(upper, lower, share.pointee[0], count, stride, out) : 0
    while i &+ 16 <= count {
      kernels_will_write(out + (stride &+ i))
      let both = SIMD16(
        lowHalf: eight(upper, lower, base, share, at: 2 &* i),
        highHalf: eight(upper, lower, base, share, at: 2 &* i &+ 16))
      out.storeBytes(
        of: SIMD16<UInt8>(truncatingIfNeeded: both), toByteOffset: i, as: SIMD16<UInt8>.self)
      i = i &+ 16
    }
    while i < count {
      let four = eight(upper, lower, base, share, at: 2 &* i).lowHalf
      out.storeBytes(
        of: SIMD4<UInt8>(truncatingIfNeeded: four), toByteOffset: i, as: SIMD4<UInt8>.self)
      i = i &+ 4
    }
  }

  @inline(__always)
  private static func eight(
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

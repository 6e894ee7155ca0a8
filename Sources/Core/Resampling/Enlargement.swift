import CKernels
public import Pixels

/// A picture made larger, each pixel between the four it lies between: what moves is drawn so.
///
/// Pixel for pixel what Pixman makes of `PIXMAN_FILTER_BILINEAR` and `PIXMAN_REPEAT_PAD`, in half its
/// time: Pixman begins anew with every row, here the rows that are between the same two of the picture
/// have those in common.
///
/// - Source: pixman 0.42, `pixman-sse2.c`, `scaled_bilinear_scanline_sse2_8888_8888`: fractions are
///   128ths, what is beyond the last of them is dropped, and so is what is beyond the byte.
public struct Enlargement: Sendable {
  /// Where pixels of a picture are along one axis, in its own: `pixel × step + start`, in 65536ths.
  public struct Axis: Hashable, Sendable {
    /// From one pixel to the next; at most 1, or some of the picture is left out.
    public let step: Int
    /// Where the left or upper edge of pixel 0 is.
    public let start: Int

    /// Makes an axis.
    public init(step: Int, start: Int) {
      self.step = step
      self.start = start
    }
  }

  /// Columns of what is drawn.
  private let across: Axis
  /// Rows of what is drawn.
  private let down: Axis
  /// True to compute 32 bytes at once: the result is the same.
  private let isWide: Bool

  /// True where the processor computes 32 bytes at once.
  package static let isWideHere = kernels_are_wide()

  /// Makes an enlargement.
  public init(across: Axis, down: Axis) {
    self.init(across: across, down: down, isWide: Self.isWideHere)
  }

  /// Makes one that computes 32 bytes at once or does not; only where ``isWideHere``.
  package init(across: Axis, down: Axis, isWide: Bool) {
    precondition(!isWide || Self.isWideHere)
    self.across = across
    self.down = down
    self.isWide = isWide
  }

  /// Draws `columns` of `rows` of `buffer`; other rows of it may be drawn at the same time.
  ///
  /// - Parameter view: at least two pixels wide.
  /// - Complexity: O(pixels).
  public func run(
    _ view: PixelView, into buffer: PixelBuffer, columns: Range<Int>, rows: Range<Int>
  ) {
    precondition(view.size.width > 1 && view.size.height > 0, "\(view.size)")
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= buffer.size.width && rows.lowerBound >= 0
        && rows.upperBound <= buffer.size.height, "\(columns) \(rows) of \(buffer.size)")
    guard !columns.isEmpty else { return }
    var blended = BlendedRows(
      view, columns.map { across.place($0, of: view.size.width) }, isWide: isWide)
    defer { blended.close() }
    for y in rows {
      let place = down.place(y, of: view.size.height)
      blended.blend(
        from: place.first, share: place.share,
        into: buffer.bytes + y * buffer.stride + columns.lowerBound * 4)
    }
  }
}

extension Enlargement.Axis {
  /// All of a pixel.
  fileprivate static var one: Int { 128 }

  /// The pixel before the middle of pixel `i`, of `count`, and how much of the next one there is in
  /// it. The first and the last go on for ever; where there is a pixel after the last, all of it is
  /// the last.
  fileprivate func place(_ i: Int, of count: Int) -> (first: Int, share: Int) {
    let position = i * step + (step + 1) / 2 + start - 32768
    let first = position >> 16
    if first < 0 { return (0, 0) }
    if first >= count - 1 { return (max(0, count - 2), Self.one) }
    return (first, position >> 9 & 127)
  }
}

/// Rows of a picture, blended across: each is made once, although it is part of several rows of what
/// is drawn.
private struct BlendedRows {
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
  mutating func blend(from y: Int, share: Int, into out: UnsafeMutableRawPointer) {
    let upper = row(y)
    let lower = row(min(y + 1, view.size.height - 1))
    lowerShare.initialize(to: SIMD8(repeating: Int16(truncatingIfNeeded: share << 9)))
    EnlargementKernels.blend(
      share == Enlargement.Axis.one ? lower : upper, lower, share: lowerShare, count: count * 4,
      isWide: isWide, into: out)
  }

  /// Row `y`, valid until the one after the next is asked for.
  private mutating func row(_ y: Int) -> UnsafeRawPointer {
    let isOdd = y & 1 == 1
    let place = ring + (isOdd ? pairs : 0)
    if (isOdd ? held.1 : held.0) != y {
      EnlargementKernels.gather(
        view.row(y), offsets, shares, count: pairs, isWide: isWide, into: place)
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

/// The inner loops, written so that the compiler has one vector instruction for each step of them.
private enum EnlargementKernels {
  /// Blends `count` pairs of pixels across: seven bits below the point, nothing is lost.
  static func gather(
    _ row: UnsafeRawPointer, _ offsets: UnsafePointer<SIMD2<Int32>>,
    _ shares: UnsafePointer<SIMD8<UInt16>>, count: Int, isWide: Bool,
    into out: UnsafeMutablePointer<SIMD8<UInt16>>
  ) {
    let first =
      isWide
      ? kernels_blend_across(
        row, UnsafeRawPointer(offsets), UnsafeRawPointer(shares), 2 * count,
        UnsafeMutableRawPointer(out)) / 2 : 0
    for pair in first..<count {
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
    count: Int, isWide: Bool, into out: UnsafeMutableRawPointer
  ) {
    let base = share.pointee[0] < 0 ? lower : upper
    var i = isWide ? kernels_blend_down(upper, lower, share.pointee[0], count, out) : 0
    while i &+ 16 <= count {
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

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

  /// Makes an enlargement.
  public init(across: Axis, down: Axis) {
    self.across = across
    self.down = down
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
    var blended = BlendedRows(view, columns.map { across.place($0, of: view.size.width) })
    defer { blended.close() }
    for y in rows {
      let place = down.place(y, of: view.size.height)
      let (upper, lower) = blended.rows(from: place.first)
      EnlargementKernels.blend(
        place.share == Axis.one ? lower : upper, lower,
        share: UInt16(truncatingIfNeeded: place.share << 9), count: columns.count * 4,
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
  private let offsets: UnsafeMutablePointer<Int32>
  private let shares: UnsafeMutablePointer<SIMD8<UInt16>>
  /// Row y is at y mod 2.
  private let ring: UnsafeMutablePointer<SIMD4<UInt16>>
  private var held = (-1, -1)

  init(_ view: PixelView, _ columns: [(first: Int, share: Int)]) {
    self.view = view
    count = columns.count
    offsets = .allocate(capacity: count)
    shares = .allocate(capacity: count)
    ring = .allocate(capacity: 2 * count)
    for (x, column) in columns.enumerated() {
      let share = UInt16(column.share)
      let rest = 128 - share
      (offsets + x).initialize(to: Int32(column.first * 4))
      (shares + x).initialize(to: SIMD8(rest, rest, rest, rest, share, share, share, share))
    }
  }

  /// Row `y` and the one after it, valid until the next call.
  mutating func rows(from y: Int) -> (UnsafePointer<UInt16>, UnsafePointer<UInt16>) {
    (row(y), row(min(y + 1, view.size.height - 1)))
  }

  private mutating func row(_ y: Int) -> UnsafePointer<UInt16> {
    let isOdd = y & 1 == 1
    let place = ring + (isOdd ? count : 0)
    if (isOdd ? held.1 : held.0) != y {
      EnlargementKernels.gather(view.row(y), offsets, shares, count: count, into: place)
      if isOdd { held.1 = y } else { held.0 = y }
    }
    return UnsafeRawPointer(place).assumingMemoryBound(to: UInt16.self)
  }

  func close() {
    offsets.deallocate()
    shares.deallocate()
    ring.deallocate()
  }
}

/// The inner loops.
private enum EnlargementKernels {
  /// Blends a row across: seven bits below the point, nothing is lost.
  static func gather(
    _ row: UnsafeRawPointer, _ offsets: UnsafePointer<Int32>,
    _ shares: UnsafePointer<SIMD8<UInt16>>, count: Int,
    into out: UnsafeMutablePointer<SIMD4<UInt16>>
  ) {
    for x in 0..<count {
      var wide = SIMD16<UInt8>()
      wide.evenHalf = (row + Int(offsets[x])).loadUnaligned(as: SIMD8<UInt8>.self)
      let both = unsafeBitCast(wide, to: SIMD8<UInt16>.self) &* shares[x]
      out[x] = both.lowHalf &+ both.highHalf
    }
  }

  /// Blends two rows down, `share` 65536ths of the lower one, and stores `count` bytes.
  ///
  /// The difference may be negative, the product is of numbers that are not: what that adds is taken
  /// away again. Written so, the compiler has one instruction for eight products.
  static func blend(
    _ upper: UnsafePointer<UInt16>, _ lower: UnsafePointer<UInt16>, share: UInt16, count: Int,
    into out: UnsafeMutableRawPointer
  ) {
    let out = out.assumingMemoryBound(to: UInt8.self)
    for i in 0..<count {
      let difference = lower[i] &- upper[i]
      let sign = UInt16(bitPattern: Int16(bitPattern: difference) &>> 15)
      let product = UInt16(truncatingIfNeeded: (UInt32(difference) &* UInt32(share)) &>> 16)
      out[i] = UInt8(truncatingIfNeeded: (upper[i] &+ product &- (sign & share)) &>> 7)
    }
  }
}

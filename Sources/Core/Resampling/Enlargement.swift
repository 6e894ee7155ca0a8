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
        into: buffer.bytes + y * buffer.stride + columns.lowerBound * 4, stride: buffer.stride)
    }
  }
}

extension Enlargement.Axis {
  /// All of a pixel.
  static var one: Int { 128 }

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

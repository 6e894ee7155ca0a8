import CKernels
public import Pixels

/// A bilinear enlargement of a picture, for pictures in motion.
///
/// The result equals that of Pixman with `PIXMAN_FILTER_BILINEAR` and `PIXMAN_REPEAT_PAD` pixel for
/// pixel, in half the time: output rows between the same two source rows share the horizontal
/// interpolation, which Pixman repeats for every row.
///
/// - Source: pixman 0.42, `pixman-sse2.c`, `scaled_bilinear_scanline_sse2_8888_8888`: weights are
///   in 128ths, and fractions are truncated, of the weights as well as of the result.
public struct Enlargement: Sendable {
  /// The mapping from output to source pixels along one axis: `pixel × step + start`, in 65536ths
  /// of a source pixel.
  public struct AxisMapping: Hashable, Sendable {
    /// The distance between two output pixels, in 65536ths of a source pixel; with more than 65536,
    /// source pixels are skipped.
    public let step: Int
    /// The position of the left or top edge of output pixel 0, in 65536ths of a source pixel.
    public let start: Int

    public init(step: Int, start: Int) {
      self.step = step
      self.start = start
    }
  }

  /// The mapping of columns.
  private let across: AxisMapping
  /// The mapping of rows.
  private let down: AxisMapping
  /// Whether the enlargement uses the AVX2 kernels, which process 32 bytes at once; the result is
  /// the same without them.
  private let usesAVX2: Bool

  /// Whether the processor can run the AVX2 kernels.
  package static let supportsAVX2 = kernels_have_avx2()

  public init(across: AxisMapping, down: AxisMapping) {
    self.init(across: across, down: down, usesAVX2: Self.supportsAVX2)
  }

  /// Makes an enlargement with or without the AVX2 kernels, for tests; `usesAVX2` requires
  /// ``supportsAVX2``.
  package init(across: AxisMapping, down: AxisMapping, usesAVX2: Bool) {
    precondition(!usesAVX2 || Self.supportsAVX2)
    self.across = across
    self.down = down
    self.usesAVX2 = usesAVX2
  }

  /// Draws the pixels in `columns` and `rows` of the enlarged picture into `buffer`. Disjoint
  /// ranges of rows may be drawn concurrently.
  ///
  /// - Parameter view: the source picture, at least two pixels wide.
  /// - Complexity: O(pixels drawn).
  public func run(
    _ view: PixelView, into buffer: PixelBuffer, columns: Range<Int>, rows: Range<Int>
  ) {
    precondition(view.size.width > 1 && view.size.height > 0, "\(view.size)")
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= buffer.size.width && rows.lowerBound >= 0
        && rows.upperBound <= buffer.size.height, "\(columns) \(rows) of \(buffer.size)")
    guard !columns.isEmpty else { return }
    var blended = InterpolatedRows(
      view, columns.map { across.sourcePosition($0, of: view.size.width) }, usesAVX2: usesAVX2)
    defer { blended.close() }
    for y in rows {
      let source = down.sourcePosition(y, of: view.size.height)
      blended.blend(
        from: source.first, share: source.share,
        into: buffer.bytes + y * buffer.stride + columns.lowerBound * 4, stride: buffer.stride)
    }
  }
}

extension Enlargement.AxisMapping {
  /// The weight 1 of a pixel, in 128ths.
  static var fullWeight: Int { 128 }

  /// The index of the source pixel at or before the centre of output pixel `i`, of `count` source
  /// pixels, and the weight of the next one in 128ths. Positions outside the picture repeat its
  /// edge pixels; at the last pixel the result is the index before, with the whole weight on the
  /// last.
  fileprivate func sourcePosition(_ i: Int, of count: Int) -> (first: Int, share: Int) {
    let position = i * step + (step + 1) / 2 + start - 32768
    let first = position >> 16
    if first < 0 { return (0, 0) }
    if first >= count - 1 { return (max(0, count - 2), Self.fullWeight) }
    return (first, position >> 9 & 127)
  }
}

import CKernels
package import Geometry
package import Pixels
import RealModule

/// The drawing of a picture that fills a rectangle and is rotated about the centre of the
/// rectangle, over a background.
///
/// Pixels are interpolated bilinearly. Pixels at the edges are covered in proportion to their area
/// inside the rotated rectangle; beyond its edge the picture repeats its last pixels, so that
/// nothing transparent bleeds in.
package struct RotatedPicture: Sendable {
  private let picture: PixelView
  private let isOpaque: Bool
  /// Whether the drawing uses the AVX2 kernel; the result is the same without that kernel.
  private let usesAVX2: Bool
  /// The position in the picture, in its pixels, that the centre of the target's first pixel shows.
  private let startPosition: (u: Double, v: Double)
  /// The step in the picture, in its pixels, from one column of the target to the next.
  private let columnStep: (u: Double, v: Double)
  /// The step in the picture, in its pixels, from one row of the target to the next.
  private let rowStep: (u: Double, v: Double)
  /// The number of picture pixels per target pixel, along the axes of the picture.
  private let reduction: (u: Double, v: Double)
  private let edge: SlantedEdge

  /// The number of fractional bits of a fixed-point position in the picture.
  private static let fractionBits = 32
  /// The fixed-point representation of a length of one pixel.
  private static let fixedPointOne = Double(1 << fractionBits)
  /// The width, in columns, of the strips in which the picture is drawn. The cache lines that a row
  /// of the strip reads, one for each pixel if the picture is turned by 90°, stay in the
  /// processor's cache for the rows below.
  private static let stripWidth = 512
  /// The number of rows by which memory is prefetched. With fewer rows the processor waits for
  /// memory; with more, cache lines are evicted before they are needed.
  private static let prefetchedRowDistance = 12
  /// The distance, in pixels, from the end of a range of columns within which a rounding error
  /// could change the pixel.
  private static let safetyMargin = 0.01

  /// Whether a picture of `size` pixels can be drawn in `rect`: within the limits of the
  /// initializer.
  package static func canDraw(_ size: PixelSize, in rect: Rect) -> Bool {
    let sides = 2...1 << 20
    guard sides.contains(size.width), sides.contains(size.height),
      rect.width * maxReduction >= Double(size.width),
      rect.height * maxReduction >= Double(size.height)
    else { return false }
    return [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { abs($0) <= maxCoordinate }
  }

  private static let maxReduction = 64.0
  private static let maxCoordinate = 1e6

  /// Prepares the drawing of a rotated picture.
  ///
  /// - Parameters:
  ///   - picture: premultiplied pixels, at least 2 and at most 2²⁰ wide and high.
  ///   - isOpaque: whether the alpha of every pixel of the picture is 255.
  ///   - rect: the rectangle that the picture fills before the rotation, in pixels of the target;
  ///     at least a 64th of the picture's size on each axis, and within ±10⁶ pixels.
  ///   - angle: the rotation, clockwise, in radians.
  ///   - usesAVX2: whether the AVX2 kernel is used; it requires ``Enlargement/supportsAVX2``.
  package init(
    _ picture: PixelView, isOpaque: Bool, in rect: Rect, rotatedBy angle: Double,
    usesAVX2: Bool = Enlargement.supportsAVX2
  ) {
    precondition(!usesAVX2 || Enlargement.supportsAVX2)
    self.picture = picture
    self.isOpaque = isOpaque
    self.usesAVX2 = usesAVX2
    precondition(Self.canDraw(picture.size, in: rect), "\(picture.size) \(rect)")
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    let (width, height) = (Double(picture.size.width), Double(picture.size.height))
    reduction = (width / rect.width, height / rect.height)
    columnStep = (cosine * reduction.u, -sine * reduction.v)
    rowStep = (sine * reduction.u, cosine * reduction.v)
    let (x, y) = (0.5 - rect.midX, 0.5 - rect.midY)
    startPosition = (
      x * columnStep.u + y * rowStep.u + width / 2, x * columnStep.v + y * rowStep.v + height / 2
    )
    edge = SlantedEdge(sine: sine, cosine: cosine)
  }

  /// Draws the part of the rotated picture that lies in `columns` and `rows` of `target`. Disjoint
  /// parts may be drawn concurrently.
  ///
  /// - Parameter background: the pixel that fills the target around the picture; nil leaves the
  ///   target unchanged there.
  /// - Complexity: O(pixels), about three nanoseconds each.
  package func draw(
    into target: PixelBuffer, columns: Range<Int>, rows: Range<Int>, background: UInt32? = nil
  ) {
    precondition(
      columns.clamped(to: 0..<target.size.width) == columns
        && rows.clamped(to: 0..<target.size.height) == rows,
      "\(columns) \(rows) of \(target.size)")
    for left in stride(from: columns.lowerBound, to: columns.upperBound, by: Self.stripWidth) {
      let strip = left..<min(columns.upperBound, left + Self.stripWidth)
      for y in rows {
        let line = Row(number: y, bytes: target.bytes + y * target.stride, stride: target.stride)
        draw(line, strip, background)
      }
    }
  }

  /// A row of pixels of the target.
  private struct Row {
    var number: Int
    var bytes: UnsafeMutableRawPointer
    /// The distance to the next row of the target, in bytes.
    var stride: Int

    func fill(_ columns: Range<Int>, _ pixel: UInt32) {
      guard !columns.isEmpty else { return }
      (bytes + columns.lowerBound * 4).initializeMemory(
        as: UInt32.self, repeating: pixel, count: columns.count)
    }
  }

  private func draw(_ target: Row, _ columns: Range<Int>, _ background: UInt32?) {
    let u = startPosition.u + Double(target.number) * rowStep.u
    let v = startPosition.v + Double(target.number) * rowStep.v
    let fullCoverageDistance = edge.fullCoverageDistance
    let covered = columnsInside(
      columns, u, v, (-fullCoverageDistance * reduction.u, -fullCoverageDistance * reduction.v))
    // In `inner`, all four pixels around a position are in the picture, and the coverage is
    // complete.
    let margin = (
      max(fullCoverageDistance * reduction.u, 0.5) + Self.safetyMargin,
      max(fullCoverageDistance * reduction.v, 0.5) + Self.safetyMargin
    )
    let inner = rangeIfSafe(columnsInside(columns, u, v, margin).clamped(to: covered), u, v)
    if let background {
      let kept = isOpaque ? inner : inner.lowerBound..<inner.lowerBound
      target.fill(columns.lowerBound..<kept.lowerBound, background)
      target.fill(kept.upperBound..<columns.upperBound, background)
    }
    drawEdge(covered.lowerBound..<inner.lowerBound, u, v, into: target)
    drawInner(inner, u, v, into: target)
    drawEdge(inner.upperBound..<covered.upperBound, u, v, into: target)
  }

  /// The columns of a target row whose positions lie inside the picture, at least `margin` picture
  /// pixels from its edges; (`u`, `v`) is the position of column 0.
  private func columnsInside(
    _ columns: Range<Int>, _ u: Double, _ v: Double, _ margin: (u: Double, v: Double)
  ) -> Range<Int> {
    let across = Self.columnsInside(
      columns, u, columnStep.u, margin.u...max(margin.u, Double(picture.size.width) - margin.u))
    let down = Self.columnsInside(
      columns, v, columnStep.v, margin.v...max(margin.v, Double(picture.size.height) - margin.v))
    let first = max(across.lowerBound, down.lowerBound)
    return first..<max(first, min(across.upperBound, down.upperBound))
  }

  /// The columns at which `start + column × step` lies in `values`.
  private static func columnsInside(
    _ columns: Range<Int>, _ start: Double, _ step: Double, _ values: ClosedRange<Double>
  ) -> Range<Int> {
    // With smaller steps, the position changes by less than a thousandth of a pixel along the
    // longest row.
    guard abs(step) > 1e-8 else {
      let middle = start + step * Double(columns.lowerBound)
      return values.contains(middle) ? columns : columns.lowerBound..<columns.lowerBound
    }
    let ends = ((values.lowerBound - start) / step, (values.upperBound - start) / step)
    func column(_ value: Double) -> Int {
      Int(max(Double(columns.lowerBound), min(Double(columns.upperBound), value)))
    }
    let first = column(min(ends.0, ends.1).rounded(.up))
    return first..<max(first, column(max(ends.0, ends.1).rounded(.down) + 1))
  }

  /// `range` if all four pixels around the fixed-point position of each column are in the picture;
  /// otherwise an empty range. Positions along a row lie between those at its ends.
  private func rangeIfSafe(_ range: Range<Int>, _ u: Double, _ v: Double) -> Range<Int> {
    let empty = range.lowerBound..<range.lowerBound
    guard let last = range.last else { return empty }
    let first = fixedPointPosition(u, v, range.lowerBound)
    let end = advanced(first, by: last - range.lowerBound)
    return isInside(first) && isInside(end) ? range : empty
  }

  private func isInside(_ position: (u: Int, v: Int)) -> Bool {
    let (x, y) = (position.u >> Self.fractionBits, position.v >> Self.fractionBits)
    return x >= 0 && y >= 0 && x < picture.size.width - 1 && y < picture.size.height - 1
  }

  /// The fixed-point position of column `x` in the picture, relative to the centre of its first
  /// pixel.
  private func fixedPointPosition(_ u: Double, _ v: Double, _ x: Int) -> (u: Int, v: Int) {
    // Weights have eight bits: adding half of the last bit rounds them.
    let half = 1.0 / 512 - 0.5
    return (
      Int(((u + Double(x) * columnStep.u + half) * Self.fixedPointOne).rounded()),
      Int(((v + Double(x) * columnStep.v + half) * Self.fixedPointOne).rounded())
    )
  }

  private var fixedStep: (u: Int, v: Int) {
    (
      Int((columnStep.u * Self.fixedPointOne).rounded()),
      Int((columnStep.v * Self.fixedPointOne).rounded())
    )
  }

  private func advanced(_ position: (u: Int, v: Int), by count: Int) -> (u: Int, v: Int) {
    let step = fixedStep
    return (position.u &+ count &* step.u, position.v &+ count &* step.v)
  }

  // MARK: Pixels

  private func drawInner(
    _ columns: Range<Int>, _ u: Double, _ v: Double, into target: Row
  ) {
    guard !columns.isEmpty else { return }
    let first = fixedPointPosition(u, v, columns.lowerBound)
    let step = fixedStep
    let (bytes, stride) = (picture.bytes, picture.stride)
    let out = target.bytes + columns.lowerBound * 4
    var done = 0
    if usesAVX2 {
      let prefetchedRowDistance = Double(Self.prefetchedRowDistance)
      let ahead = (u: rowStep.u * prefetchedRowDistance, v: rowStep.v * prefetchedRowDistance)
      done = kernels_rotate(
        bytes, stride, Int64(first.u), Int64(first.v), Int64(step.u), Int64(step.v), columns.count,
        !isOpaque, Int(ahead.v) * stride + Int(ahead.u) * 4,
        Self.prefetchedRowDistance * target.stride, out)
    }
    for i in done..<columns.count {
      let position = advanced(first, by: i)
      let value = Self.sample(bytes, stride, position.u, position.v)
      if isOpaque {
        WarpKernels.storeOpaque(value &<< 8, out + i * 4)
      } else {
        Self.blend(value, out + i * 4)
      }
    }
  }

  /// Draws pixels of a target row near the edges of the picture.
  private func drawEdge(
    _ columns: Range<Int>, _ u: Double, _ v: Double, into target: Row
  ) {
    let size = picture.size
    let last = (
      u: (size.width - 1) << Self.fractionBits - 1, v: (size.height - 1) << Self.fractionBits - 1
    )
    for x in columns {
      let (pu, pv) = (u + Double(x) * columnStep.u, v + Double(x) * columnStep.v)
      let (left, top) = (pu / reduction.u, pv / reduction.v)
      let right = (Double(size.width) - pu) / reduction.u
      let bottom = (Double(size.height) - pv) / reduction.v
      let share =
        edge.coverage(left) * edge.coverage(right) * edge.coverage(top) * edge.coverage(bottom)
      let weight = UInt16((share * 256).rounded())
      let position = fixedPointPosition(u, v, x)
      let value = Self.sample(
        picture.bytes, picture.stride, min(max(position.u, 0), last.u),
        min(max(position.v, 0), last.v))
      Self.blend((value &* weight &+ 128) &>> 8, target.bytes + x * 4)
    }
  }

  /// The bilinear interpolation of the four pixels around a fixed-point position.
  @inline(__always)
  private static func sample(
    _ bytes: UnsafeRawPointer, _ stride: Int, _ u: Int, _ v: Int
  ) -> SIMD4<UInt16> {
    let address = bytes + ((v &>> 32) &* stride &+ (u &>> 32) &* 4)
    let value = WarpKernels.sample(
      address, stride, across: UInt16(truncatingIfNeeded: u &>> 24 & 0xFF),
      down: UInt16(truncatingIfNeeded: v &>> 24 & 0xFF))
    return (value &+ 128) &>> 8
  }

  /// Blends the premultiplied colour `value` over the pixel at `address`.
  @inline(__always)
  private static func blend(_ value: SIMD4<UInt16>, _ address: UnsafeMutableRawPointer) {
    // With an alpha of 255, nothing of the background is left.
    let rest = 256 &- (value.w &+ value.w &>> 7)
    let below = WarpKernels.pixel(UnsafeRawPointer(address)) &>> 8
    WarpKernels.store((value &<< 8) &+ below &* rest &+ 128, address)
  }
}

/// The coverage of square pixels by the half-plane on one side of a slanted straight line.
private struct SlantedEdge {
  /// The length of a pixel's side, projected on the axis of the picture to which it is nearer.
  private let longProjection: Double
  /// The length of a pixel's side, projected on the axis of the picture from which it is farther.
  private let shortProjection: Double

  init(sine: Double, cosine: Double) {
    longProjection = max(abs(sine), abs(cosine))
    shortProjection = min(abs(sine), abs(cosine))
  }

  /// The distance of a pixel's centre from the line, in pixels, at which the pixel is just covered
  /// entirely.
  var fullCoverageDistance: Double { (longProjection + shortProjection) / 2 }

  /// The covered part of a pixel, 0…1.
  ///
  /// - Parameter distance: the distance from the line to the centre of the pixel, positive on the
  ///   covered side.
  func coverage(_ distance: Double) -> Double {
    let beyond = fullCoverageDistance - abs(distance)
    guard beyond > 0 else { return distance > 0 ? 1 : 0 }
    // The line cuts off a triangle near a corner, and a trapezoid elsewhere.
    let outer =
      beyond < shortProjection
      ? beyond * beyond / (2 * longProjection * shortProjection)
      : (beyond - shortProjection / 2) / longProjection
    return distance > 0 ? 1 - outer : outer
  }
}

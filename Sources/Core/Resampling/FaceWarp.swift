public import Geometry
public import Pixels

/// A warp that draws a page in perspective, turned about an axis. A table has, for each row or
/// column of screen pixels along the turn (a screen line), the visible page line, its reduction and
/// its brightness.
public struct FaceWarp: PageWarp {
  public let size: PixelSize
  private let axis: Axis
  /// The indices of the screen lines on which the page is visible.
  private let visibleLines: Range<Int>
  private let table: [ScreenLine]

  /// The part of the page that one screen line shows.
  private struct ScreenLine {
    /// The weights, in 256ths, of the page lines `firstSourceLine` (four lanes) and the next one
    /// (four lanes): interpolation and brightness combined.
    var weights: SIMD8<UInt16>
    /// The index of the first of the two adjacent lines of the page from which the screen line is
    /// interpolated.
    var firstSourceLine: Int32
    /// The number of page pixels per screen pixel along the line, in 65536ths.
    var reduction: Int32
    /// The distance from the end of the screen line to the visible face of the page, in pixels.
    var faceStart: Float
  }

  /// Makes the warp for a page of `size` pixels; with an invalid `face`, such as one with infinite
  /// values, nothing is drawn.
  public init(_ face: TurnedFace, size: PixelSize) {
    self.size = size
    axis = face.axis
    let extent = face.axis == .horizontal ? size.width : size.height
    let cross = face.axis == .horizontal ? size.height : size.width
    guard min(extent, cross) >= 2, face.isFinite else {
      visibleLines = 0..<0
      table = []
      return
    }
    var table: [ScreenLine] = []
    var start = 0
    for index in 0..<extent {
      guard let line = Self.line(of: face, at: index, extent: extent, cross: cross) else {
        // The visible lines of a flat page are contiguous, so the first invisible line after them
        // ends the table.
        if table.isEmpty { continue } else { break }
      }
      if table.isEmpty { start = index }
      table.append(line)
    }
    self.table = table
    visibleLines = start..<(start + table.count)
  }

  private static func line(
    of face: TurnedFace, at index: Int, extent: Int, cross: Int
  ) -> ScreenLine? {
    let half = Double(extent) / 2
    guard let u = face.pageCoordinate(seenAt: Double(index) + 0.5 - half), abs(u) <= half else {
      return nil
    }
    let reduction = face.reduction(at: u)
    // A page in front of the screen plane would be larger than the table.
    guard reduction >= 1 - 1e-6, reduction < 1000 else { return nil }
    let position = min(max(u + half - 0.5, 0), Double(extent - 1))
    let first = min(Int(position), extent - 2)
    let light = min(max(face.brightness.value(at: u), 0), 1) * 256
    let second = light * (position - Double(first))
    let weights = (UInt16((light - second).rounded()), UInt16(second.rounded(.down)))
    return ScreenLine(
      weights: SIMD8(
        lowHalf: SIMD4(repeating: weights.0), highHalf: SIMD4(repeating: weights.1)),
      firstSourceLine: Int32(first), reduction: Int32((reduction * 65536).rounded()),
      faceStart: Float(Double(cross) / 2 * (1 - 1 / max(1, reduction))))
  }

  /// Draws the part of the turned page that lies in `area` over the background in `target`.
  public func run(_ page: PixelView, into target: WarpTarget, area: WarpArea) {
    precondition(page.size == size, "\(page.size) for \(size)")
    let area = area.clamped(to: size)
    table.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      switch axis {
      case .horizontal:
        let columns = area.columns.clamped(to: visibleLines)
        for strip in WarpArea.strips(of: columns) {
          for y in area.rows { drawRow(y, strip, page, target, table) }
        }
      case .vertical:
        for y in area.rows.clamped(to: visibleLines) {
          drawAlongLine(y, area.columns, page, target, table[y - visibleLines.lowerBound])
        }
      }
    }
  }

  // MARK: Turn about a vertical line

  private func drawRow(
    _ y: Int, _ columns: Range<Int>, _ page: PixelView, _ target: WarpTarget,
    _ table: UnsafePointer<ScreenLine>
  ) {
    guard !columns.isEmpty else { return }
    let start = visibleLines.lowerBound
    let fromEdge = Float(min(y, size.height - 1 - y))
    // The start of the face rises or falls monotonically along the face.
    let whole = Self.subrange(of: columns) { table[$0 - start].faceStart <= fromEdge }
    let touched = Self.subrange(of: columns) { table[$0 - start].faceStart < fromEdge + 1 }
    for x in touched where !whole.contains(x) {
      let line = table + (x - start)
      let share = UInt16((min(max(fromEdge + 1 - line.pointee.faceStart, 0), 1) * 256).rounded())
      var seen = value(line, y, page)
      seen.w = 0xFF00
      WarpKernels.blend(seen, share, target.pixel(x, y))
    }
    var address = target.pixel(whole.lowerBound, y)
    var line = table + (whole.lowerBound - start)
    for _ in 0..<whole.count {
      WarpKernels.storeOpaque(value(line, y, page), address)
      address += 4
      line += 1
    }
  }

  /// The interpolated and shaded colour of one screen pixel, with eight fractional bits; its alpha
  /// is scaled by the brightness, too.
  @inline(__always)
  private func value(_ line: UnsafePointer<ScreenLine>, _ y: Int, _ page: PixelView) -> SIMD4<
    UInt16
  > {
    let last = size.height &- 1
    // The position is counted from the centre in half pixels, which are whole numbers for every
    // height.
    let fromMiddle: Int = (2 &* y &- last) &* Int(line.pointee.reduction)
    let position = fromMiddle &>> 1 &+ last &<< 15
    let inside = min(max(position, 0), last &<< 16)
    let row = min(inside &>> 16, last &- 1)
    let offset = row &* page.stride &+ Int(line.pointee.firstSourceLine) &* 4
    let both = WarpKernels.interpolatedPair(
      page.bytes + offset, page.stride,
      down: UInt16(truncatingIfNeeded: (inside &- row &<< 16) &>> 8))
    let parts = both &* line.pointee.weights
    return parts.lowHalf &+ parts.highHalf
  }

  /// The columns for which `holds` is true; these must be a contiguous range at one end of
  /// `columns`, or all, or none.
  private static func subrange(of columns: Range<Int>, where holds: (Int) -> Bool) -> Range<Int> {
    let isAtStart = holds(columns.lowerBound)
    if isAtStart == holds(columns.upperBound - 1) {
      return isAtStart ? columns : columns.lowerBound..<columns.lowerBound
    }
    var low = columns.lowerBound
    var high = columns.upperBound - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(middle) == isAtStart { low = middle } else { high = middle }
    }
    return isAtStart ? columns.lowerBound..<high : high..<columns.upperBound
  }

  // MARK: Turn about a horizontal line

  private func drawAlongLine(
    _ y: Int, _ columns: Range<Int>, _ page: PixelView, _ target: WarpTarget, _ line: ScreenLine
  ) {
    let last = size.width - 1
    let row = page.bytes + Int(line.firstSourceLine) * page.stride
    let step = Int(line.reduction)
    let upper = SIMD8<UInt16>(repeating: line.weights[0])
    let lower = SIMD8<UInt16>(repeating: line.weights[4])
    for x in columns {
      let fromEdge = Float(min(x, last &- x)) + 1 - line.faceStart
      guard fromEdge > 0 else { continue }
      let fromMiddle: Int = (2 &* x &- last) &* step
      let position = fromMiddle &>> 1 &+ last &<< 15
      let inside = min(max(position, 0), last &<< 16)
      let column = min(inside &>> 16, last &- 1)
      let both = WarpKernels.interpolatedPair(row + column &* 4, page.stride, upper, lower)
      let across = UInt16(truncatingIfNeeded: (inside &- column &<< 16) &>> 8)
      var seen = (both.lowHalf &<< 8) &+ (both.highHalf &- both.lowHalf) &* across
      if fromEdge >= 1 {
        WarpKernels.storeOpaque(seen, target.pixel(x, y))
      } else {
        seen.w = 0xFF00
        WarpKernels.blend(seen, UInt16((fromEdge * 256).rounded()), target.pixel(x, y))
      }
    }
  }
}

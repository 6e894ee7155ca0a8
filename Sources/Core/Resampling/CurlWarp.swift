public import Geometry
public import Pixels

/// A page-curl warp: draws a sheet of paper that is rolled up and peeled away so that its back is
/// visible, with its shadows on itself and on the background.
///
/// Every row is divided into ranges of columns: the flat uncovered page is copied, the back turned
/// over is sampled along a slanted line, and only roll, edges and shadows are computed per pixel.
public struct CurlWarp: PageWarp {
  public let size: PixelSize
  private let sheet: RolledSheet

  /// The maximum of the lengths of a rolled sheet, in pixels; a sheet with larger ones is not
  /// drawn, because positions are in single precision.
  private static let maxLength = 1e6
  /// The weight, in 256ths, with which the front of the page shows through on its back.
  private static let showThroughShare: UInt16 = 34
  /// The colour of the back of the paper without shading, off-white, as B, G, R, A with eight
  /// fractional bits.
  private static let paperColor = SIMD4<UInt16>(240, 244, 246, 255) &<< 8

  public init(_ sheet: RolledSheet, size: PixelSize) {
    self.size = size
    self.sheet = sheet
  }

  /// Draws the part of the curled page that lies in `area` over the background in `target`.
  public func run(_ page: PixelView, into target: WarpTarget, area: WarpArea) {
    precondition(page.size == size, "\(page.size) for \(size)")
    guard min(size.width, size.height) >= 2, sheet.isFinite,
      max(abs(sheet.foldDistance), sheet.radius, sheet.shadowWidth) < Self.maxLength
    else { return }
    let area = area.clamped(to: size)
    let light = RollShading(sheet)
    let rows = area.rows.map { CurlRow(sheet, y: $0, size: size) }
    for strip in WarpArea.strips(of: area.columns) {
      for row in rows { run(row, light, strip, page, target) }
    }
  }

  private func run(
    _ row: CurlRow, _ light: RollShading, _ columns: Range<Int>, _ page: PixelView,
    _ target: WarpTarget
  ) {
    let touched = row.drawnColumns.clamped(to: columns)
    var x = touched.lowerBound
    while x < touched.upperBound {
      if row.fullyCoveredColumns.contains(x) {
        let end = min(row.fullyCoveredColumns.upperBound, touched.upperBound)
        drawTurned(row, x..<end, page, target)
        x = end
      } else if row.flatColumns.contains(x), !row.shadowedColumns.contains(x) {
        let end = row.nextBoundary(after: x, limit: touched.upperBound)
        target.pixel(x, row.y).copyMemory(
          from: page.bytes + row.y * page.stride + x * 4, byteCount: (end - x) * 4)
        x = end
      } else {
        let end = row.nextBoundary(after: x, limit: touched.upperBound)
        if row.columnsBeyondRoll.contains(x) {
          shadeBelow(row, x..<end, light, target)
        } else if row.flatColumns.contains(x), !row.partlyCoveredColumns.contains(x) {
          shadeFlat(row, x..<end, light, page, target)
        } else {
          for x in x..<end { drawPixel(row, x, light, page, target) }
        }
        x = end
      }
    }
  }

  /// Draws the shadow of the roll on the background, in a range of columns of one row.
  private func shadeBelow(
    _ row: CurlRow, _ columns: Range<Int>, _ light: RollShading, _ target: WarpTarget
  ) {
    let rise = .pi / 2 * light.radius
    for x in columns {
      let d = row.distanceFromFold(x)
      let outside = distanceOutsidePage(
        Float(x) + 0.5 + light.normalX * (rise - d), Float(row.y) + 0.5 + light.normalY * (rise - d)
      )
      let beyond = d - light.radius
      let far = outside > 0 ? (outside * outside + beyond * beyond).squareRoot() : beyond
      let address = target.pixel(x, row.y)
      let below = WarpKernels.pixel(UnsafeRawPointer(address))
      WarpKernels.store(WarpKernels.shaded(below, 256 &- light.shadowDarkness(far).below), address)
    }
  }

  /// Draws the flat part of the sheet in the shadow of the part turned over, in a range of columns
  /// of one row.
  private func shadeFlat(
    _ row: CurlRow, _ columns: Range<Int>, _ light: RollShading, _ page: PixelView,
    _ target: WarpTarget
  ) {
    let start = row.mirrorPosition
    let step = row.mirrorPositionStep
    let line = page.bytes + row.y * page.stride
    for x in columns {
      let mirrored = start + step * Double(x)
      let shadow = light.shadowDarkness(distanceOutsidePage(Float(mirrored.x), Float(mirrored.y)))
        .above
      let value = WarpKernels.shaded(WarpKernels.pixel(line + x * 4), 256 &- shadow)
      WarpKernels.store(value, target.pixel(x, row.y))
    }
  }

  /// Draws the back of the part that is turned over flat, in a range of columns of one row: the
  /// page mirrored at the fold line.
  private func drawTurned(
    _ row: CurlRow, _ columns: Range<Int>, _ page: PixelView, _ target: WarpTarget
  ) {
    let start = row.mirrorPosition
    let step = row.mirrorPositionStep
    let du = Int((step.dx * 65536).rounded())
    let dv = Int((step.dy * 65536).rounded())
    // Positions are counted from the beginning of the row, so that they do not depend on the range
    // of columns that is drawn.
    var u = Int((start.x - 0.5) * 65536) + du * columns.lowerBound
    var v = Int((start.y - 0.5) * 65536) + dv * columns.lowerBound
    for x in columns {
      WarpKernels.store(Self.backColor(Self.sample(page, u, v)), target.pixel(x, row.y))
      u &+= du
      v &+= dv
    }
  }

  @inline(__always)
  private static func backColor(_ sample: SIMD4<UInt16>) -> SIMD4<UInt16> {
    WarpKernels.mixed(paperColor, sample, showThroughShare)
  }

  /// The colour of the page at a position in 65536ths of a pixel, relative to the centre of its
  /// first pixel, with eight fractional bits.
  @inline(__always)
  private static func sample(_ page: PixelView, _ u: Int, _ v: Int) -> SIMD4<UInt16> {
    let u = min(max(u, 0), (page.size.width &- 1) &<< 16)
    let v = min(max(v, 0), (page.size.height &- 1) &<< 16)
    let column = min(u &>> 16, page.size.width &- 2)
    let line = min(v &>> 16, page.size.height &- 2)
    let offset = line &* page.stride &+ column &* 4
    return WarpKernels.sample(
      page.bytes + offset, page.stride,
      across: UInt16(truncatingIfNeeded: (u &- column &<< 16) &>> 8),
      down: UInt16(truncatingIfNeeded: (v &- line &<< 16) &>> 8))
  }

  @inline(__always)
  private static func sample(_ page: PixelView, at x: Float, _ y: Float) -> SIMD4<UInt16> {
    sample(page, Int((x - 0.5) * 65536), Int((y - 0.5) * 65536))
  }

  /// Draws one pixel of the roll or of an edge: the back of the turned sheet, blended over what
  /// lies below.
  @inline(__always)
  private func drawPixel(
    _ row: CurlRow, _ x: Int, _ light: RollShading, _ page: PixelView, _ target: WarpTarget
  ) {
    let address = target.pixel(x, row.y)
    let px = Float(x) + 0.5
    let py = Float(row.y) + 0.5
    let d = row.distanceFromFold(x)
    let arc = light.arcs(at: d)
    let ux = px + light.normalX * (arc.upper - d)
    let uy = py + light.normalY * (arc.upper - d)
    let share = Self.coverage(min(depthInsidePage(ux, uy), light.radius - d))
    guard share > 0 else {
      let below = colorBelow(
        row, x, d, arc.lower, distanceOutsidePage(ux, uy), light, page, address)
      return WarpKernels.store(below, address)
    }
    let back = WarpKernels.shaded(
      Self.backColor(Self.sample(page, at: ux, uy)), light.outerBrightness(at: d))
    guard share < 256 else { return WarpKernels.store(back, address) }
    let below = colorBelow(row, x, d, arc.lower, distanceOutsidePage(ux, uy), light, page, address)
    WarpKernels.store(WarpKernels.mixed(below, back, share), address)
  }

  /// The colour below the back of the turned sheet at one pixel: that of the flat or rising sheet
  /// in shadow, or of the background beside the sheet.
  @inline(never)
  private func colorBelow(
    _ row: CurlRow, _ x: Int, _ d: Float, _ arc: Float, _ outside: Float, _ light: RollShading,
    _ page: PixelView, _ address: UnsafeMutableRawPointer
  ) -> SIMD4<UInt16> {
    let beyond = max(0, d - light.radius)
    let shadow = light.shadowDarkness((outside * outside + beyond * beyond).squareRoot())
    if d <= 0 {
      let here = page.bytes + row.y * page.stride + x * 4
      return WarpKernels.shaded(WarpKernels.pixel(here), 256 &- shadow.above)
    }
    let below = WarpKernels.shaded(
      WarpKernels.pixel(UnsafeRawPointer(address)), 256 &- shadow.below)
    guard d < light.radius else { return below }
    let lx = Float(x) + 0.5 + light.normalX * (arc - d)
    let ly = Float(row.y) + 0.5 + light.normalY * (arc - d)
    let share = Self.coverage(depthInsidePage(lx, ly))
    guard share > 0 else { return below }
    let lit = UInt16((Int(light.innerBrightness(at: d)) * Int(256 &- shadow.above)) >> 8)
    return WarpKernels.mixed(below, WarpKernels.shaded(Self.sample(page, at: lx, ly), lit), share)
  }

  /// The distance in pixels of a point on the sheet from the nearest edge of the page; positive
  /// inside the page, negative outside.
  @inline(__always)
  private func depthInsidePage(_ x: Float, _ y: Float) -> Float {
    min(min(x, Float(size.width) - x), min(y, Float(size.height) - y))
  }

  /// The distance in pixels of a point from the page; 0 inside the page.
  @inline(__always)
  private func distanceOutsidePage(_ x: Float, _ y: Float) -> Float {
    let dx = max(0, max(-x, x - Float(size.width)))
    let dy = max(0, max(-y, y - Float(size.height)))
    return min(dx, dy) > 0 ? (dx * dx + dy * dy).squareRoot() : max(dx, dy)
  }

  /// The covered part of a pixel, in 256ths, whose centre lies `depth` pixels inside an edge.
  @inline(__always)
  private static func coverage(_ depth: Float) -> UInt16 {
    UInt16(min(max(depth + 0.5, 0), 1) * 256)
  }
}

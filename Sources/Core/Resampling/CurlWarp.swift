public import Geometry
public import Pixels

/// A sheet peeled away, its back in sight, with the shadows it casts on itself and on what is below.
///
/// Rows fall into stretches: what lies flat and open is copied, the turned-over back is read along
/// a slanted line, and only roll, edges and shadows are reckoned pixel by pixel.
public struct CurlWarp: PageWarp {
  /// The size of the page, in pixels.
  public let size: PixelSize
  private let sheet: RolledSheet

  /// Lengths from here on, in pixels, are mistakes: places are reckoned in single precision.
  private static let furthest = 1e6
  /// How much of the picture shines through to the back, in 256ths.
  private static let showThrough: UInt16 = 34
  /// The paper's back, before light: a little off white, as B, G, R, A.
  private static let paper = SIMD4<UInt16>(240, 244, 246, 255) &<< 8

  /// Makes a warp for a page of `size` pixels.
  public init(_ sheet: RolledSheet, size: PixelSize) {
    self.size = size
    self.sheet = sheet
  }

  /// Draws what falls into `area` over what is there.
  public func run(_ page: PixelView, into target: WarpTarget, area: WarpArea) {
    precondition(page.size == size, "\(page.size) for \(size)")
    guard min(size.width, size.height) >= 2, sheet.isFinite,
      max(abs(sheet.fold), sheet.radius, sheet.shadow) < Self.furthest
    else { return }
    let area = area.clamped(to: size)
    let light = RollLight(sheet)
    let rows = area.rows.map { CurlRow(sheet, y: $0, size: size) }
    for strip in WarpArea.strips(of: area.columns) {
      for row in rows { run(row, light, strip, page, target) }
    }
  }

  private func run(
    _ row: CurlRow, _ light: RollLight, _ columns: Range<Int>, _ page: PixelView,
    _ target: WarpTarget
  ) {
    let touched = row.touched.clamped(to: columns)
    var x = touched.lowerBound
    while x < touched.upperBound {
      if row.turned.contains(x) {
        let end = min(row.turned.upperBound, touched.upperBound)
        drawTurned(row, x..<end, page, target)
        x = end
      } else if row.flat.contains(x), !row.near.contains(x) {
        let end = row.end(of: x, touched.upperBound)
        target.pixel(x, row.y).copyMemory(
          from: page.bytes + row.y * page.stride + x * 4, byteCount: (end - x) * 4)
        x = end
      } else {
        let end = row.end(of: x, touched.upperBound)
        if row.beyond.contains(x) {
          shadeBelow(row, x..<end, light, target)
        } else if row.flat.contains(x), !row.edge.contains(x) {
          shadeFlat(row, x..<end, light, page, target)
        } else {
          for x in x..<end { drawPixel(row, x, light, page, target) }
        }
        x = end
      }
    }
  }

  /// The roll's shadow on what is below.
  private func shadeBelow(
    _ row: CurlRow, _ columns: Range<Int>, _ light: RollLight, _ target: WarpTarget
  ) {
    let rise = .pi / 2 * light.radius
    for x in columns {
      let d = row.distance(x)
      let outside = distance(
        Float(x) + 0.5 + light.nx * (rise - d), Float(row.y) + 0.5 + light.ny * (rise - d))
      let beyond = d - light.radius
      let far = outside > 0 ? (outside * outside + beyond * beyond).squareRoot() : beyond
      let place = target.pixel(x, row.y)
      let below = WarpKernels.pixel(UnsafeRawPointer(place))
      WarpKernels.store(WarpKernels.lit(below, 256 &- light.shadow(far).below), place)
    }
  }

  /// The flat sheet under the shadow of what is turned over.
  private func shadeFlat(
    _ row: CurlRow, _ columns: Range<Int>, _ light: RollLight, _ page: PixelView,
    _ target: WarpTarget
  ) {
    let start = row.mirror
    let step = row.mirrorStep
    let line = page.bytes + row.y * page.stride
    for x in columns {
      let place = start + step * Double(x)
      let shadow = light.shadow(distance(Float(place.x), Float(place.y))).above
      let value = WarpKernels.lit(WarpKernels.pixel(line + x * 4), 256 &- shadow)
      WarpKernels.store(value, target.pixel(x, row.y))
    }
  }

  /// The back of what lies flat on its face: the page mirrored at the fold.
  private func drawTurned(
    _ row: CurlRow, _ columns: Range<Int>, _ page: PixelView, _ target: WarpTarget
  ) {
    let start = row.mirror
    let step = row.mirrorStep
    let du = Int((step.dx * 65536).rounded())
    let dv = Int((step.dy * 65536).rounded())
    // Counted from the row's own beginning: it must not matter which part of it is drawn.
    var u = Int((start.x - 0.5) * 65536) + du * columns.lowerBound
    var v = Int((start.y - 0.5) * 65536) + dv * columns.lowerBound
    for x in columns {
      WarpKernels.store(Self.back(Self.sample(page, u, v)), target.pixel(x, row.y))
      u &+= du
      v &+= dv
    }
  }

  @inline(__always)
  private static func back(_ sample: SIMD4<UInt16>) -> SIMD4<UInt16> {
    WarpKernels.mixed(paper, sample, showThrough)
  }

  /// The page at a place in 65536ths, the middle of its first pixel being 0.
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

  /// One pixel of roll or edge: the turned-over back, over what is below where that shows.
  @inline(__always)
  private func drawPixel(
    _ row: CurlRow, _ x: Int, _ light: RollLight, _ page: PixelView, _ target: WarpTarget
  ) {
    let place = target.pixel(x, row.y)
    let px = Float(x) + 0.5
    let py = Float(row.y) + 0.5
    let d = row.distance(x)
    let arc = light.arcs(at: d)
    let ux = px + light.nx * (arc.upper - d)
    let uy = py + light.ny * (arc.upper - d)
    let share = Self.coverage(min(depth(ux, uy), light.radius - d))
    guard share > 0 else {
      let below = valueBelow(row, x, d, arc.lower, distance(ux, uy), light, page, place)
      return WarpKernels.store(below, place)
    }
    let back = WarpKernels.lit(Self.back(Self.sample(page, at: ux, uy)), light.turning(at: d))
    guard share < 256 else { return WarpKernels.store(back, place) }
    let below = valueBelow(row, x, d, arc.lower, distance(ux, uy), light, page, place)
    WarpKernels.store(WarpKernels.mixed(below, back, share), place)
  }

  /// What is under the turned-over back: the flat or rising sheet in its shadow, and what shows
  /// beside it.
  @inline(never)
  private func valueBelow(
    _ row: CurlRow, _ x: Int, _ d: Float, _ arc: Float, _ outside: Float, _ light: RollLight,
    _ page: PixelView, _ place: UnsafeMutableRawPointer
  ) -> SIMD4<UInt16> {
    let beyond = max(0, d - light.radius)
    let shadow = light.shadow((outside * outside + beyond * beyond).squareRoot())
    if d <= 0 {
      let here = page.bytes + row.y * page.stride + x * 4
      return WarpKernels.lit(WarpKernels.pixel(here), 256 &- shadow.above)
    }
    let below = WarpKernels.lit(
      WarpKernels.pixel(UnsafeRawPointer(place)), 256 &- shadow.below)
    guard d < light.radius else { return below }
    let lx = Float(x) + 0.5 + light.nx * (arc - d)
    let ly = Float(row.y) + 0.5 + light.ny * (arc - d)
    let share = Self.coverage(depth(lx, ly))
    guard share > 0 else { return below }
    let lit = UInt16((Int(light.rising(at: d)) * Int(256 &- shadow.above)) >> 8)
    return WarpKernels.mixed(below, WarpKernels.lit(Self.sample(page, at: lx, ly), lit), share)
  }

  /// How far a place is inside the page; negative outside.
  @inline(__always)
  private func depth(_ x: Float, _ y: Float) -> Float {
    min(min(x, Float(size.width) - x), min(y, Float(size.height) - y))
  }

  /// How far a place is outside the page; 0 inside.
  @inline(__always)
  private func distance(_ x: Float, _ y: Float) -> Float {
    let dx = max(0, max(-x, x - Float(size.width)))
    let dy = max(0, max(-y, y - Float(size.height)))
    return min(dx, dy) > 0 ? (dx * dx + dy * dy).squareRoot() : max(dx, dy)
  }

  /// How much of a pixel is covered whose middle is so far inside an edge, in 256ths.
  @inline(__always)
  private static func coverage(_ depth: Float) -> UInt16 {
    UInt16(min(max(depth + 0.5, 0), 1) * 256)
  }
}

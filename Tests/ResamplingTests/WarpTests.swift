import Geometry
import Pixels
import Resampling
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct WarpTests {
  /// A face parallel to the screen at full brightness.
  private static func flat(_ axis: Axis) -> TurnedFace {
    TurnedFace(
      axis: axis, rotatedCoordinate: .init(middle: 0, slope: 1), depth: .init(middle: 0, slope: 0),
      brightness: .init(middle: 1, slope: 0), eye: 1000)
  }

  private static func turned(_ axis: Axis, _ extent: Double) -> TurnedFace {
    TurnedFace(
      axis: axis, rotatedCoordinate: .init(middle: -extent / 8, slope: 0.7),
      depth: .init(middle: extent / 3, slope: -0.6), brightness: .init(middle: 0.8, slope: 0.001),
      eye: extent * 1.5)
  }

  private static func sheet(
    _ angle: Vector, fold: Double, radius: Double = 12, shadow: Double = 15
  ) -> RolledSheet {
    RolledSheet(normal: angle, foldDistance: fold, radius: radius, shadowWidth: shadow)
  }

  /// The result of drawing `page` over `ground` within `areas`. The pixels around the page must
  /// not change.
  private func run(
    _ warp: any PageWarp, _ page: Bitmap, over ground: UInt32 = 0xFF40_4040,
    areas: [WarpArea]? = nil
  ) -> Bitmap {
    let margin = 3
    let size = page.size
    let padded = PixelSize(width: size.width + 2 * margin, height: size.height + 2 * margin)
    let canary: UInt32 = 0x1234_5678
    let all = [WarpArea(columns: 0..<size.width, rows: 0..<size.height)]
    let result = Bitmap(size: padded, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      for y in 0..<padded.height {
        for x in 0..<padded.width {
          let isInside =
            x >= margin && y >= margin && x < margin + size.width && y < margin + size.height
          memory.storeBytes(
            of: isInside ? ground : canary, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
      let target = WarpTarget(
        PixelBuffer(size: padded, stride: stride, bytes: bytes), x: margin, y: margin)
      for area in areas ?? all { warp.run(PixelView(page), into: target, area: area) }
    }
    for y in 0..<padded.height {
      for x in 0..<padded.width
      where x < margin || y < margin || x >= margin + size.width || y >= margin + size.height {
        #expect(result.pixel(x: x, y: y) == canary, "\(x), \(y) outside the page was written")
      }
    }
    return Bitmap.computed(size.width, size.height) {
      result.pixel(x: $0 + margin, y: $1 + margin)
    }
  }

  // MARK: Faces

  @Test(arguments: Axis.allCases) func `a face that is not turned equals the page`(_ axis: Axis) {
    let page = SyntheticPhoto.noise(97, 61, isOpaque: true, seed: 5)
    let drawn = run(FaceWarp(Self.flat(axis), size: page.size), page)
    #expect(drawn.isSame(as: page))
  }

  @Test func `horizontal and vertical turns are transposes of each other`() {
    let wide = SyntheticPhoto.gradient(120, 80)
    let tall = Bitmap.computed(80, 120) { wide.pixel(x: $1, y: $0) }
    let one = run(FaceWarp(Self.turned(.horizontal, 120), size: wide.size), wide)
    let other = run(FaceWarp(Self.turned(.vertical, 120), size: tall.size), tall)
    let back = Bitmap.computed(120, 80) { other.pixel(x: $1, y: $0) }
    // Brightness and position are computed in a different order.
    #expect(one.largestDifference(from: back) <= 3)
  }

  @Test func `a face has the position and the brightness of its geometry`() {
    let white = Bitmap.computed(100, 80) { _, _ in 0xFFFF_FFFF }
    let face = Self.turned(.horizontal, 100)
    let drawn = run(FaceWarp(face, size: white.size), white, over: 0xFF00_0000)
    for x in 0..<100 {
      let u = face.pageCoordinate(seenAt: Double(x) + 0.5 - 50) ?? .infinity
      let half = abs(u) <= 50 ? 40 / face.reduction(at: u) : 0
      let light = face.brightness.value(at: abs(u) <= 50 ? u : 0) * 255
      for y in 0..<80 {
        let inside = half - abs(Double(y) + 0.5 - 40)
        let red = Double(drawn.pixel(x: x, y: y) >> 16 & 255)
        if inside > 1 { #expect(abs(red - light) < 4, "\(x), \(y)") }
        if inside < -1 { #expect(red == 0, "\(x), \(y)") }
      }
    }
  }

  // MARK: Sheets

  @Test func `an unrolled sheet equals the page, and a fully turned sheet draws nothing`() {
    let page = SyntheticPhoto.noise(90, 70, isOpaque: true, seed: 9)
    let normal = Vector(dx: 0.8, dy: 0.6)
    let whole = run(CurlWarp(Self.sheet(normal, fold: 200), size: page.size), page)
    #expect(whole.isSame(as: page))
    let gone = run(CurlWarp(Self.sheet(normal, fold: -40), size: page.size), page)
    #expect(gone.isSame(as: Bitmap.computed(90, 70) { _, _ in 0xFF40_4040 }))
  }

  @Test func `the turned part of a sheet shows the mirrored, pale back of the page`() {
    let page = Bitmap.computed(200, 60) { x, _ in x < 150 ? 0xFF00_0000 : 0xFFFF_0000 }
    let sheet = Self.sheet(Vector(dx: 1, dy: 0), fold: 100, radius: 10, shadow: 10)
    let drawn = run(CurlWarp(sheet, size: page.size), page, over: 0xFF00_00FF)
    // The page's right edge lies 100 − π·10 to the left of the fold.
    let edge = 100 - (100 - Int(Double.pi * 10))
    #expect(drawn.pixel(x: 5, y: 30) == 0xFF00_0000)
    let red = drawn.pixel(x: edge + 10, y: 30)
    let black = drawn.pixel(x: 95, y: 30)
    for pixel in [red, black] {
      #expect((pixel >> 8 & 255) > 190 && (pixel & 255) > 190, "the back is pale")
    }
    #expect((red >> 16 & 255) > (black >> 16 & 255) + 20, "the picture shines through")
    #expect(drawn.pixel(x: 190, y: 30) == 0xFF00_00FF)
    let shaded = drawn.pixel(x: 112, y: 30) & 255
    #expect(shaded > 100 && shaded < 200, "a shadow beside the roll")
  }

  // MARK: Both

  private static func warps(_ size: PixelSize, seed: UInt64) -> [any PageWarp] {
    var dice = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &dice) }
    let extent = Double(max(size.width, size.height, 1))
    return (0..<12).map { index in
      guard index.isMultiple(of: 2) else {
        let slope = number(-1...1)
        let x = (1 - slope * slope).squareRoot() * (index % 4 == 1 ? 1 : -1)
        return CurlWarp(
          sheet(
            Vector(dx: x, dy: slope), fold: number(-extent...extent * 1.5),
            radius: number(1...30), shadow: number(0...40)), size: size)
      }
      return FaceWarp(
        TurnedFace(
          axis: index % 4 == 0 ? .horizontal : .vertical,
          rotatedCoordinate: .init(middle: number(-extent...extent), slope: number(-0.2...1)),
          depth: .init(middle: number(0...extent), slope: number(-1...1)),
          brightness: .init(middle: number(-0.5...1.5), slope: number(-0.01...0.01)),
          eye: number(1...extent * 3)), size: size)
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `drawing in parts equals drawing at once and is opaque`(_ seed: UInt64) {
    let page = SyntheticPhoto.noise(150, 90, isOpaque: true, seed: seed)
    var dice = SeededGenerator(seed: seed)
    let x = Int.random(in: 1..<149, using: &dice)
    let y = Int.random(in: 1..<89, using: &dice)
    let parts = [0..<x, x..<150].flatMap { columns in
      [0..<y, y..<90].map { WarpArea(columns: columns, rows: $0) }
    }
    for warp in Self.warps(page.size, seed: seed) {
      let whole = run(warp, page)
      #expect(whole.isSame(as: run(warp, page, areas: parts)), "seed \(seed): \(warp)")
      for y in 0..<90 {
        for x in 0..<150 where whole.pixel(x: x, y: y) >> 24 != 255 {
          Issue.record("\(x), \(y) is not opaque: seed \(seed), \(warp)")
          return
        }
      }
    }
  }

  @Test func `areas beyond small pages write nothing outside the page`() {
    for (width, height) in [(1, 1), (1, 40), (40, 1), (2, 2), (0, 0)] {
      let page = Bitmap.computed(width, height) { _, _ in 0xFF11_2233 }
      for warp in Self.warps(page.size, seed: 7) {
        _ = run(warp, page, areas: [WarpArea(columns: -50..<90, rows: -9..<70)])
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `faces and sheets with invalid numbers draw nothing`(_ number: Double) {
    let page = SyntheticPhoto.gradient(40, 30)
    var face = Self.flat(.horizontal)
    face.rotatedCoordinate.middle = number
    var sheet = Self.sheet(Vector(dx: 1, dy: 0), fold: 20)
    sheet.radius = number
    let ground = Bitmap.computed(40, 30) { _, _ in 0xFF40_4040 }
    #expect(run(FaceWarp(face, size: page.size), page).isSame(as: ground))
    if !number.isFinite {
      #expect(run(CurlWarp(sheet, size: page.size), page).isSame(as: ground))
    } else {
      _ = run(CurlWarp(sheet, size: page.size), page)
    }
  }
}

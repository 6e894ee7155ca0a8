import Geometry
import Pixels
import Resampling
import Testing

struct ResamplerTests {
  /// A picture of reproducible grey noise.
  static func noise(_ width: Int, _ height: Int, opaque: Bool = true) -> Bitmap {
    Bitmap(size: PixelSize(width: width, height: height), isOpaque: opaque) { memory, _ in
      var state: UInt32 = 0xC0FFEE
      for i in 0..<width * height {
        state = state &* 1_664_525 &+ 1_013_904_223
        let value = state >> 8 ^ state
        let alpha = opaque ? 255 : value >> 24
        let color = (value & 0xFF) * alpha / 255
        memory.storeBytes(
          of: color | color << 8 | color << 16 | alpha << 24, toByteOffset: i * 4, as: UInt32.self)
      }
    }
  }

  static func flat(_ width: Int, _ height: Int, _ pixel: UInt32) -> Bitmap {
    Bitmap(size: PixelSize(width: width, height: height), isOpaque: true) { memory, _ in
      for i in 0..<width * height {
        memory.storeBytes(of: pixel, toByteOffset: i * 4, as: UInt32.self)
      }
    }
  }

  private static let sizes = [
    (1, 1, 1, 1), (7, 5, 7, 5), (100, 60, 33, 21), (100, 60, 99, 59), (300, 200, 10, 7),
    (1000, 3, 10, 1), (3, 1000, 1, 17), (64, 64, 63, 1), (517, 389, 120, 91),
  ]

  @Test(arguments: sizes)
  func `a flat area keeps its value at every ratio`(w: Int, h: Int, tw: Int, th: Int) {
    for pixel: UInt32 in [0xFFFF_FFFF, 0xFF00_0000, 0xFF80_4020, 0x7F3F_1F01] {
      let out = Resampler.scale(Self.flat(w, h, pixel), to: PixelSize(width: tw, height: th))
      for y in 0..<th { for x in 0..<tw { #expect(out.pixel(x: x, y: y) == pixel) } }
    }
  }

  @Test func `a picture at its own size is copied exactly`() {
    let source = Self.noise(37, 23)
    let out = Resampler.scale(source, to: source.size)
    for y in 0..<23 {
      for x in 0..<37 { #expect(out.pixel(x: x, y: y) == source.pixel(x: x, y: y)) }
    }
  }

  @Test func `scaling keeps the mean`() {
    let source = Self.noise(640, 480)
    let out = Resampler.scale(source, to: PixelSize(width: 211, height: 157))
    #expect(abs(Self.mean(source) - Self.mean(out)) < 1)
  }

  @Test func `premultiplied colours never exceed their alpha`() {
    let source = Self.noise(333, 222, opaque: false)
    for size in [(100, 60), (17, 17), (332, 221), (40, 200)] {
      let out = Resampler.scale(source, to: PixelSize(width: size.0, height: size.1))
      for y in 0..<size.1 {
        for x in 0..<size.0 {
          let p = out.pixel(x: x, y: y)
          #expect(p & 0xFF <= p >> 24 && p >> 8 & 0xFF <= p >> 24 && p >> 16 & 0xFF <= p >> 24)
        }
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func `scaling with an orientation equals scaling and then turning`(orientation: Orientation) {
    let source = Self.noise(200, 130)
    for stored in [PixelSize(width: 200, height: 130), PixelSize(width: 71, height: 45)] {
      let upright = Resampler.scale(source, to: stored)
      let size = orientation.swapsAxes ? stored.transposed : stored
      let turned = Bitmap(size: size, isOpaque: true) { memory, stride in
        guard let base = memory.baseAddress else { return }
        Resampler.scale(
          PixelView(source), orientation: orientation,
          to: PixelBuffer(size: size, stride: stride, bytes: base))
      }
      var differences = 0
      for y in 0..<size.height {
        for x in 0..<size.width {
          let from = orientation.storedPixel(
            x: x, y: y, width: stored.width, height: stored.height)
          if turned.pixel(x: x, y: y) != upright.pixel(x: from.x, y: from.y) { differences += 1 }
        }
      }
      #expect(differences == 0)
    }
  }

  @Test func `resampling in bands equals resampling at once`() {
    let source = Self.noise(301, 207)
    let size = PixelSize(width: 99, height: 140)
    let plan = ResamplePlan(source: source.size, to: size, orientation: .right)
    let whole = Resampled(size) { plan.run(PixelView(source), into: $0) }
    let parts = Resampled(size) { buffer in
      for band in [0..<7, 7..<48, 48..<plan.rowCount] {
        plan.run(PixelView(source), into: buffer, band: band)
      }
    }
    #expect(whole.words == parts.words)
  }

  @Test func `scaling a region equals scaling its cut-out`() {
    let source = Self.noise(120, 90)
    let cut = Bitmap(size: PixelSize(width: 60, height: 40), isOpaque: true) { memory, stride in
      for y in 0..<40 {
        for x in 0..<60 {
          memory.storeBytes(
            of: source.pixel(x: x + 20, y: y + 30), toByteOffset: y * stride + x * 4,
            as: UInt32.self)
        }
      }
    }
    let size = PixelSize(width: 30, height: 20)
    let region = Resampler.scale(
      source, region: Rect(x: 20, y: 30, width: 60, height: 40), to: size)
    let direct = Resampler.scale(cut, to: size)
    // The cut-out lacks the pixels around the region, so only its inside is compared.
    for y in 2..<18 {
      for x in 2..<28 { #expect(region.pixel(x: x, y: y) == direct.pixel(x: x, y: y)) }
    }
  }

  /// The mean of the blue component.
  private static func mean(_ bitmap: Bitmap) -> Double {
    var sum = 0.0
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width { sum += Double(bitmap.pixel(x: x, y: y) & 0xFF) }
    }
    return sum / Double(bitmap.size.width * bitmap.size.height)
  }
}

private struct Resampled {
  let words: [UInt32]
  init(_ size: PixelSize, _ fill: (PixelBuffer) -> Void) {
    var words = [UInt32](repeating: 0, count: size.width * size.height)
    words.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      fill(PixelBuffer(size: size, stride: size.width * 4, bytes: base))
    }
    self.words = words
  }
}

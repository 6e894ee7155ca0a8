import Pixels
import Resampling
import TestSupport
import Testing

/// Brightness of reduced pictures: stored values are averaged, as libjpeg and libwebp do.
@Suite(.tags(.seeded)) struct BrightnessTests {
  private static let white: UInt32 = 0xFFFF_FFFF
  private static let black: UInt32 = 0xFF00_0000
  /// The mean of white and black.
  private static let half: UInt32 = 0xFF80_8080

  private static let reductions = [(2.0, 2.0), (3, 3), (2.5, 3.7), (5, 4), (12, 9)]

  private func scaled(_ bitmap: Bitmap, _ across: Double, _ down: Double) -> Bitmap {
    Resampler.scale(
      bitmap,
      to: PixelSize(
        width: Int(Double(bitmap.size.width) / across),
        height: Int(Double(bitmap.size.height) / down)))
  }

  @Test(arguments: reductions)
  func `a reduced fine checkerboard is the grey between its colours`(
    across: Double, down: Double
  ) {
    let check = Bitmap.computed(240, 200) { ($0 + $1) % 2 == 0 ? Self.white : Self.black }
    let small = scaled(check, across, down)
    for y in 1..<small.size.height - 1 {
      for x in 1..<small.size.width - 1 {
        #expect(difference(small.pixel(x: x, y: y), Self.half) <= 9)
      }
    }
  }

  @Test func `reduced fine lines are the grey between their colours`() {
    let lines = Bitmap.computed(240, 200) { x, _ in x % 2 == 0 ? Self.white : Self.black }
    #expect(Resampler.half(lines).isSame(as: Bitmap.computed(120, 100) { _, _ in Self.half }))
    let reduction = BoxReduction(lines.size, across: 12, down: 8)
    let out = reduced(lines, reduction)
    #expect(out.isSame(as: Bitmap.computed(20, 25) { _, _ in Self.half }))
  }

  @Test func `mip levels and the exactly scaled picture are equally bright`() {
    let photo = SyntheticPhoto.noise(320, 240, isOpaque: true, seed: 3)
    let mip = Resampler.half(photo)
    let rest = Resampler.scale(photo, to: mip.size)
    #expect(abs(mean(of: mip) - mean(of: rest)) < 0.5)
    #expect(abs(mean(of: mip) - mean(of: photo)) < 0.5)
    let quarter = Resampler.half(mip)
    let far = Resampler.scale(photo, to: quarter.size)
    #expect(abs(mean(of: quarter) - mean(of: far)) < 1)
  }

  @Test(arguments: reductions)
  func `a flat area of any alpha keeps its value`(across: Double, down: Double) {
    for alpha: UInt32 in 0...255 {
      // The colours are three of the premultiplied component values that this alpha allows.
      let colors = (0..<3).map { (alpha * 7 + 13 * $0 + 5) % (alpha + 1) }
      let pixel = colors[0] | colors[1] << 8 | colors[2] << 16 | alpha << 24
      let flat = Bitmap.computed(40, 36) { _, _ in pixel }
      let small = scaled(flat, across, down)
      #expect(
        small.isSame(as: Bitmap.computed(small.size.width, small.size.height) { _, _ in pixel }))
    }
  }

  @Test func `every opaque grey keeps its value`() {
    for value: UInt32 in 0...255 {
      let pixel = 0xFF00_0000 | value * 0x01_0101
      let flat = Bitmap.computed(33, 30) { _, _ in pixel }
      for size in [(32, 29), (13, 14), (8, 7), (5, 3)] {
        let small = Resampler.scale(flat, to: PixelSize(width: size.0, height: size.1))
        #expect(small.isSame(as: Bitmap.computed(size.0, size.1) { _, _ in pixel }))
      }
      #expect(Resampler.half(flat).isSame(as: Bitmap.computed(17, 15) { _, _ in pixel }))
    }
  }

  @Test(arguments: [0.9, 0.61, 0.5, 0.34, 0.2])
  func `a reduced edge stays monotonic without ringing`(scale: Double) {
    let edge = Bitmap.computed(200, 8) { x, _ in x < 97 ? 0xFF20_2020 : 0xFFD0_D0D0 }
    let small = scaled(edge, 1 / scale, 1)
    let row = (0..<small.size.width).map { small.pixel(x: $0, y: 4) & 0xFF }
    #expect(row.first == 0x20 && row.last == 0xD0)
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `transparent pixels do not change the colour of their neighbours`() {
    // White next to transparent becomes white at half alpha.
    let sheet = Bitmap.computed(64, 64, isOpaque: false) { x, _ in x % 2 == 0 ? Self.white : 0 }
    for small in [
      Resampler.half(sheet), reduced(sheet, BoxReduction(sheet.size, across: 8, down: 3)),
    ] {
      #expect(small.pixel(x: 3, y: 3) == 0x8080_8080)
    }
  }

  @Test func `a brighter picture stays brighter after scaling`() {
    var dice = SeededGenerator(seed: 11)
    for _ in 0..<50 {
      let dark = Bitmap.computed(24, 24) { _, _ in
        0xFF00_0000 | UInt32.random(in: 0...254, using: &dice) * 0x01_0101
      }
      let bright = Bitmap.computed(24, 24) { dark.pixel(x: $0, y: $1) + 0x01_0101 }
      let (a, b) = (scaled(dark, 2.3, 2.9), scaled(bright, 2.3, 2.9))
      for y in 0..<a.size.height {
        for x in 0..<a.size.width {
          #expect(a.pixel(x: x, y: y) <= b.pixel(x: x, y: y))
        }
      }
    }
  }

  private func reduced(_ bitmap: Bitmap, _ reduction: BoxReduction) -> Bitmap {
    Bitmap(size: reduction.size, isOpaque: bitmap.isOpaque) { memory, stride in
      guard let base = memory.baseAddress else { return }
      reduction.run(
        PixelView(bitmap), into: PixelBuffer(size: reduction.size, stride: stride, bytes: base))
    }
  }

  /// The mean of an opaque picture's blue component.
  private func mean(of bitmap: Bitmap) -> Double {
    var sum = 0.0
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width { sum += Double(bitmap.pixel(x: x, y: y) & 0xFF) }
    }
    return sum / Double(bitmap.size.width * bitmap.size.height)
  }

  private func difference(_ a: UInt32, _ b: UInt32) -> Int {
    abs(Int(a & 0xFF) - Int(b & 0xFF))
  }
}

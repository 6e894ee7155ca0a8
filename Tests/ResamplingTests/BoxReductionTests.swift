import Geometry
import Pixels
import Resampling
import Testing

struct BoxReductionTests {
  @Test(arguments: [(8, 6), (9, 7), (1, 1), (2, 1), (1, 5), (33, 2)])
  func `halving gives the mean of 2 by 2 pixels`(width: Int, height: Int) {
    let source = ResamplerTests.noise(width, height)
    let half = Resampler.half(source)
    #expect(half.size == PixelSize(width: (width + 1) / 2, height: (height + 1) / 2))
    for y in 0..<half.size.height {
      for x in 0..<half.size.width {
        let want = mean(source, x * 2, y * 2, 2, 2)
        // The mean of the two pixels at the edge of an odd size may be rounded to even.
        #expect(distance(half.pixel(x: x, y: y), want) <= 1)
      }
    }
  }

  @Test(arguments: [(3, 5), (7, 2), (16, 16), (300, 1)])
  func `a block becomes the mean of its pixels, also when the edge cuts it off`(
    across: Int, down: Int
  ) {
    let source = ResamplerTests.noise(331, 67, opaque: false)
    let reduction = BoxReduction(source.size, across: across, down: down)
    let size = reduction.size
    let out = Bitmap(size: size, isOpaque: false) { memory, stride in
      guard let base = memory.baseAddress else { return }
      reduction.run(
        PixelView(source), into: PixelBuffer(size: size, stride: stride, bytes: base))
    }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let want = mean(
          source, x * reduction.blockWidth, y * reduction.blockHeight, reduction.blockWidth,
          reduction.blockHeight)
        #expect(distance(out.pixel(x: x, y: y), want) <= 1)
      }
    }
  }

  private func mean(_ b: Bitmap, _ x0: Int, _ y0: Int, _ across: Int, _ down: Int) -> UInt32 {
    storedMean(
      of: (y0..<min(b.size.height, y0 + down)).flatMap { y in
        (x0..<min(b.size.width, x0 + across)).map { b.pixel(x: $0, y: y) }
      })
  }

  private func distance(_ a: UInt32, _ b: UInt32) -> Int {
    let distances = [UInt32(0), 8, 16, 24].map { shift -> Int in
      abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
    }
    return distances.max() ?? 0
  }
}

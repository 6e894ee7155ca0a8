import Pixels
import Testing

@testable import Resampling

struct PixelPlanesTests {
  @Test(arguments: [0xff, 0xfe] as [UInt32])
  func `the planes of pixels are their channels, and translucent pixels are noticed`(
    lastAlpha: UInt32
  ) {
    let (width, height, rowPixels, stride) = (5, 3, 7, 8)
    var pixels = [UInt32](repeating: 0, count: rowPixels * height)
    for i in pixels.indices { pixels[i] = 0xff00_0000 | UInt32(i * 0x03_0507) & 0xff_ffff }
    pixels[2 * rowPixels + 4] = lastAlpha << 24 | 0x12_3456
    var planes = [UInt8](repeating: 0, count: stride * height * PixelPlanes.count)
    let isOpaque = pixels.withUnsafeBytes { bytes in
      planes.withUnsafeMutableBufferPointer { planes in
        guard let start = bytes.baseAddress, let target = planes.baseAddress else { return false }
        let view = PixelView(
          size: PixelSize(width: width, height: height), stride: rowPixels * 4, bytes: start)
        return PixelPlanes.writeReturningIsOpaque(view, to: target, stride: stride)
      }
    }
    #expect(isOpaque == (lastAlpha == 0xff))
    for y in 0..<height {
      for x in 0..<width {
        let channels = (0..<3).map { UInt32(planes[($0 * height + y) * stride + x]) }
        #expect(
          channels[0] << 16 | channels[1] << 8 | channels[2]
            == pixels[y * rowPixels + x] & 0xff_ffff)
      }
    }
  }
}

struct CoarseReductionTests {
  private func reduce(_ pixels: [UInt32], _ size: PixelSize, by factor: Int) -> Bitmap {
    pixels.withUnsafeBytes { bytes in
      let reduction = CoarseReduction(size, blockSide: factor)
      return Bitmap(size: reduction.size, isOpaque: true) { memory, stride in
        guard let start = bytes.baseAddress, let target = memory.baseAddress else { return }
        reduction.run(
          PixelView(size: size, stride: size.width * 4, bytes: start),
          into: PixelBuffer(size: reduction.size, stride: stride, bytes: target))
      }
    }
  }

  @Test(arguments: [2, 4, 8, 16])
  func `one colour stays that colour, also in blocks cut by the edge`(factor: Int) {
    let size = PixelSize(width: 37, height: 21)
    let reduced = reduce(
      .init(repeating: 0xff80_40c1, count: size.width * size.height), size, by: factor)
    #expect(reduced.size.width == (37 + factor - 1) / factor)
    for y in 0..<reduced.size.height {
      for x in 0..<reduced.size.width { #expect(reduced.pixel(x: x, y: y) == 0xff80_40c1) }
    }
  }

  @Test func `a block is the mean of its pixels`() {
    let pixels: [UInt32] = [0xff00_0000, 0xff10_2040, 0xff20_40c0, 0xff30_6000]
    let reduced = reduce(pixels, PixelSize(width: 2, height: 2), by: 2)
    #expect(reduced.pixel(x: 0, y: 0) == 0xff18_3040)
  }
}

import Resampling
import Testing

struct PixelConversionTests {
  @Test(arguments: [0, 1, 2, 3, 17, 64])
  func `RGB converts to opaque ARGB`(count: Int) {
    let rgb = (0..<count * 3).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    var out = [UInt32](repeating: 0, count: count)
    out.withUnsafeMutableBytes { target in
      rgb.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        PixelConversion.convertToOpaque(rgb: from, count: count, into: to)
      }
    }
    for i in 0..<count {
      let want =
        0xFF00_0000 | UInt32(rgb[i * 3]) << 16 | UInt32(rgb[i * 3 + 1]) << 8
        | UInt32(rgb[i * 3 + 2])
      #expect(out[i] == want)
    }
  }

  @Test func `premultiplication rounds exactly for every colour and alpha`() {
    var wrong = 0
    for alpha in 0...255 {
      let rgba = (0...255).flatMap { (shade: UInt8) -> [UInt8] in
        [shade, 255 - shade, shade ^ 0x55, UInt8(alpha)]
      }
      var out = [UInt32](repeating: 0, count: 256)
      let isOpaque = out.withUnsafeMutableBytes { target in
        rgba.withUnsafeBytes { source in
          guard let from = source.baseAddress, let to = target.baseAddress else { return false }
          return PixelConversion.premultiplyReturningIsOpaque(rgba: from, count: 256, into: to)
        }
      }
      #expect(isOpaque == (alpha == 255))
      for i in 0...255 {
        func times(_ v: UInt8) -> UInt32 { UInt32((Int(v) * alpha * 2 + 255) / 510) }
        let want =
          UInt32(alpha) << 24 | times(rgba[i * 4]) << 16 | times(rgba[i * 4 + 1]) << 8
          | times(rgba[i * 4 + 2])
        if out[i] != want { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func `CMYK converts to RGB, also from Adobe's inverted values`() {
    let inks: [UInt8] = [0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255]
    let stored = inks.map { 255 - $0 }
    for (bytes, inverted) in [(inks, false), (stored, true)] {
      var out = [UInt32](repeating: 0, count: 3)
      out.withUnsafeMutableBytes { target in
        bytes.withUnsafeBufferPointer { source in
          guard let from = source.baseAddress, let to = target.baseAddress else { return }
          PixelConversion.convertToOpaque(cmyk: from, inverted: inverted, count: 3, into: to)
        }
      }
      #expect(out == [0xFFFF_FFFF, 0xFF00_FFFF, 0xFF00_0000])
    }
  }
}

import DecoderWire
import Decoding
import Pixels
import Testing

/// Samples of 16 bits keep their precision until their colours are converted: dark tones of linear
/// light have as many levels as the screen.
struct WideColorTests {
  private static let width = 1024
  private static let height = 4

  /// Linear light from 0 to 1/20, which sRGB shows with the levels from 0 to 63.
  private static let ramp: [UInt16] = (0..<width).map {
    UInt16((Double($0) / Double(width - 1) * 0.05 * 65535).rounded())
  }

  private static func png(alpha: Bool) -> [UInt8] {
    let row = ramp.flatMap { level -> [UInt8] in
      let sample = [UInt8(level >> 8), UInt8(level & 255)]
      return sample + sample + sample + (alpha ? [255, 255] : [])
    }
    let head = Samples.big32(width) + Samples.big32(height) + [16, alpha ? 6 : 2, 0, 0, 0]
    return Array(Samples.pngHead(1, 1).prefix(8)) + Samples.chunk("IHDR", head)
      + Samples.chunk("gAMA", Samples.big32(100_000))
      + Samples.chunk("IDAT", Samples.stored((0..<height).flatMap { _ in [0] + row }))
      + Samples.chunk("IEND", [])
  }

  private static func tiff(gray: Bool, alpha: Bool) -> [UInt8] {
    let samples = (gray ? 1 : 3) + (alpha ? 1 : 0)
    var writer = TIFFWriter(
      width, height, samples: samples, bits: 16, photometric: gray ? 1 : 2)
    writer.tags[34675] = .bytes(
      TestProfile(columns: TestProfile.standard.columns, power: 1).bytes)
    if alpha { writer.tags[338] = .shorts([2]) }
    let row = ramp.flatMap { level -> [UInt8] in
      let sample = [UInt8(level & 255), UInt8(level >> 8)]
      return (0..<(gray ? 1 : 3)).flatMap { _ in sample } + (alpha ? [255, 255] : [])
    }
    return writer.bytes([(0..<height).flatMap { _ in row }])
  }

  /// The number of shades in the second row.
  private func shades(_ bytes: [UInt8]) throws -> Int {
    let got = try #require(DecodedPicture.decode(bytes).pixels)
    return Set((0..<got.size.width).map { got.pixel(x: $0, y: 1) }).count
  }

  @Test(arguments: [false, true])
  func `dark tones of a PNG of linear light keep their levels`(alpha: Bool) throws {
    #expect(try shades(Self.png(alpha: alpha)) >= 60)
  }

  @Test(arguments: [false, true], [false, true])
  func `dark tones of a TIFF of linear light keep their levels`(gray: Bool, alpha: Bool) throws {
    #expect(try shades(Self.tiff(gray: gray, alpha: alpha)) >= 60)
  }
}

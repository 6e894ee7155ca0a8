import CJXL
import DecoderWire
import Pixels
import Testing

@testable import JXLDecoding

/// JPEG XL files of more than eight bits with high dynamic range.
@Suite(.enabled(if: JXLEncoderLibrary.shared != nil, "libjxl is not installed"))
struct WideXLTests {
  private static let size = PixelSize(width: 1024, height: 8)

  /// A ramp of PQ from dark to medium tones with 12 bits a sample, without loss.
  private static func ramp() throws -> [UInt8] {
    let library = try #require(JXLEncoderLibrary.shared)
    let encoder = try #require(library.makeEncoder(nil))
    defer { library.deleteEncoder(encoder) }
    var info = JXLBasicInfo()
    library.initializeBasicInfo(&info)
    info.width = UInt32(size.width)
    info.height = UInt32(size.height)
    info.bits_per_sample = 12
    info.uses_original_profile = 1
    info.color_channels = 3
    var colors = JXLColorEncoding()
    colors.color_space = Int32(JXL_SPACE_RGB)
    colors.white_point = Int32(JXL_WHITE_D65)
    colors.primaries = Int32(JXL_PRIMARIES_2100)
    colors.transfer_function = Int32(JXL_TRANSFER_PQ)
    colors.rendering_intent = Int32(JXL_INTENT_RELATIVE)
    let isSet =
      library.setBasicInfo(encoder, &info) == 0 && library.setColors(encoder, &colors) == 0
    let settings = try #require(library.makeSettings(encoder, nil))
    let isLossless = library.setLossless(settings, 1) == 0
    try #require(isSet && isLossless)
    var samples: [UInt16] = []
    for _ in 0..<size.height {
      for x in 0..<size.width { samples += [UInt16](repeating: UInt16(20_000 + x * 12), count: 3) }
    }
    var format = JXLPixelFormat(
      channels: 3, type: Int32(JXL_UINT16), endianness: 0, alignment: 0)
    let added = samples.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { library.addFrame(settings, &format, $0, bytes.count) }
    }
    try #require(added == 0)
    library.closeInput(encoder)
    var file = [UInt8](repeating: 0, count: 1 << 18)
    var status: Int32 = 1
    let count = file.withUnsafeMutableBufferPointer { buffer in
      var next = buffer.baseAddress
      var left = buffer.count
      status = library.processOutput(encoder, &next, &left)
      return buffer.count - left
    }
    try #require(status == 0)
    return Array(file[..<count])
  }

  @Test func `the tones of PQ keep their levels`() throws {
    let got = DecodedPicture.decode(try Self.ramp())
    #expect(got.info?.isHighDynamicRange == true, "\(got.reply)")
    let pixels = try #require(got.pixels)
    #expect(pixels.size == Self.size && pixels.isOpaque)
    let shades = (0..<Self.size.width).map { pixels.pixel(x: $0, y: 3) & 0xFF }
    #expect(Set(shades).count >= 100)
  }
}

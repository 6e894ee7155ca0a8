import DecoderWire
import Decoding
import Testing

/// Tests of the output of `--formats`.
struct FormatListTests {
  private static func note(_ format: String) -> Substring? {
    FormatList.lines.lazy.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
      .first { $0.first.map(String.init) == format }?.last
  }

  @Test(arguments: [
    ("JPEG", Samples.jpeg(8, 8)), ("PNG", Samples.png(8, 8)), ("BMP", Samples.bmp(8, 8)),
    ("GIF", Samples.gif(8, 8)),
  ])
  func `--formats marks the formats whose pictures are decoded as a whole`(
    format: String, bytes: [UInt8]
  ) throws {
    let info = try #require(DecodedPicture.decode(bytes).info)
    #expect(info.format == format)
    #expect(Self.note(format) == (info.supportsRegions ? "" : "whole picture in memory"))
  }
}

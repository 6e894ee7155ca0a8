import CLinux
import DecoderWire
import Geometry
import Pixels
import Testing

@testable import DecodeJobs
@testable import Decoding

/// Tests of the limits of time and memory for one file.
struct WorkLimitTests {
  /// A progressive JPEG whose last scan is repeated.
  private static func jpeg(_ width: Int, _ height: Int, scans: Int) throws -> [UInt8] {
    let bytes = Samples.jpeg(width, height, progressive: true)
    let last = try #require(
      (0..<bytes.count - 1).last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    let scan = bytes[last..<bytes.count - 2]
    var many = Array(bytes[..<last])
    for _ in 0..<scans { many += scan }
    return many + [0xFF, 0xD9]
  }

  @Test func `a progressive JPEG shows the scans that were decoded within the time limit`() throws {
    let limits = DecodeLimits(seconds: 10)
    let usual = DecodedPicture.decode(
      try Self.jpeg(800, 600, scans: 8), target: PixelSize(width: 80, height: 60), limits: limits)
    #expect(usual.info?.isTruncated == false)
    let many = DecodedPicture.decode(
      try Self.jpeg(2000, 2000, scans: 480), target: PixelSize(width: 80, height: 80),
      limits: limits)
    #expect(many.info?.isTruncated == true)
    #expect(many.showsCorners(.up))
  }

  @Test func `an interlaced PNG may have half of the pixel limit`() {
    let head: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
    func picture(_ side: Int, interlace: UInt8) -> [UInt8] {
      head
        + Samples.chunk(
          "IHDR", Samples.big32(side) + Samples.big32(side) + [16, 6, 0, 0, interlace])
        + Samples.chunk("IDAT", [UInt8](repeating: 0, count: 40_000)) + Samples.chunk("IEND", [])
    }
    let failure = DecodedPicture.decode(picture(15_900, interlace: 1)).failure
    #expect(failure?.kind == .tooLarge)
    #expect(failure?.detail.contains("interlaced") == true)
    #expect(failure?.detail.contains("--max-pixels") == true)
    #expect(DecodedPicture.decode(picture(15_900, interlace: 0)).failure?.kind != .tooLarge)
    #expect(DecodedPicture.decode(picture(10_000, interlace: 1)).failure?.kind != .tooLarge)
  }

  @Test func `the number of frames that acTL states is clamped to the limit`() {
    let limits = DecodeLimits(frames: 7)
    for (stated, frames) in [(5, 5), (7, 7), (8, 7), (0x7FFF_FFFF, 7)] {
      let control = Samples.chunk("acTL", Samples.big32(stated) + Samples.big32(0))
      let picture = Samples.png(8, 8)
      let end = Samples.pngHead(8, 8).count
      let bytes: [UInt8] = picture[..<end] + control + picture[end...]
      for kind in [DecodeRequest.Kind.probe, .exact] {
        #expect(DecodedPicture.decode(bytes, kind, limits: limits).info?.frames == frames)
      }
      let thumbnail = DecodedPicture.decode(bytes, .thumbnail, limits: limits).thumbnail
      #expect(thumbnail?.frames == frames)
    }
  }

  @Test func `a prepared reply has at most the length of a message`() {
    defer { PreparedReply.storeTimeoutReply([]) }
    PreparedReply.storeTimeoutReply([UInt8](repeating: 1, count: 100))
    #expect(PreparedReply.timeoutReplyLength == 100)
    PreparedReply.storeTimeoutReply(
      [UInt8](repeating: 1, count: DecoderWireFormat.maxMessageBytes + 100))
    #expect(PreparedReply.timeoutReplyLength == DecoderWireFormat.maxMessageBytes)
  }

  @Test func `the default time limit is 30 seconds`() {
    #expect(DecodeLimits().seconds == 30)
  }

  @Test func `a true-colour TGA of 8 bits per pixel is refused`() {
    func targa(_ kind: UInt8, _ depth: UInt8) -> [UInt8] {
      [0, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 4, 0, depth, 0]
        + [UInt8](repeating: 90, count: 16 * Int(depth) / 8)
    }
    for kind: UInt8 in [2, 10] {
      let failure = DecodedPicture.decode(targa(kind, 8), name: "a.tga").failure
      #expect(failure?.kind == .unsupported)
      #expect(failure?.detail == "true colours of 8 bits a pixel")
    }
    #expect(DecodedPicture.decode(targa(3, 8), name: "a.tga").pixels != nil)
    #expect(DecodedPicture.decode(targa(2, 24), name: "a.tga").pixels != nil)
    #expect(DecodedPicture.decode(targa(2, 8), name: "").failure?.kind == .unknownFormat)
  }

  @Test func `an icon is decoded whole whatever length its directory states`() {
    for length in [0, 1, 40, 60, 1 << 31] {
      var bytes = FormatSamples.icon(32)
      bytes.replaceSubrange(14..<18, with: Samples.little32(length))
      let got = DecodedPicture.decode(bytes)
      #expect(got.info?.isTruncated == false, "\(length)")
      #expect(
        got.pixels?.pixel(x: 4, y: 4)
          == DecodedPicture.decode(FormatSamples.icon(32)).pixels?.pixel(x: 4, y: 4))
    }
  }
}

/// The limits of time and memory in the real helper, whose use of both is measured.
@Suite(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
struct HelperWorkTests {
  private static let holeBytes = 600 << 20
  private static let maxMemory = 200 << 20

  @Test(arguments: [
    ("a.pgm", "P2 15000 15000 255\n1 2 3 "),
    ("a.ani", "RIFF\u{7F}\u{7F}\u{7F}\u{7F}ACONanih\u{4}\0\0\0\0\0\0\0"),
    ("a.webp", "RIFF\u{7F}\u{7F}\u{7F}\u{7F}WEBPVP8X\u{A}\0\0\0\u{2}\0\0\0\u{7}\0\0\u{5}\0\0"),
    ("a.xpm", "/* XPM */\nstatic char *a[] = {\"9 9 2 1\","),
    ("a.heic", "\0\0\0\u{18}ftypheic\0\0\0\0heicmif1"),
    ("a.icns", "icns\u{7F}\0\0\0"),
    ("a.jpg", "JPEG head"), ("a.xbm", "#define a_width 90\n#define a_height 90\n"),
    ("a.xbm", "#define a_width 90\n#define a_height 90\nchar a_bits[] = { 0x11, 0x12,"),
    ("a.pgm", "P2 90 90 255\n1 2 3 "), ("a.pbm", "P1 90 90\n1 0 1 "),
    ("a.pgm", "P5 90 90 # comment"), ("a.pam", "P7\nWIDTH 9\nTUPLTYPE "),
  ])
  func `a hole in a file is not read to its end`(name: String, head: String) throws {
    let helper = try #require(HelperProcess())
    let jpeg = Samples.jpeg(90, 90, orientation: .up)
    let scan = try #require((0..<jpeg.count - 1).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
    let file = DecodedPicture.memory(
      holding: name == "a.jpg" ? Array(jpeg[..<scan]) : Array(head.utf8))
    defer { close(file) }
    ftruncate(file, off_t(Self.holeBytes))
    let got = try #require(helper.ask(file: file, name: name))
    #expect(got.failure != nil || got.info?.isTruncated == true)
    #expect(try #require(helper.peakMemory) < Self.maxMemory)
  }

  @Test func `a JPEG that ends in a hole shows its scans and is read no further`() throws {
    let helper = try #require(HelperProcess())
    let jpeg = Samples.jpeg(90, 90, progressive: true)
    let last = try #require((0..<jpeg.count - 1).last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
    let file = DecodedPicture.memory(holding: Array(jpeg[..<last]))
    defer { close(file) }
    ftruncate(file, off_t(Self.holeBytes))
    let got = try #require(helper.ask(file: file))
    #expect(got.pixels != nil && got.info?.isTruncated == true)
    #expect(try #require(helper.peakMemory) < Self.maxMemory)
  }

  @Test(.enabled(if: VectorSupport.hasRegions, "no librsvg"))
  func `an SVG has a tenth of the time limit`() throws {
    let bomb = Samples.svg(
      "width=\"4000\" height=\"4000\"",
      "<filter id=\"f\"><feTurbulence numOctaves=\"3000\" baseFrequency=\"0.5\"/></filter>"
        + "<rect width=\"4000\" height=\"4000\" filter=\"url(#f)\"/>")
    let file = DecodedPicture.memory(holding: bomb)
    defer { close(file) }
    let whole = RegionRequest(whole: PixelSize(width: 4000, height: 4000), x: 0, y: 0)
    for region in [nil, whole] {
      let helper = try #require(HelperProcess())
      let got = try #require(
        helper.ask(
          file: file, target: region == nil ? .zero : whole.whole,
          limits: DecodeLimits(seconds: 20), region: region, seconds: 60))
      #expect(got.failure?.kind == .tooSlow)
      #expect(
        got.failure?.detail == "more than 2 s of processor time, a tenth of --max-seconds")
    }
  }
}

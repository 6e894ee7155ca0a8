import CLinux
import DecoderWire
import Decoding
import Pixels
import TestSupport
import Testing

/// The libraries of a helper, which it loads before it parses its first picture, and never
/// afterwards.
@Suite(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
struct HelperLibraryTests {
  private static let square = PixelSize(width: 4, height: 4)

  /// One picture of every format that this machine decodes with libraries, and some without any.
  static let samples: [(format: String, name: String, bytes: [UInt8])] = {
    let all: [(format: String, name: String, bytes: [UInt8])] = [
      ("JPEG", "a.jpg", Samples.jpeg(64, 48)), ("PNG", "a.png", Samples.png(64, 48)),
      ("WebP", "a.webp", FormatSamples.webp()), ("JPEG XL", "a.jxl", FormatSamples.jpegXL()),
      ("TIFF", "a.tiff", tiff), ("SVG", "a.svg", Samples.shapes), ("XPM", "a.xpm", xpm),
      ("AVIF", "a.avif", CodedSamples.alpha), ("HEIC", "a.heic", CodedSamples.collection),
      ("JPEG 2000", "a.jp2", JPEG2000Samples.color), ("EXR", "a.exr", OpenEXRSamples.color),
      ("DDS", "a.dds", FreeImageSamples.surface), ("DjVu", "a.djvu", DocumentSamples.djvu),
      ("PDF", "a.pdf", DocumentSamples.pdf([.filled(30, 20, 1, 0, 0)])),
    ]
    return all.filter { sample in
      FormatList.lines.contains {
        $0.hasPrefix("\(sample.format)\t") && $0.contains("\tyes")
      }
    }
  }()

  private static let tiff = FormatSamples.tiff(
    4, 4, FormatSamples.TIFF(), [UInt8](repeating: 0x55, count: 48))
  private static let xpm = Array(
    "/* XPM */\nstatic char *a[] = {\"2 1 2 1\",\"a c #ff0000\",\"b c #00ff00\",\"ab\"};".utf8)

  private func ask(_ helper: HelperProcess, _ bytes: [UInt8], _ name: String) -> DecodedPicture? {
    let file = DecodedPicture.memory(holding: bytes)
    defer { close(file) }
    return helper.ask(file: file, name: name)
  }

  @Test func `the first picture of a helper may be of any format`() throws {
    for sample in Self.samples {
      let helper = try #require(HelperProcess())
      #expect(ask(helper, sample.bytes, sample.name)?.pixels != nil, "\(sample.format)")
      #expect(helper.hangUp() == 0)
    }
  }

  @Test func `a helper that has read the header of a photo reads its metadata, too`() throws {
    for sample in Self.samples {
      let helper = try #require(HelperProcess())
      let file = DecodedPicture.memory(holding: sample.bytes)
      defer { close(file) }
      #expect(helper.ask(file: file, .probe, name: sample.name)?.info != nil, "\(sample.format)")
      let metadata = try #require(helper.ask(file: file, .metadata, name: sample.name))
      #expect(metadata.reply.result != .declined, "\(sample.format)")
      #expect(helper.hangUp() == 0)
    }
  }

  @Test func `a helper declines pictures whose libraries it has not loaded`() throws {
    let helper = try #require(HelperProcess())
    for _ in 0..<2 {
      for sample in Self.samples {
        let got = try #require(ask(helper, sample.bytes, sample.name))
        let hasLibraries = ["JPEG", "PNG", "WebP"].contains(sample.format)
        #expect((got.pixels != nil) == hasLibraries, "\(sample.format)")
        #expect((got.reply.result == .declined) == !hasLibraries, "\(sample.format)")
      }
    }
    #expect(helper.hangUp() == 0)
  }

  @Test func `a damaged picture of a format without libraries fails, and loads none`() throws {
    let helper = try #require(HelperProcess())
    let got = try #require(ask(helper, Array(Samples.jpeg(64, 48).prefix(200)), "a.jpg"))
    #expect(got.failure?.kind == .damaged)
    let maps = helper.read("maps")
    for name in ["libgdk_pixbuf", "libtiff", "libjxl", "librsvg"] {
      #expect(!maps.contains(name), "\(name)")
    }
  }

  @Test func `a helper with all libraries declines no picture`() throws {
    let helper = try #require(HelperProcess(loadsAllLibraries: true))
    for sample in Self.samples + Self.samples.reversed() {
      #expect(ask(helper, sample.bytes, sample.name)?.pixels != nil, "\(sample.format)")
    }
    #expect(helper.hangUp() == 0)
  }

  @Test(.enabled(if: samples.contains { $0.format == "SVG" }, "no loader for SVG"))
  func `an SVG in another encoding is drawn like one in UTF-8`() throws {
    func document(_ encoding: String, _ letters: [UInt8]) -> [UInt8] {
      let head = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<svg width=\"40\" height=\"20\""
      let text = " xmlns=\"http://www.w3.org/2000/svg\"><text y=\"15\">"
      return Array((head + text).utf8) + letters + Array("</text></svg>".utf8)
    }
    let plain = document("UTF-8", Array("\u{416}\u{42F}".utf8))
    let encoded = document("windows-1251", [0xC6, 0xDF])
    for loadsAllLibraries in [false, true] {
      let helper = try #require(HelperProcess(loadsAllLibraries: loadsAllLibraries))
      let got = try #require(ask(helper, encoded, "a.svg"))
      let expected = try #require(ask(helper, plain, "b.svg")?.pixels)
      let pixels = try #require(got.pixels)
      #expect(pixels.size == expected.size)
      for y in 0..<20 {
        for x in 0..<40 { #expect(pixels.pixel(x: x, y: y) == expected.pixel(x: x, y: y)) }
      }
    }
  }

  @Test func `a helper at work is locked, and limited for good`() throws {
    let helper = try #require(HelperProcess())
    let limits = DecodeLimits(pixels: 1_000_000, seconds: 5)
    let file = DecodedPicture.memory(holding: Samples.jpeg(64, 48))
    defer { close(file) }
    #expect(helper.ask(file: file, limits: limits)?.pixels != nil)
    #expect(helper.read("status").contains("Seccomp:\t2\n"))
    #expect(helper.read("oom_score_adj") == "1000\n")
    func hard(_ name: String) -> Int? {
      let line = helper.read("limits").split(separator: "\n").first { $0.hasPrefix(name) }
      let words = line?.dropFirst(name.count).split(separator: " ") ?? []
      return words.count > 1 ? Int(words[1]) : nil
    }
    // The limit is 900 seconds for all pictures, and the time of one picture.
    #expect((906...920).contains(hard("Max cpu time") ?? 0))
    // The limit is the size of the pixels of four bytes, padding, and 64 MiB.
    #expect(hard("Max file size") == 5_000_000 + 64 << 20)
    #expect(hard("Max open files") == 24)
  }
}

import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import Testing

/// Tests of files with impossible headers, all of which the real helper answers.
@Suite(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
struct HostileFileTests {
  private static func answer(
    _ bytes: [UInt8], name: String = "", limits: DecodeLimits = DecodeLimits()
  ) throws -> DecodedPicture? {
    let helper = try #require(HelperProcess())
    let file = DecodedPicture.memory(holding: bytes)
    defer { close(file) }
    return helper.ask(file: file, limits: limits, name: name)
  }

  /// An icon of one picture with a given header, followed by some bytes.
  private static func icon(
    _ width: Int, _ height: Int, depth: Int, compression: Int
  ) -> [UInt8] {
    var picture = Samples.little32(40) + Samples.little32(width) + Samples.little32(height)
    picture += [1, 0, UInt8(depth & 255), UInt8(depth >> 8)] + Samples.little32(compression)
    picture += [UInt8](repeating: 0, count: 20 + 64)
    let line: [UInt8] = [16, 16, 0, 0, 1, 0, 0, 0]
    return [0, 0, 1, 0, 1, 0] + line + Samples.little32(picture.count) + Samples.little32(22)
      + picture
  }

  private static func cursor(around icon: [UInt8]) -> [UInt8] {
    let frame: [UInt8] = Array("icon".utf8) + Samples.little32(icon.count) + icon
    let list: [UInt8] =
      Array("LIST".utf8) + Samples.little32(frame.count + 4)
      + Array("fram".utf8) + frame
    return Array("RIFF".utf8) + Samples.little32(list.count + 4) + Array("ACON".utf8) + list
  }

  @Test(arguments: [4, 5])
  func `an icon with a compressed picture of any depth gets a reply`(
    compression: Int
  ) throws {
    for depth in [0, 1, 2, 3, 4, 7, 8, 9, 10, 15, 16, 17, 24, 31, 32, 33, 64, 255, 65535] {
      let icon = Self.icon(8, 16, depth: depth, compression: compression)
      let kinds = [DecodeFailure.Kind.damaged, .unsupported]
      for bytes in [icon, Self.cursor(around: icon)] {
        let got = try Self.answer(bytes)
        let failure = got?.failure?.kind
        #expect(failure.map(kinds.contains) ?? (got?.pixels != nil), "depth \(depth)")
      }
    }
  }

  @Test func `an icon whose pixel count overflows is refused`() throws {
    for compression in [0, 3, 4] {
      let bytes = Self.icon(0x7FFF_FFFF, 0x7FFF_FFFF, depth: 65535, compression: compression)
      let got = try Self.answer(bytes, limits: DecodeLimits(pixels: .max))
      #expect(got?.failure != nil)
    }
  }

  @Test(arguments: [DecodeLimits().pixels, 1 << 34, 1 << 60, .max])
  func `a picture within the pixel limit is shown at every limit`(pixels: Int) throws {
    let bitmap = FormatSamples.tiff(6, 4, .init(), Samples.rgb(6, 4))
    let text = Array("P3 1 1 255 1 2 3".utf8)
    let mask = Array("#define a_width 8\n#define a_height 1\nchar a_bits[] = { 0x11 };".utf8)
    for bytes in [
      Samples.jpeg(60, 40), Samples.png(60, 40), Samples.bmp(60, 40), Samples.gif(6, 4), bitmap,
      text, mask, FormatSamples.icon(32),
    ] {
      let got = try Self.answer(bytes, limits: DecodeLimits(pixels: pixels))
      #expect(got?.pixels != nil, "\(got?.failure?.sentence ?? "the helper ended")")
    }
  }

  @Test func `files of small formats with random headers get a reply`() throws {
    let helper = try #require(HelperProcess())
    var random = RandomHeaders(seed: 41)
    for round in 0..<4000 {
      let (name, bytes) = random.next()
      let limits = DecodeLimits(pixels: round % 4 == 0 ? .max : 1 << 20)
      let file = DecodedPicture.memory(holding: bytes)
      defer { close(file) }
      let got = helper.ask(
        file: file, target: PixelSize(width: 40, height: 40), limits: limits, name: name)
      guard got != nil else {
        Issue.record("the helper ended at round \(round): \(name) \(bytes)")
        return
      }
    }
  }
}

/// Files whose headers hold extreme numbers in every field.
private struct RandomHeaders {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  private mutating func number() -> Int {
    let usual = [0, 1, 2, 3, 4, 8, 9, 15, 16, 17, 24, 32, 40, 124, 255, 256, 0xFFFF]
    let large = [0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7FFF_FFFE, 0x1_0000, 0x4000_0000]
    return below(4) == 0 ? large[below(large.count)] : usual[below(usual.count)]
  }

  private mutating func little(_ count: Int) -> [UInt8] {
    let value = number()
    return (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private mutating func bitmapHeader() -> [UInt8] {
    let length = [12, 40, 40, 40, 52, 56, 64, 108, 124][below(9)]
    var bytes = Samples.little32(length)
    if length == 12 { return bytes + little(2) + little(2) + [1, 0] + little(2) }
    bytes += little(4) + little(4) + [1, 0]
    bytes += [UInt8([1, 2, 4, 8, 16, 24, 32, 9, 64][below(9)]), 0]
    bytes += Samples.little32(below(8))
    while bytes.count < length { bytes += little(4) }
    return Array(bytes.prefix(length))
  }

  private mutating func rest() -> [UInt8] { (0..<below(300)).map { _ in UInt8(below(256)) } }

  private mutating func icon() -> [UInt8] {
    let picture = bitmapHeader() + rest()
    let line: [UInt8] = [UInt8(below(256)), UInt8(below(256)), 0, 0, 1, 0, 24, 0]
    let length = below(2) == 0 ? Samples.little32(picture.count) : little(4)
    let start = below(4) == 0 ? little(4) : Samples.little32(22)
    return [0, 0, UInt8(1 + below(2)), 0, 1, 0] + line + length + start + picture
  }

  mutating func next() -> (name: String, bytes: [UInt8]) {
    switch below(10) {
    case 0:
      let head: [UInt8] = Array("BM".utf8) + little(4) + little(4) + little(4)
      return ("a.bmp", head + bitmapHeader() + rest())
    case 1: return ("a.ico", icon())
    case 2:
      let inside = icon()
      let frame: [UInt8] = Array("icon".utf8) + little(4) + inside
      let list: [UInt8] = Array("LIST".utf8) + little(4) + Array("fram".utf8) + frame
      return ("a.ani", Array("RIFF".utf8) + little(4) + Array("ACON".utf8) + list)
    case 3:
      let kind = [1, 2, 3, 9, 10, 11][below(6)]
      var bytes: [UInt8] =
        [UInt8(below(256)), UInt8(below(2)), UInt8(kind)] + little(2) + little(2)
      bytes += [UInt8([8, 15, 16, 24, 32][below(5)])] + little(2) + little(2)
      bytes += little(2) + little(2) + [UInt8([8, 15, 16, 24, 32][below(5)]), UInt8(below(64))]
      return ("a.tga", bytes + rest())
    case 4:
      let text = "P\(1 + below(6)) \(number()) \(number()) \(number()) "
      return ("a.pnm", Array(text.utf8) + rest())
    case 5:
      let fields = "WIDTH \(number())\nHEIGHT \(number())\nDEPTH \(below(6))\nMAXVAL \(number())\n"
      return ("a.pam", Array("P7\n\(fields)ENDHDR\n".utf8) + rest())
    case 6:
      let text = "#define a_width \(number())\n#define a_height \(number())\nchar a_bits[] = {"
      return ("a.xbm", Array("\(text) 0x\(number()), \(number()), 3 };".utf8))
    case 7:
      return (
        "a.qoi",
        Array("qoif".utf8) + Samples.big32(number()) + Samples.big32(number())
          + [4, 0] + rest()
      )
    case 8:
      let screen: [UInt8] =
        Array("GIF89a".utf8) + little(2) + little(2) + [UInt8(below(256)), 0, 0]
      return ("a.gif", screen + [0x2C] + little(2) + little(2) + little(2) + little(2) + rest())
    default:
      let inside = Samples.pngHead(number() & 0x7FFF_FFFF, number() & 0x7FFF_FFFF)
      return ("a.qtif", little(4).reversed() + Array("idat".utf8) + inside + rest())
    }
  }
}

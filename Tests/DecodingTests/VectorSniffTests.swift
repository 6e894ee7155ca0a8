import DecoderWire
import Geometry
import Pixels
import Testing

/// SVGs that do not begin with their root.
@Suite(.enabled(if: VectorSupport.hasRegions, "no librsvg"))
struct VectorSniffTests {
  private static let plain = Samples.svg(
    "width=\"12\" height=\"8\"", "<rect width=\"12\" height=\"8\" fill=\"#00ff00\"/>")
  private static let declaration = "<?xml version=\"1.0\"?>\n"

  private static func isShown(_ bytes: [UInt8], name: String) -> Bool {
    let got = DecodedPicture.decode(bytes, name: name)
    return got.info?.format == "SVG" && got.info?.naturalSize == PixelSize(width: 12, height: 8)
      && got.pixels?.pixel(x: 5, y: 5) == 0xFF00_FF00
  }

  @Test(arguments: [0, 3000, 4096, 5000, 100_000])
  func `an SVG is recognised after a comment of any length`(length: Int) {
    let comment = "<!--" + String(repeating: "licence svg: ", count: length / 13) + "-->\n"
    for name in ["a.svg", "a", "a.xml"] {
      for head in ["", Self.declaration, Self.declaration + "<!DOCTYPE svg>"] {
        #expect(Self.isShown(Array((head + comment).utf8) + Self.plain, name: name), "\(head)")
      }
    }
  }

  @Test(arguments: ["", declaration])
  func `an SVG whose root element has a prefix is recognised`(head: String) {
    let root = """
      <s:svg xmlns:s="http://www.w3.org/2000/svg" width="12" height="8">\
      <s:rect width="12" height="8" fill="#00ff00"/></s:svg>
      """
    #expect(Self.isShown(Array((head + root).utf8), name: "a"))
  }

  @Test(arguments: [true, false])
  func `an SVG in UTF-16 is shown`(isBigEndian: Bool) {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n" + String(decoding: Self.plain, as: UTF8.self)
    let units = [0xFEFF] + Array(text.utf16)
    let bytes = units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
    for name in ["a.svg", "a"] { #expect(Self.isShown(bytes, name: name)) }
  }

  @Test(arguments: ["a.svg", "a.svgz", "a.svg.gz", "a"])
  func `a compressed SVG is recognised by its contents`(name: String) {
    #expect(Self.isShown(Samples.gzip(Self.plain), name: name))
    #expect(Self.isShown(Samples.gzip(Self.plain, named: "picture.svg"), name: name))
  }

  @Test func `other XML and other compressed files are no SVGs`() {
    let page = "<!DOCTYPE html><html><body><svg width=\"3\" height=\"3\"/></body></html>"
    for bytes in [Array(page.utf8), Array("<?xml version=\"1.0\"?><plist/>".utf8)] {
      #expect(DecodedPicture.decode(bytes, name: "a.html").failure?.kind == .unknownFormat)
    }
    let packed = DecodedPicture.decode(Samples.gzip(Array("words".utf8)), name: "a.gz").failure
    #expect(packed?.kind == .missingLoader)
    #expect(packed?.sentence.contains("gzip") == true)
  }

  @Test func `a file named svg that begins with a tag is tried`() {
    #expect(DecodedPicture.decode(Array("<picture/>".utf8), name: "a.svg").failure?.format == "SVG")
  }

  // MARK: Pictures inside

  private static func svg(around pictures: [String]) -> [UInt8] {
    let images = pictures.map { "<image width=\"9\" height=\"9\" xlink:href=\"\($0)\"/>" }
    return Samples.svg("width=\"9\" height=\"9\"", images.joined())
  }

  private static func address(_ type: String, _ bytes: [UInt8]) -> String {
    "data:\(type);base64,\(Samples.base64(bytes))"
  }

  @Test func `the pictures inside an SVG count as pixels`() {
    let limits = DecodeLimits(pixels: 4000)
    let small = Samples.png(20, 20)
    let shown = Self.svg(around: [Self.address("image/png", small)])
    #expect(DecodedPicture.decode(shown, limits: limits).pixels != nil)
    let large: [(String, [UInt8])] = [
      ("image/png", Samples.png(60, 40)), ("image/jpeg", Samples.jpeg(60, 40)),
      ("image/bmp", Samples.bmp(60, 40)), ("image/gif", Samples.gif(60, 40)),
      ("image/svg+xml", Self.svg(around: [Self.address("image/png", Samples.png(60, 40))])),
    ]
    for (type, bytes) in large {
      let inside = Self.svg(around: [Self.address(type, bytes)])
      for bytes in [inside, Samples.gzip(inside)] {
        let failure = DecodedPicture.decode(bytes, limits: limits, name: "a.svg").failure
        #expect(failure?.kind == .tooLarge, "\(type)")
        #expect(failure?.detail.contains("60 × 40") == true)
        #expect(failure?.detail.contains("--max-pixels") == true)
      }
    }
    let many = Self.svg(around: Array(repeating: Self.address("image/png", small), count: 3))
    #expect(DecodedPicture.decode(many, limits: limits).failure?.kind == .tooLarge)
  }

  @Test func `a picture inside an SVG may be written with percent signs and line breaks`() {
    let png = Samples.png(60, 40)
    let digits = Array("0123456789ABCDEF")
    let percent = png.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    var broken = ""
    for (i, letter) in Samples.base64(png).enumerated() {
      broken.append(letter)
      if i % 60 == 59 { broken += "&#10;\n  " }
    }
    for address in ["data:image/png,\(percent)", "DATA:image/png;charset=x;base64,\(broken)"] {
      let got = DecodedPicture.decode(
        Self.svg(around: [address]), limits: DecodeLimits(pixels: 4000))
      #expect(got.failure?.kind == .tooLarge)
    }
  }
}

extension Samples {
  /// A gzip file of `bytes`, stored.
  static func gzip(_ bytes: [UInt8], named name: String? = nil) -> [UInt8] {
    var out: [UInt8] = [0x1F, 0x8B, 8, name == nil ? 0 : 8, 0, 0, 0, 0, 0, 3]
    if let name { out += Array(name.utf8) + [0] }
    out += stored(bytes).dropFirst(2).dropLast(4)
    return out + big32(Int(crc(bytes))).reversed() + little32(bytes.count)
  }

  static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var out = ""
    for i in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[i..<min(i + 3, bytes.count)]
      let word = (0..<3).reduce(0) { $0 << 8 | (i + $1 < bytes.count ? Int(bytes[i + $1]) : 0) }
      for k in 0..<4 {
        out.append(k <= part.count ? letters[word >> (18 - 6 * k) & 63] : "=")
      }
    }
    return out
  }
}

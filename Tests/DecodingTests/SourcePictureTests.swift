import DecoderWire
import Geometry
import Pixels
import Testing

/// Formats for which gdk-pixbuf has no loader, or only an unreliable one.
struct SourcePictureTests {
  static let xbm = Array(
    """
    /* made by hand */
    #define dot_width 10
    #define dot_height 2
    static unsigned char dot_bits[] = { 0x01, 0x02, 0xFF, 3 };
    """.utf8)

  static let xpm = Array(
    """
    /* XPM */
    static char *cross[] = { /* "not this" */
    "2 2 3 1", "r c #DC1414", "g c green", ". c None",
    "rg",
    ".r" };
    """.utf8)

  /// A QOI file of 4 × 2 pixels with every kind of chunk.
  static let qoi: [UInt8] = {
    var bytes: [UInt8] = Array("qoif".utf8)
    bytes += Samples.big32(4)
    bytes += Samples.big32(2)
    bytes += [4, 0]
    // Red; a small step (+1, 0, -1); a larger one (red +6, green +4, blue +3).
    bytes += [0xFE, 220, 20, 20, 0x79, 0xA4, 0xA7]
    // Twice that again; half transparent; the red from memory; a single repetition.
    bytes += [0xC1, 0xFF, 200, 100, 0, 128]
    let redPlace: Int = (220 * 3 + 20 * 5 + 20 * 7 + 255 * 11) % 64
    bytes += [UInt8(redPlace), 0xC0]
    bytes += [0, 0, 0, 0, 0, 0, 0, 1]
    return bytes
  }()

  @Test func `an XBM is black on white, lowest bit first`() throws {
    let pixels = try #require(DecodedPicture.decode(Self.xbm, name: "dot.xbm").pixels)
    #expect(pixels.size == PixelSize(width: 10, height: 2))
    for y in 0..<2 {
      let black = (0..<10).filter { pixels.pixel(x: $0, y: y) == 0xFF00_0000 }
      #expect(black == (y == 0 ? [0, 9] : Array(0..<10)))
    }
  }

  @Test func `an XPM has colours by number and by name, and transparent pixels`() throws {
    let got = DecodedPicture.decode(Self.xpm)
    try withKnownIssue("no loader for XPM", isIntermittent: true) {
      let pixels = try #require(got.pixels)
      #expect(pixels.pixel(x: 0, y: 0) == 0xFFDC_1414)
      #expect(pixels.pixel(x: 1, y: 0) >> 24 == 255)
      #expect(pixels.pixel(x: 0, y: 1) == 0)
      #expect(pixels.pixel(x: 1, y: 1) == 0xFFDC_1414)
    } when: {
      got.failure?.kind == .missingLoader
    }
  }

  @Test func `a QOI gives the pixels that its chunks encode`() throws {
    let got = DecodedPicture.decode(Self.qoi)
    let pixels = try #require(got.pixels)
    let first: [UInt32] = [0xFFDC_1414, 0xFFDD_1413, 0xFFE3_1816, 0xFFE3_1816]
    let second: [UInt32] = [0xFFE3_1816, 0x8064_3200, 0xFFDC_1414, 0xFFDC_1414]
    for x in 0..<4 {
      #expect(pixels.pixel(x: x, y: 0) == first[x])
      #expect(pixels.pixel(x: x, y: 1) == second[x])
    }
    #expect(got.info?.isTruncated == false)
  }

  @Test func `an animated cursor shows its first frame and reports the number of frames`() throws {
    var list: [UInt8] = Array("framicon".utf8)
    list += Samples.little32(Self.icon.count)
    list += Self.icon
    var body: [UInt8] = Array("anih".utf8)
    body += Samples.little32(36)
    body += Samples.little32(36)
    body += Samples.little32(3)
    body += [UInt8](repeating: 0, count: 28)
    body += Array("LIST".utf8)
    body += Samples.little32(list.count)
    body += list
    let bytes = Self.riff("ACON", body)
    let got = DecodedPicture.decode(bytes)
    #expect(got.showsCorners(.up))
    #expect(got.info?.frames == 3)
    #expect(got.info?.format == "ANI")
  }

  @Test func `a QuickTime picture shows its embedded picture within the same limits`() {
    func atoms(_ picture: [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = Samples.big32(12)
      bytes += Array("idsc".utf8)
      bytes += [0, 0, 0, 0]
      bytes += Samples.big32(picture.count + 8)
      bytes += Array("idat".utf8)
      return bytes + picture
    }
    let got = DecodedPicture.decode(atoms(Samples.jpeg(40, 30)))
    #expect(got.showsCorners(.up))
    #expect(got.info?.format == "QTIF")
    let huge = DecodedPicture.decode(atoms(Samples.gif(65535, 65535))).failure
    #expect(huge?.kind == .tooLarge)
    #expect(huge?.format == "QTIF")
    let nested = DecodedPicture.decode(atoms(atoms(Samples.jpeg(8, 8)))).failure
    #expect(nested?.kind == .damaged)
  }

  @Test func `a truncated file of a small format gives a picture or an error`() {
    for bytes in [
      Self.xbm, Self.xpm, Self.qoi, Self.icon, Samples.bmp(9, 7), Samples.gif(1, 1, frames: 2),
    ] {
      for length in 0..<bytes.count {
        let got = DecodedPicture.decode(Array(bytes[..<length]), name: "cut.xbm")
        #expect(got.pixels != nil || got.failure?.sentence.isEmpty == false)
      }
    }
  }

  /// A Windows icon that holds a PNG.
  private static var icon: [UInt8] {
    let png = Samples.png(24, 16)
    var bytes: [UInt8] = [0, 0, 1, 0, 1, 0, 24, 16, 0, 0, 1, 0, 32, 0]
    bytes += Samples.little32(png.count)
    bytes += Samples.little32(22)
    return bytes + png
  }

  private static func riff(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = Array("RIFF".utf8)
    bytes += Samples.little32(body.count + 4)
    bytes += Array(kind.utf8)
    return bytes + body
  }
}

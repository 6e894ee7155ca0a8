import DecoderWire
import Geometry
import Pixels
import Testing

struct LoaderTests {
  @Test(arguments: Orientation.allCases)
  func `the orientation of a PNG is applied`(orientation: Orientation) {
    let got = DecodedPicture.decode(
      Samples.png(60, 40, orientation: orientation), target: PixelSize(width: 33, height: 33))
    #expect(got.info?.orientation == orientation)
    #expect(got.showsCorners(orientation))
    #expect(got.info?.format == "PNG")
  }

  @Test func `a picture is decoded by its contents and not by its file extension`() {
    #expect(DecodedPicture.decode(Samples.png(8, 8), name: "a.jpg").info?.format == "PNG")
    #expect(DecodedPicture.decode(Samples.jpeg(8, 8), name: "a.png").info?.format == "JPEG")
    #expect(DecodedPicture.decode(Samples.bmp(8, 8), name: "a.svg").info?.format == "BMP")
  }

  @Test func `a BMP and a GIF decode`() {
    #expect(DecodedPicture.decode(Samples.bmp(30, 20)).showsCorners(.up))
    let gif = DecodedPicture.decode(Samples.gif(1, 1, frames: 3))
    #expect(gif.info?.frames == 3)
    #expect(gif.pixels?.pixel(x: 0, y: 0) == 0xFFDC_1414)
  }

  @Test func `a GIF with a million frames is decoded`() {
    let got = DecodedPicture.decode(Samples.gif(1, 1, frames: 1_000_000))
    #expect((got.info?.frames ?? 0) > 1000)
    #expect(got.pixels != nil)
  }

  @Test func `a header beyond the pixel limit is refused before memory is allocated`() {
    let claims: [[UInt8]] = [
      Samples.pngHead(60000, 60000) + [0, 0, 0, 0], Samples.gif(65535, 65535),
      Samples.bmp(2, 2, claim: (30000, 30000)),
      Samples.bmp(2, 2, claim: (0x7FFF_FFFF, 0x7FFF_FFFF)),
      Samples.pngHead(0x7FFF_FFFF, 0x7FFF_FFFF),
    ]
    for bytes in claims {
      for kind in [DecodeRequest.Kind.probe, .preview, .exact] {
        #expect(DecodedPicture.decode(bytes, kind).failure?.kind == .tooLarge)
      }
    }
  }

  @Test func `a header with dimensions too large for the file is refused as damaged`() {
    let got = DecodedPicture.decode(Samples.pngHead(15000, 15000))
    #expect(got.failure?.sentence.hasPrefix("this PNG picture is damaged (15000 × 15000") == true)
  }

  @Test func `a picture above the pixel limit of the request is refused`() {
    let limits = DecodeLimits(pixels: 999)
    for bytes in [Samples.png(50, 20), Samples.bmp(50, 20), Samples.gif(50, 20)] {
      #expect(DecodedPicture.decode(bytes, limits: limits).failure?.kind == .tooLarge)
    }
    #expect(DecodedPicture.decode(Samples.png(37, 27), limits: limits).pixels != nil)
  }

  @Test func `a PNG truncated at any length gives a partial picture or an error`() {
    let bytes = Samples.png(40, 30)
    for length in 0..<bytes.count - 12 {
      let got = DecodedPicture.decode(Array(bytes[..<length]))
      #expect(got.failure != nil || got.info?.isTruncated == true, "\(length)")
    }
    let half = DecodedPicture.decode(Array(bytes[..<(bytes.count / 2)]))
    #expect(half.info?.isTruncated == true)
    #expect(half.pixels?.isOpaque == false)
    #expect(half.pixels?.pixel(x: 0, y: 0) == 0xFFDC_1414)
    #expect(half.pixels?.pixel(x: 0, y: 29) == 0)
  }

  @Test func `a known signature with a garbage body is reported as damaged`() {
    var state: UInt32 = 77
    let garbage = (0..<400).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    let heads: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF], [0x89] + Array("PNG\r\n\u{1A}\n".utf8), Array("GIF89a".utf8),
      Array("BM".utf8), Array("II*\0".utf8), Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8),
      Array("FUJIFILMCCD-RAW 0201".utf8), Array("\0\0\0\u{18}ftypcrx \0\0\0\u{01}crx isom".utf8),
      Array("icns".utf8), Array("<svg ".utf8), Array("P6\n".utf8), Array("/* XPM */".utf8),
    ]
    for head in heads { #expect(DecodedPicture.decode(head + garbage).failure != nil) }
  }

  @Test func `a camera RAW file is recognised by its first bytes`() {
    for head in ["FUJIFILMCCD-RAW 0201", "\0\0\0\u{18}ftypcrx \0\0\0\u{01}crx isom"] {
      #expect(DecodedPicture.decode(Array(head.utf8)).failure?.format == "Camera RAW")
    }
    let words = DecodedPicture.decode(Array("words".utf8), name: "a.nef")
    #expect(words.failure?.kind == .unknownFormat)
  }

  @Test func `a file that cannot be decoded has an error with its reason`() {
    #expect(DecodedPicture.decode([]).failure?.kind == .empty)
    #expect(DecodedPicture.decode(Array("hello, world".utf8)).failure?.kind == .unknownFormat)
    let missing = DecodedPicture.decode(Array("gimp xcf".utf8) + [UInt8](repeating: 0, count: 40))
    #expect(missing.failure == DecodeFailure(.missingLoader, format: "GIMP image (XCF)"))
    #expect(missing.failure?.sentence.contains("XCF") == true)
  }

  @Test(arguments: [
    ("a.cbz", Array("PK\u{03}\u{04}page1.jpg".utf8), "Comic book archive"),
    ("a.zip", Array("PK\u{03}\u{04}page1.jpg".utf8), "ZIP archive"),
    ("a.ora", Array("PK\u{03}\u{04}data".utf8), "OpenRaster image"),
    (
      "a",
      Array("PK\u{03}\u{04}".utf8) + [UInt8](repeating: 1, count: 26)
        + Array("mimetypeapplication/x-krita".utf8), "Krita document"
    ),
    ("a", [0x49, 0x49, 0xBC, 0x01, 8, 0, 0, 0], "JPEG XR"),
    ("a.xcf", Array("gimp xcf v011".utf8), "GIMP image (XCF)"),
  ])
  func `a known type that is not supported is named`(name: String, bytes: [UInt8], type: String) {
    let failure = DecodedPicture.decode(bytes, name: name).failure
    #expect(failure == DecodeFailure(.missingLoader, format: type))
    #expect(failure?.sentence == "this type of file is not supported: \(type)")
  }
}

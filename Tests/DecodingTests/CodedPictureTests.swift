import DecoderWire
import Geometry
import Pixels
import Testing

/// AVIF and HEIC files as encoders write them.
struct CodedPictureTests {
  private static func decode(_ bytes: [UInt8], leaf: Int) -> DecodedPicture {
    var request = DecodeRequest(id: 1, kind: .exact, target: .zero)
    request.leaf = leaf
    return DecodedPicture.decode(bytes, request)
  }

  private static func distance(_ pixel: UInt32?, _ color: (UInt8, UInt8, UInt8)) -> Int {
    guard let pixel else { return .max }
    let channels: [(shift: UInt32, value: UInt8)] = [(16, color.0), (8, color.1), (0, color.2)]
    let distances = channels.map { channel -> Int in
      abs(Int(pixel >> channel.shift & 0xFF) - Int(channel.value))
    }
    return distances.max() ?? .max
  }

  @Test(arguments: CodedSamples.matrices.keys.sorted())
  func `every matrix, range and depth gives the same colors`(kind: String) throws {
    // The primaries are those of the matrix, and are not converted in this test.
    var request = DecodeRequest(id: 1, kind: .exact, target: .zero)
    request.color = .untouched
    let got = DecodedPicture.decode(try #require(CodedSamples.matrices[kind]), request)
    #expect(got.info?.format == "AVIF")
    for (x, y) in [(8, 8), (56, 8), (8, 40), (56, 40)] {
      #expect(Self.distance(got.pixel(x, y), Samples.color(x, y, 64, 48)) <= 2, "\(x), \(y)")
    }
  }

  @Test func `straight and premultiplied alpha give the same pixels`() {
    for bytes in [CodedSamples.alpha, CodedSamples.premultiplied] {
      let got = DecodedPicture.decode(bytes)
      #expect(got.pixels?.isOpaque == false)
      #expect(Self.distance(got.pixel(8, 8), (220, 20, 20)) <= 2)
      let right = got.pixel(56, 8)
      #expect(right.map { $0 >> 24 } == 128)
      #expect(Self.distance(right, (10, 110, 10)) <= 2)
    }
  }

  @Test func `the pictures of a HEIC collection are leaves, the primary one first`() {
    let first = Self.decode(CodedSamples.collection, leaf: 0)
    #expect(first.info?.leaves == 2)
    #expect(first.showsCorners(.up))
    let second = Self.decode(CodedSamples.collection, leaf: 1)
    #expect(second.info?.naturalSize == PixelSize(width: 32, height: 32))
    #expect(Self.distance(second.pixel(16, 16), (40, 90, 200)) <= 3)
    #expect(Self.decode(CodedSamples.collection, leaf: 2).failure?.kind == .damaged)
  }

  @Test func `a thumbnail comes from the file if that suffices`() {
    for (least, source) in [(32, DecodeReply.ThumbnailInfo.Source.embedded), (48, .decoded)] {
      let request = DecodeRequest(
        id: 1, kind: .thumbnail, target: PixelSize(width: 40, height: 40),
        minEmbeddedPreviewSide: least)
      let got = DecodedPicture.decode(CodedSamples.withThumbnail, request)
      #expect(got.thumbnail?.source == source)
      #expect(got.thumbnail?.naturalSize == PixelSize(width: 64, height: 48))
      #expect(got.showsCorners(.up))
    }
  }

  @Test func `a thumbnail in a file is no leaf`() {
    #expect(DecodedPicture.decode(CodedSamples.withThumbnail).info?.leaves == 1)
  }

  @Test func `a coded picture above the pixel limit is refused`() {
    let limits = DecodeLimits(pixels: 3000)
    for bytes in [CodedSamples.alpha, CodedSamples.collection] {
      #expect(DecodedPicture.decode(bytes, limits: limits).failure?.kind == .tooLarge)
    }
  }

  @Test func `a file truncated at any length is a picture or a failure`() {
    for bytes in [CodedSamples.alpha, CodedSamples.collection] {
      for length in stride(from: 0, to: bytes.count, by: 7) {
        let got = DecodedPicture.decode(Array(bytes[..<length]), name: "a.heic")
        #expect(got.pixels != nil || got.failure != nil)
        #expect(got.failure?.detail.hasSuffix(" ") != true)
      }
    }
  }

  @Test func `a file with any byte changed is a picture or a failure`() {
    for bytes in [CodedSamples.alpha, CodedSamples.collection] {
      for offset in stride(from: 12, to: bytes.count, by: 5) {
        var damaged = bytes
        damaged[offset] ^= 0xFF
        let got = DecodedPicture.decode(
          damaged, limits: DecodeLimits(pixels: 1 << 16), name: "a.heic")
        #expect(got.pixels != nil || got.failure != nil)
      }
    }
  }
}

import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import Testing

struct JPEGTests {
  @Test(arguments: Orientation.allCases)
  func `all eight orientations are decoded upright at every size`(orientation: Orientation) {
    let bytes = Samples.jpeg(96, 64, orientation: orientation)
    for target in [
      PixelSize.zero, PixelSize(width: 60, height: 60), PixelSize(width: 16, height: 9),
    ] {
      let got = DecodedPicture.decode(bytes, target: target)
      let natural =
        orientation.swapsAxes ? PixelSize(width: 64, height: 96) : PixelSize(width: 96, height: 64)
      #expect(got.info?.naturalSize == natural)
      #expect(got.info?.orientation == orientation)
      #expect(
        got.pixels?.size
          == DecodeRequest(id: 1, kind: .exact, target: target).fittedSize(of: natural))
      #expect(got.showsCorners(orientation))
    }
  }

  @Test(arguments: [false, true])
  func `a large JPEG is scaled during decoding, and its preview has a quarter of its width`(
    progressive: Bool
  ) {
    let bytes = Samples.jpeg(1600, 1000, progressive: progressive)
    let exact = DecodedPicture.decode(bytes, target: PixelSize(width: 300, height: 300))
    #expect(exact.pixels?.size == PixelSize(width: 300, height: 188))
    #expect(exact.showsCorners(.up))
    let preview = DecodedPicture.decode(
      bytes, .preview, target: PixelSize(width: 1500, height: 900))
    #expect(preview.pixels?.size == PixelSize(width: 400, height: 250))
    #expect(preview.showsCorners(.up))
    #expect(preview.info?.naturalSize == PixelSize(width: 1600, height: 1000))
    #expect(preview.info?.isTruncated == false)
  }

  @Test func `the embedded thumbnail is the preview`() {
    let thumbnail = Samples.jpeg(160, 100)
    let bytes = Samples.jpeg(1600, 1000, orientation: .right, thumbnail: thumbnail)
    let got = DecodedPicture.decode(bytes, .preview)
    #expect(got.pixels?.size == PixelSize(width: 100, height: 160))
    #expect(got.showsCorners(.right))
  }

  @Test func `an embedded thumbnail that is damaged or of another aspect ratio is not used`() {
    for thumbnail in [
      Samples.jpeg(160, 160), Array(Samples.jpeg(160, 100).prefix(40)), [0xFF, 0xD8, 1, 2, 3, 4],
    ] {
      let got = DecodedPicture.decode(Samples.jpeg(1600, 1000, thumbnail: thumbnail), .preview)
      #expect(got.pixels?.size == PixelSize(width: 400, height: 250))
    }
  }

  @Test func `a thumbnail from the means of the blocks has the colors of the exact picture`() throws
  {
    let bytes = Samples.jpeg(2400, 1600, orientation: .left)
    let box = PixelSize(width: 120, height: 120)
    let small = try #require(DecodedPicture.decode(bytes, .thumbnail, target: box).pixels)
    let exact = try #require(DecodedPicture.decode(bytes, target: box).pixels)
    #expect(small.size == exact.size && small.isOpaque)
    for y in 0..<small.size.height {
      for x in 0..<small.size.width {
        let (a, b) = (small.pixel(x: x, y: y), exact.pixel(x: x, y: y))
        for shift in [0, 8, 16] {
          let difference = Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)
          #expect(abs(difference) <= 3, "\(x), \(y)")
        }
      }
    }
  }

  @Test func `a JPEG truncated at any length gives a partial picture or an error`() {
    let bytes = Samples.jpeg(400, 300, orientation: .left)
    let first = (0..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA } ?? 0
    for length in Array(0...first) + stride(from: first, to: bytes.count, by: bytes.count / 20) {
      let got = DecodedPicture.decode(Array(bytes[..<length]))
      #expect(got.failure != nil || got.info?.isTruncated == true, "\(length)")
    }
    let half = DecodedPicture.decode(Array(bytes[..<((first + bytes.count) / 2)]))
    #expect(half.pixels?.size == PixelSize(width: 300, height: 400))
  }

  @Test(arguments: [PixelSize.zero, PixelSize(width: 100, height: 75)])
  func `the missing part of a truncated JPEG is transparent, the decoded part is opaque`(
    box: PixelSize
  ) throws {
    let bytes = Samples.jpeg(400, 300)
    let got = DecodedPicture.decode(Array(bytes[..<(bytes.count * 2 / 3)]), target: box)
    let pixels = try #require(got.pixels)
    #expect(!pixels.isOpaque)
    #expect(pixels.pixel(x: 0, y: 0) >> 24 == 255)
    #expect(pixels.pixel(x: pixels.size.width - 1, y: pixels.size.height - 1) == 0)
  }

  @Test(arguments: [false, true])
  func `the rows before an invalid marker are shown`(progressive: Bool) throws {
    var bytes = Samples.jpeg(400, 300, progressive: progressive)
    // The marker is reserved: libjpeg stops at it.
    bytes.insert(contentsOf: [0xFF, 0x02], at: bytes.count - (progressive ? 2 : bytes.count / 4))
    let got = DecodedPicture.decode(bytes)
    #expect(got.info?.isTruncated == progressive)
    let pixels = try #require(got.pixels)
    #expect(pixels.pixel(x: 10, y: 10) >> 24 == 255)
  }

  @Test func `the first scan of a large progressive JPEG is sent before the whole picture`() throws
  {
    let bytes = Samples.jpeg(2400, 1600, orientation: .left, progressive: true)
    let file = DecodedPicture.memory(holding: bytes)
    defer { close(file) }
    var request = DecodeRequest(
      id: 3, kind: .exact, target: PixelSize(width: 800, height: 800))
    for wanted in [true, false] {
      request.wantsPartials = wanted
      var ahead: [DecodedPicture] = []
      let (reply, descriptor) = PictureDecoder.decode(request, file: file) {
        ahead.append(DecodedPicture($0, descriptor: $1))
      }
      let last = DecodedPicture(reply, descriptor: descriptor)
      #expect(last.showsCorners(.left))
      #expect(ahead.map { $0.pixels?.size } == (wanted ? [PixelSize(width: 200, height: 300)] : []))
      #expect(ahead.allSatisfy { $0.showsCorners(.left) })
    }
  }

  @Test func `a JPEG that is grey to its end is complete`() throws {
    let got = DecodedPicture.decode(Samples.jpeg(gray: 128, 64, 64))
    #expect(got.pixels?.isOpaque == true)
    #expect(got.pixels?.pixel(x: 63, y: 63) == 0xFF80_8080)
  }

  @Test func `a complete JPEG with garbage after its end is not truncated`() {
    let got = DecodedPicture.decode(Samples.jpeg(40, 30) + [UInt8](repeating: 7, count: 5000))
    #expect(got.info?.isTruncated == false)
    #expect(got.showsCorners(.up))
  }

  @Test func `Exif data with circular or out-of-range offsets does not prevent decoding`() {
    let loop: [UInt8] =
      Array("MM".utf8) + Samples.big16(42) + Samples.big32(8) + Samples.big16(0) + Samples.big32(8)
    let far: [UInt8] = Array("II*\0".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]
    let huge: [UInt8] = Array("MM".utf8) + Samples.big16(42) + Samples.big32(8) + [0xFF, 0xFF]
    let plain = Samples.jpeg(40, 30)
    for block in [loop, far, huge, []] {
      let body: [UInt8] = Array("Exif\0\0".utf8) + block
      let bytes = plain[..<2] + [0xFF, 0xE1] + Samples.big16(body.count + 2) + body + plain[2...]
      for kind in [DecodeRequest.Kind.exact, .preview] {
        #expect(DecodedPicture.decode(Array(bytes), kind).showsCorners(.up))
      }
    }
  }
}

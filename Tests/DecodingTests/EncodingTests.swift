import CLinux
import DecoderWire
import DecodingSupport
import Foundation
import Geometry
import PictureEncoding
import Pixels
import Resampling
import TestSupport
import Testing
import WebPDecoding

@testable import Decoding

/// Exported files, which are decoded again.
@Suite(.tags(.seeded)) struct EncodingTests {
  /// The bytes of an exported file.
  func export(
    _ bytes: [UInt8], _ encoding: EncodeRequest, target: PixelSize = .zero, name: String = ""
  ) throws -> (bytes: [UInt8], size: PixelSize) {
    let file = DecodedPicture.memory(holding: bytes)
    defer { close(file) }
    var request = DecodeRequest(id: 1, kind: .encode, target: target, nameHint: name)
    request.encoding = encoding
    let (reply, descriptor) = PictureDecoder.decode(request, file: file)
    guard case .encoded(let picture) = reply.result, let descriptor else {
      if case .failed(let failure) = reply.result { throw failure }
      throw DecodeFailure(.crashed)
    }
    defer { close(descriptor) }
    var result = [UInt8](repeating: 0, count: picture.byteCount)
    let count = result.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    #expect(count == picture.byteCount)
    #expect(pwrite(descriptor, result, 1, 0) < 0)
    return (result, picture.size)
  }

  private static let formats = EncodeRequest.Format.allCases
  private static let names: [EncodeRequest.Format: String] = [
    .jpeg: "JPEG", .png: "PNG", .webP: "WebP", .jpegXL: "JPEG XL", .avif: "AVIF",
  ]

  @Test(arguments: formats, [Orientation.up, .right, .downMirrored])
  func `every format shows the picture upright`(
    format: EncodeRequest.Format, orientation: Orientation
  ) throws {
    let source = Samples.jpeg(96, 64, orientation: orientation)
    let made = try export(source, EncodeRequest(format))
    let decoded = DecodedPicture.decode(made.bytes)
    #expect(decoded.info?.format == Self.names[format])
    #expect(decoded.info?.orientation == .up)
    #expect(decoded.pixels?.size == made.size)
    #expect(decoded.showsCorners(orientation))
  }

  @Test(arguments: [EncodeRequest.Format.png, .webP, .jpegXL])
  func `PNG, and WebP and JPEG XL of quality 100, keep every pixel`(
    format: EncodeRequest.Format
  ) throws {
    let before = try #require(DecodedPicture.decode(Samples.png(70, 50)).pixels)
    var encoding = EncodeRequest(format)
    encoding.quality = 100
    let made = try export(Samples.png(70, 50), encoding)
    let after = try #require(DecodedPicture.decode(made.bytes).pixels)
    #expect(after.size == before.size)
    for y in 0..<50 {
      for x in 0..<70 where after.pixel(x: x, y: y) != before.pixel(x: x, y: y) {
        Issue.record("\(x), \(y) differs")
        return
      }
    }
  }

  @Test(arguments: formats)
  func `transparency stays, and is white in a JPEG`(format: EncodeRequest.Format) throws {
    let pixels: [UInt8] = (0..<32 * 32).flatMap { _ in [0, 0, 0, 0] as [UInt8] }
    var raw: [UInt8] = []
    for y in 0..<32 { raw += [0] + pixels[y * 128..<(y + 1) * 128] }
    let head =
      [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
      + Samples.chunk("IHDR", [0, 0, 0, 32, 0, 0, 0, 32, 8, 6, 0, 0, 0])
    let source =
      head + Samples.chunk("IDAT", Samples.stored(raw)) + Samples.chunk("IEND", [])
    let made = try export(source, EncodeRequest(format))
    let after = try #require(DecodedPicture.decode(made.bytes).pixels)
    let pixel = after.pixel(x: 9, y: 9)
    #expect(format == .jpeg ? pixel == 0xFFFF_FFFF : pixel >> 24 == 0)
  }

  @Test func `a picture is fitted into the box and never enlarged`() throws {
    let source = Samples.jpeg(200, 100)
    let encoding = EncodeRequest(.jpeg)
    let small = try export(source, encoding, target: PixelSize(width: 50, height: 50))
    #expect(small.size == PixelSize(width: 50, height: 25))
    let large = try export(source, encoding, target: PixelSize(width: 900, height: 900))
    #expect(large.size == PixelSize(width: 200, height: 100))
  }

  @Test func `a lower quality makes a smaller file`() throws {
    let source = Samples.jpeg(400, 300)
    var sizes: [Int] = []
    for quality in [30, 70, 95] {
      var encoding = EncodeRequest(.jpeg)
      encoding.quality = quality
      sizes.append(try export(source, encoding).bytes.count)
    }
    #expect(sizes == sizes.sorted())
  }

  // MARK: Metadata and colours

  private static var photo: [UInt8] {
    var sample = MetadataSample()
    sample.image = [0x010F: .text("Leica"), 0x0112: .short(6)]
    sample.photo = [0x829A: .ratio(1, 250)]
    sample.gps = [
      1: .text("N"), 2: .ratios([(48, 1), (8, 1), (0, 1)]), 3: .text("E"),
      4: .ratios([(11, 1), (34, 1), (0, 1)]),
    ]
    sample.xmp = "<xmp:Rating>4</xmp:Rating><photoshop:City>München</photoshop:City>"
    return sample.jpeg
  }

  private func metadata(_ bytes: [UInt8]) -> PhotoMetadata? {
    if case .metadata(let found) = DecodedPicture.decode(bytes, .metadata).reply.result {
      found
    } else {
      nil
    }
  }

  @Test(arguments: formats)
  func `metadata are kept, kept without the place, or removed`(
    format: EncodeRequest.Format
  ) throws {
    var encoding = EncodeRequest(format)
    let whole = try export(Self.photo, encoding)
    // libexiv2 0.27 does not read JPEG XL.
    guard format != .jpegXL else { return }
    let all = try #require(metadata(whole.bytes))
    #expect(all.make == "Leica" && all.rating == 4 && all.position != nil)
    #expect(all.orientation == 1 && all.exposureTime != nil)
    encoding.metadata = .withoutPlace
    let some = try #require(metadata(try export(Self.photo, encoding).bytes))
    #expect(some.make == "Leica" && some.rating == 4)
    #expect(some.position == nil && !"\(some.place)".contains("München"))
    encoding.metadata = .none
    let none = try export(Self.photo, encoding).bytes
    #expect(metadata(none)?.make == "" && metadata(none)?.rating == nil)
    #expect(!none.contains(Array("Leica".utf8)))
  }

  @Test(arguments: formats)
  func `a profile is kept with the values of the pixels, or converted to sRGB`(
    format: EncodeRequest.Format
  ) throws {
    let source = TaggedSamples.spliced(
      Samples.jpeg(32, 32), TaggedSamples.segments(TestProfile.displayP3.bytes))
    var encoding = EncodeRequest(format)
    encoding.quality = 100
    let before = try #require(DecodedPicture.decode(source).pixels)
    for keeps in [true, false] {
      encoding.keepsProfile = keeps
      let made = DecodedPicture.decode(try export(source, encoding).bytes)
      if format != .jpegXL { #expect((made.info?.profile.isEmpty == false) == keeps) }
      let (got, want) = (made.pixels?.pixel(x: 4, y: 4) ?? 0, before.pixel(x: 4, y: 4))
      for shift in [0, 8, 16] as [UInt32] {
        #expect(abs(Int(got >> shift & 0xFF) - Int(want >> shift & 0xFF)) <= 4)
      }
    }
  }

  @Test(arguments: [(0xFFFF, "R03"), (2, "R98"), (2, "R03")])
  func `pixels converted from Adobe RGB of the Exif data are stated to be sRGB`(
    space: Int, rule: String
  ) throws {
    let source = TaggedSamples.jpeg([TaggedSamples.cameraSegment(space: space, rule: rule)])
    var encoding = EncodeRequest(.jpeg)
    for keeps in [true, false] {
      encoding.keepsProfile = keeps
      let made = try export(source, encoding)
      #expect(DecodedPicture.decode(made.bytes, .probe).info?.profile == "sRGB")
    }
  }

  @Test func `blocks of a TIFF file are not copied into the Exif data`() throws {
    var sample = MetadataSample()
    sample.xmp = "<xmp:Rating>4</xmp:Rating><photoshop:City>München</photoshop:City>"
    var writer = TIFFWriter(8, 8, samples: 1, photometric: 1)
    writer.tags[271] = .text("Leica")
    writer.tags[700] = .bytes(sample.sidecar)
    writer.tags[34675] = .bytes(Array("not a profile".utf8))
    var encoding = EncodeRequest(.jpeg)
    encoding.metadata = .withoutPlace
    let made = try export(writer.bytes([[UInt8](repeating: 90, count: 64)]), encoding)
    #expect(made.bytes.contains(Array("Leica".utf8)))
    #expect(!made.bytes.contains(Array("München".utf8)))
    #expect(!made.bytes.contains(Array("not a profile".utf8)))
    #expect(metadata(made.bytes)?.rating == 4)
  }

  @Test func `a place in a namespace of a maker is removed with the others`() throws {
    var sample = MetadataSample()
    sample.xmp = """
      <xmp:Rating>4</xmp:Rating>\
      <drone-dji:GpsLatitude xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/">+48.133333\
      </drone-dji:GpsLatitude>
      """
    var encoding = EncodeRequest(.jpeg)
    let latitude = Array("48.133333".utf8)
    #expect(try export(sample.jpeg, encoding).bytes.contains(latitude))
    encoding.metadata = .withoutPlace
    let made = try export(sample.jpeg, encoding).bytes
    #expect(!made.contains(latitude))
    #expect(metadata(made)?.rating == 4)
  }

  @Test func `a place in the notes of a maker is removed with the others`() throws {
    // The maker note has the quality, and the city as four bytes.
    let city = Array("Qzxj".utf8)
    var note: [UInt8] = Array("Panasonic\0\0\0".utf8) + Samples.little16(2)
    note += Samples.little16(1) + Samples.little16(3) + Samples.little32(1) + Samples.little32(2)
    note += Samples.little16(0x6D) + Samples.little16(7) + Samples.little32(4) + city
    var sample = MetadataSample()
    sample.image = [0x010F: .text("Panasonic")]
    sample.photo = [0x927C: .bytes(note)]
    var encoding = EncodeRequest(.jpeg)
    #expect(try export(sample.jpeg, encoding).bytes.contains(city))
    encoding.metadata = .withoutPlace
    let made = try export(sample.jpeg, encoding).bytes
    #expect(!made.contains(city))
    #expect(metadata(made)?.make == "Panasonic")
  }

  // MARK: Crops

  private static func crop(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, of whole: PixelSize, angle: Int = 0
  ) -> EncodeRequest.Crop {
    EncodeRequest.Crop(
      whole: whole, x: x, y: y, size: PixelSize(width: width, height: height),
      angleMillidegrees: angle)
  }

  @Test(arguments: [Orientation.up, .right, .leftMirrored])
  func `a crop has the pixels of its frame in the upright picture`(
    orientation: Orientation
  ) throws {
    let source = Samples.jpeg(96, 64, orientation: orientation)
    let before = try #require(DecodedPicture.decode(source).pixels)
    var encoding = EncodeRequest(.png)
    encoding.crop = Self.crop(7, 5, 31, 29, of: before.size)
    let made = try export(source, encoding)
    let after = try #require(DecodedPicture.decode(made.bytes).pixels)
    #expect(after.size == PixelSize(width: 31, height: 29))
    for y in 0..<29 {
      for x in 0..<31 where after.pixel(x: x, y: y) != before.pixel(x: x + 7, y: y + 5) {
        Issue.record("\(x), \(y) differs")
        return
      }
    }
  }

  @Test func `a straightened crop turns the picture clockwise about its centre`() throws {
    let whole = PixelSize(width: 200, height: 200)
    var encoding = EncodeRequest(.png)
    encoding.crop = Self.crop(60, 60, 80, 80, of: whole, angle: 45_000)
    let made = try export(Samples.png(200, 200), encoding)
    let after = try #require(DecodedPicture.decode(made.bytes).pixels)
    // After a rotation by 45° clockwise the four quarters are at the top, right, bottom and left.
    let points = [(40, 8, (0, 0)), (72, 40, (199, 0)), (40, 72, (199, 199)), (8, 40, (0, 199))]
    for (x, y, corner) in points {
      let want = Samples.color(corner.0, corner.1, 200, 200)
      let got = after.pixel(x: x, y: y)
      #expect(got == 0xFF00_0000 | UInt32(want.0) << 16 | UInt32(want.1) << 8 | UInt32(want.2))
    }
  }

  @Test func `a crop outside the picture, or of another picture, is refused`() {
    let whole = PixelSize(width: 96, height: 64)
    let crops = [
      Self.crop(90, 0, 10, 10, of: whole), Self.crop(-1, 0, 10, 10, of: whole),
      Self.crop(0, 0, 96, 64, of: whole, angle: 10_000),
      Self.crop(0, 0, 10, 10, of: PixelSize(width: 64, height: 96)),
      Self.crop(Int(Int32.max), Int(Int32.min), 1 << 30, 1 << 30, of: whole, angle: 100),
    ]
    for crop in crops {
      for isLossless in [false, true] {
        var encoding = EncodeRequest(.jpeg)
        encoding.crop = crop
        encoding.isLossless = isLossless
        #expect(throws: DecodeFailure.self) { try export(Samples.jpeg(96, 64), encoding) }
      }
    }
  }

  // MARK: Without loss

  @Test(arguments: [Orientation.up, .right, .down, .leftMirrored])
  func `a crop on the block grid keeps every pixel of a JPEG and its orientation`(
    orientation: Orientation
  ) throws {
    let source = Samples.jpeg(96, 64, orientation: orientation)
    let before = try #require(DecodedPicture.decode(source).pixels)
    var encoding = EncodeRequest(.jpeg)
    encoding.isLossless = true
    encoding.crop = Self.crop(16, 8, 40, 32, of: before.size)
    let made = try export(source, encoding)
    let decoded = DecodedPicture.decode(made.bytes)
    let after = try #require(decoded.pixels)
    #expect(decoded.info?.orientation == orientation)
    #expect(after.size == PixelSize(width: 40, height: 32) && made.size == after.size)
    for y in 0..<32 {
      for x in 0..<40 where after.pixel(x: x, y: y) != before.pixel(x: x + 16, y: y + 8) {
        Issue.record("\(x), \(y) differs")
        return
      }
    }
  }

  @Test func `edges beside the block grid move outwards`() throws {
    var encoding = EncodeRequest(.jpeg)
    encoding.isLossless = true
    encoding.crop = Self.crop(19, 9, 20, 20, of: PixelSize(width: 96, height: 64))
    let made = try export(Samples.jpeg(96, 64), encoding)
    #expect(made.size == PixelSize(width: 23, height: 21))
  }

  @Test(arguments: [Orientation.right, .left, .down, .upMirrored, .rightMirrored])
  func `the pixels of JPEG and PNG are turned by the orientation tag`(
    orientation: Orientation
  ) throws {
    let sources = [
      (EncodeRequest.Format.jpeg, Samples.jpeg(96, 64, orientation: orientation)),
      (.jpeg, Samples.jpeg(96, 64, orientation: orientation, progressive: true)),
      (.png, Samples.png(96, 64, orientation: orientation)),
    ]
    for (format, source) in sources {
      let before = try #require(DecodedPicture.decode(source).pixels)
      var encoding = EncodeRequest(format)
      encoding.isLossless = true
      let made = try export(source, encoding)
      let decoded = DecodedPicture.decode(made.bytes)
      let after = try #require(decoded.pixels)
      #expect(decoded.info?.orientation == .up && after.size == before.size)
      for y in 0..<after.size.height {
        for x in 0..<after.size.width where after.pixel(x: x, y: y) != before.pixel(x: x, y: y) {
          Issue.record("\(format): \(x), \(y) differs")
          return
        }
      }
    }
  }

  @Test func `a WebP whose pixels would change is not rotated, and a reason is given`() throws {
    func refusal(_ source: [UInt8], quality: Int) throws -> String? {
      var webP = EncodeRequest(.webP)
      webP.quality = quality
      let made = try export(source, webP).bytes
      var turn = EncodeRequest(.webP)
      (turn.isLossless, turn.turn) = (true, .right)
      do {
        _ = try export(made, turn)
        return nil
      } catch {
        let failure = error as? DecodeFailure
        #expect(failure?.kind == .unsupported && failure?.format == "WebP")
        return failure?.detail
      }
    }
    let change = "so its pixels would change"
    #expect(try refusal(Samples.png(40, 30), quality: 100) == nil)
    #expect(try refusal(Samples.png(40, 30), quality: 90) == "is compressed with loss, \(change)")
  }

  @Test func `the pixels of a WebP with transparency are turned without loss`() throws {
    // The picture has every alpha, with colours that premultiplication would round.
    let side = 16
    let pixels = (0..<side * side).map { i in
      UInt32(i) << 24 | UInt32(i % side * 17) << 16 | UInt32(255 - i / side) << 8 | 7
    }
    let size = PixelSize(width: side, height: side)
    let made = try pixels.withUnsafeBytes { bytes in
      let view = PixelView(size: size, stride: side * 4, bytes: try #require(bytes.baseAddress))
      return try PictureEncoder.encodeWebP(straight: view, PictureExtras())
    }
    var turn = EncodeRequest(.webP)
    (turn.isLossless, turn.turn) = (true, .right)
    try export(made, turn).bytes.withUnsafeBytes { bytes in
      let turned = try StraightAlphaWebP(PictureBytes(raw: bytes), size: size)
      // The left column becomes the top row.
      for y in 0..<side {
        for x in 0..<side {
          let pixel = turned.view.bytes.load(fromByteOffset: (y * side + x) * 4, as: UInt32.self)
          let old = pixels[(side - 1 - x) * side + y]
          #expect(pixel == old || pixel >> 24 == 0 && old >> 24 == 0)
        }
      }
    }
  }

  @Test func `incomplete blocks, several pictures and upright photos are not turned`() throws {
    var encoding = EncodeRequest(.jpeg)
    encoding.isLossless = true
    func failure(_ bytes: [UInt8]) -> DecodeFailure? {
      do {
        _ = try export(bytes, encoding)
        return nil
      } catch { return error as? DecodeFailure }
    }
    let incomplete = failure(Samples.jpeg(90, 61, orientation: .down))
    #expect(incomplete?.kind == .unsupported)
    #expect(incomplete?.detail.contains("incomplete blocks") == true)
    #expect(failure(Samples.jpeg(96, 64))?.kind == .empty)
    let source = Samples.jpeg(96, 64, orientation: .down)
    let several = source[..<2] + [0xFF, 0xE2, 0, 6] + Array("MPF\0".utf8) + source[2...]
    #expect(failure(Array(several))?.detail == "holds several pictures")
    #expect(failure(Samples.gif(8, 8))?.kind == .unsupported)
  }

  @Test func `bytes behind a turned JPEG stay, and its thumbnail is erased`() throws {
    let thumbnail = Samples.jpeg(gray: 99, 16, 16)
    let source = Samples.jpeg(96, 64, orientation: .right, thumbnail: thumbnail)
    let tail = Array("MotionPhoto_Data and a video".utf8)
    var encoding = EncodeRequest(.jpeg)
    encoding.isLossless = true
    let made = try export(source + tail, encoding)
    #expect(made.bytes.suffix(tail.count) == tail[...])
    #expect(DecodedPicture.decode(made.bytes, .embedded).failure?.kind == .empty)
    let scan = Array(thumbnail.suffix(40))
    let holdsThumbnail = (0..<made.bytes.count - 40).contains {
      made.bytes[$0] == scan[0] && made.bytes[$0..<$0 + 40].elementsEqual(scan)
    }
    #expect(!holdsThumbnail)
  }

  @Test(.enabled(if: JPEGTran.isInstalled), arguments: [Orientation.right, .left, .down])
  func `turned pixels agree with jpegtran`(orientation: Orientation) throws {
    let source = Samples.jpeg(96, 64, orientation: orientation)
    var encoding = EncodeRequest(.jpeg)
    encoding.isLossless = true
    let own = try #require(DecodedPicture.decode(try export(source, encoding).bytes).pixels)
    let degrees = [Orientation.right: "90", .left: "270", .down: "180"][orientation] ?? "0"
    let input = Samples.jpeg(96, 64)
    let output = try JPEGTran.run(["-rotate", degrees, "-perfect"], input)
    let theirs = try #require(DecodedPicture.decode(output).pixels)
    #expect(theirs.size == own.size)
    for y in 0..<own.size.height {
      for x in 0..<own.size.width where own.pixel(x: x, y: y) != theirs.pixel(x: x, y: y) {
        Issue.record("\(x), \(y) differs")
        return
      }
    }
  }

  @Test func `cut and damaged files are refused or give a picture`() {
    let source = Samples.jpeg(96, 64, orientation: .right, thumbnail: Samples.jpeg(gray: 9, 16, 16))
    var random = SeededGenerator(seed: 7)
    for round in 0..<300 {
      var bytes = source
      if round % 3 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count - 1, using: &random)) }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      for isLossless in [true, false] {
        var encoding = EncodeRequest(.jpeg)
        encoding.isLossless = isLossless
        guard let made = try? export(bytes, encoding) else { continue }
        #expect(DecodedPicture.decode(made.bytes).pixels != nil)
      }
    }
  }
}

/// The program `jpegtran` of libjpeg-turbo.
private enum JPEGTran {
  private static let path = "/usr/bin/jpegtran"

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The output for an input file.
  static func run(_ options: [String], _ input: [UInt8]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (from, to) = (folder.appending(path: "in.jpg"), folder.appending(path: "out.jpg"))
    try Data(input).write(to: from)
    let program = Process()
    program.executableURL = URL(filePath: path)
    program.arguments = ["-copy", "all"] + options + ["-outfile", to.path, from.path]
    try program.run()
    program.waitUntilExit()
    return Array(try Data(contentsOf: to))
  }
}

import DecodeJobs
import DecoderWire
import DecodingSupport
import Geometry
import Glibc
import Pixels
import Resampling
import TestSupport
import Testing

@testable import Decoding
@testable import RawDecoding

/// Tests of camera RAW files, for which libraw is installed.
@Suite(.tags(.seeded), .enabled(if: LibRawLibrary.shared != nil))
struct CameraRawTests {
  private static func decode(
    _ file: DNGFile, _ kind: DecodeRequest.Kind = .exact, target: PixelSize = .zero
  ) -> DecodedPicture {
    DecodedPicture.decode(file.bytes, kind, target: target, name: "a.DNG")
  }

  private static func file(preview width: Int, _ height: Int, orientation: Int = 1) -> DNGFile {
    var file = DNGFile(width: 256, height: 192)
    file.preview = (BlockJPEG(width: width, height: height).bytes, width, height)
    file.orientation = orientation
    return file
  }

  private static func areEqual(_ a: Bitmap, _ b: Bitmap) -> Bool {
    a.size == b.size
      && (0..<a.size.height).allSatisfy { y in
        (0..<a.size.width).allSatisfy { x in a.pixel(x: x, y: y) == b.pixel(x: x, y: y) }
      }
  }

  @Test func `a page is the preview of the camera, to the pixel`() throws {
    let picture = Self.decode(Self.file(preview: 256, 192))
    let alone = DecodedPicture.decode(BlockJPEG(width: 256, height: 192).bytes)
    #expect(picture.failure == nil)
    #expect(picture.info?.format == "Camera RAW" && picture.info?.supportsRegions == true)
    #expect(picture.pixels?.size == PixelSize(width: 256, height: 192))
    let (pixels, expected) = (try #require(picture.pixels), try #require(alone.pixels))
    #expect(Self.areEqual(pixels, expected))
  }

  @Test func `a preview has the orientation of the file`() {
    let picture = Self.decode(Self.file(preview: 256, 192, orientation: 6), .probe)
    #expect(picture.info?.naturalSize == PixelSize(width: 192, height: 256), "\(picture.reply)")
  }

  @Test func `samples of a preview are turned upright`() throws {
    // A red pixel and a blue one, side by side.
    let picture = try ([255, 0, 0, 0, 0, 255] as [UInt8]).withUnsafeBytes { raw in
      let samples = try #require(
        RawSamples(
          size: PixelSize(width: 2, height: 1), channels: 3, orientation: .right, samples: raw))
      let answer = try samples.answer(
        DecodeJob(
          request: DecodeRequest(id: 1, kind: .exact, target: .zero),
          bytes: PictureBytes(raw: raw), memoryDescriptor: -1))
      return DecodedPicture(
        DecodeReply(id: 1, result: answer.result), descriptor: answer.descriptor)
    }
    #expect(picture.info?.naturalSize == PixelSize(width: 1, height: 2))
    #expect(picture.pixel(0, 0) == 0xFFFF_0000 && picture.pixel(0, 1) == 0xFF00_00FF)
  }

  @Test func `a tiny preview is not used as the picture`() throws {
    var file = Self.file(preview: 64, 48)
    // Sensors lose their border pixels when developed.
    file.sample = { x, _ in x < 128 ? 0xFFFF : 0x0100 }
    let picture = Self.decode(file)
    #expect(picture.failure == nil)
    let size = try #require(picture.pixels?.size)
    #expect((248...256).contains(size.width) && (184...192).contains(size.height), "\(size)")
  }

  @Test func `a file with a preview is developed on request`() throws {
    var file = Self.file(preview: 256, 192)
    file.sample = { x, _ in x < 128 ? 0xFFFF : 0x0100 }
    let picture = DecodedPicture.decode(file.bytes, name: "a.DNG", developsRaw: true)
    let pixels = try #require(picture.pixels, "\(picture.reply)")
    func luma(_ x: Int, _ y: Int) -> UInt32 { pixels.pixel(x: x, y: y) >> 8 & 0xFF }
    let (width, height) = (pixels.size.width, pixels.size.height)
    #expect(luma(width / 4, height / 2) > 200 && luma(width * 3 / 4, height / 2) < 100)
    #expect(picture.info?.supportsRegions == false)
  }

  @Test(arguments: DNGFile.Coding.allCases)
  func `every form of sensor data is developed`(coding: DNGFile.Coding) throws {
    var file = DNGFile(width: 256, height: 192)
    file.coding = coding
    file.sample = { x, y in x < 128 ? 0xF000 : y < 96 ? 0x0100 : 0x0800 }
    let picture = Self.decode(file)
    let pixels = try #require(picture.pixels, "\(picture.reply)")
    func luma(_ x: Int, _ y: Int) -> UInt32 { pixels.pixel(x: x, y: y) >> 8 & 0xFF }
    let (width, height) = (pixels.size.width, pixels.size.height)
    let (bright, dark) = (luma(width / 4, height / 2), luma(width * 3 / 4, height / 4))
    let grey = luma(width * 3 / 4, height * 3 / 4)
    #expect(bright > 200 && dark < grey && grey < bright, "\(bright) \(grey) \(dark)")
  }

  @Test(arguments: [150, 97, 60, 20])
  func `a developed picture is scaled like any other`(side: Int) throws {
    var file = DNGFile(width: 256, height: 192)
    file.sample = { x, y in UInt16((x * 977 + y * 3331) % 0xF000) }
    let whole = try #require(Self.decode(file).pixels)
    let scaled = DecodedPicture.decode(
      file.bytes, target: PixelSize(width: side, height: side), name: "a.DNG")
    let pixels = try #require(scaled.pixels, "\(scaled.reply)")
    #expect(max(pixels.size.width, pixels.size.height) == side)
    #expect(Self.areEqual(pixels, Resampler.scale(whole, to: pixels.size)))
  }

  @Test func `the largest of several previews is shown`() throws {
    var file = Self.file(preview: 256, 192)
    file.smallPreview = (BlockJPEG(width: 64, height: 48).bytes, 64, 48)
    let picture = Self.decode(file)
    let alone = DecodedPicture.decode(BlockJPEG(width: 256, height: 192).bytes)
    let (pixels, expected) = (try #require(picture.pixels), try #require(alone.pixels))
    #expect(Self.areEqual(pixels, expected))
  }

  /// A file with a preview of all its pixels and a small one.
  private static var twoPreviews: DNGFile {
    var file = Self.file(preview: 512, 384)
    (file.width, file.height) = (512, 384)
    file.smallPreview = (BlockJPEG(width: 160, height: 120).bytes, 160, 120)
    return file
  }

  @Test(arguments: DNGFile.Container.allCases)
  func `the formats of cameras show their largest preview, with date and orientation`(
    container: DNGFile.Container
  ) throws {
    var file = Self.twoPreviews
    let name = "a.\(container.rawValue)"
    let taken = "2023:06:07 08:09:10"
    let bytes = file.bytes(as: container, taken: taken)
    let picture = DecodedPicture.decode(bytes, name: name)
    let alone = DecodedPicture.decode(BlockJPEG(width: 512, height: 384).bytes)
    let pixels = try #require(picture.pixels, "\(picture.reply)")
    #expect(picture.info?.format == "Camera RAW" && picture.info?.supportsRegions == true)
    #expect(Self.areEqual(pixels, try #require(alone.pixels)))
    file.orientation = 6
    let turned = DecodedPicture.decode(file.bytes(as: container, taken: taken), .probe, name: name)
    #expect(turned.info?.naturalSize == PixelSize(width: 384, height: 512), "\(turned.reply)")
    let small = DecodedPicture.decode(
      bytes, .thumbnail, target: PixelSize(width: 128, height: 128), name: name)
    #expect(small.failure == nil)
    let facts = DecodedPicture.decode(bytes, .metadata, name: name).reply.result
    guard case .metadata(let metadata) = facts else {
      Issue.record("\(facts)")
      return
    }
    #expect(metadata.model == container.camera.model)
    #expect(
      metadata.taken
        == PhotoMetadata.CaptureTime(
          year: 2023, month: 6, day: 7, hour: 8, minute: 9, second: 10))
  }

  @Test(arguments: DNGFile.Container.allCases)
  func `a preview without a colour space has that of the EXIF tags`(
    container: DNGFile.Container
  ) throws {
    var file = Self.twoPreviews
    let name = "a.\(container.rawValue)"
    let taken = "2023:06:07 08:09:10"
    let plain = DecodedPicture.decode(file.bytes(as: container, taken: taken), name: name)
    file.colorSpace = 2
    let bytes = file.bytes(as: container, taken: taken)
    let adobe = DecodedPicture.decode(bytes, name: name)
    #expect(adobe.info?.profile == "Adobe RGB (1998)", "\(adobe.reply)")
    let (pixels, unconverted) = (try #require(adobe.pixels), try #require(plain.pixels))
    #expect(!Self.areEqual(pixels, unconverted))
    let whole = PixelSize(width: 512, height: 384)
    let region = RegionRig(bytes, name: name).part(
      whole, PixelRect(x: 0, y: 0, width: whole.width, height: whole.height))
    #expect(Self.areEqual(try #require(region), pixels))
  }

  @Test(arguments: 1...8)
  func `the preview and the developed picture have the same orientation`(value: Int) throws {
    var file = Self.file(preview: 256, 192, orientation: value)
    file.sample = { _, _ in 0x8000 }
    let preview = try #require(Self.decode(file).info)
    let developed = DecodedPicture.decode(file.bytes, name: "a.DNG", developsRaw: true)
    let size = try #require(developed.pixels?.size, "\(developed.reply)")
    #expect(
      (preview.naturalSize.width > preview.naturalSize.height) == (size.width > size.height))
  }

  @Test func `the reported progress of developing grows`() {
    var progress: [UInt8] = []
    var request = DecodeRequest(
      id: 1, kind: .exact, target: .zero, limits: DecodeLimits(), nameHint: "a.dng")
    request.developsRaw = true
    let file = DecodedPicture.memory(holding: Self.file(preview: 256, 192).bytes)
    defer { close(file) }
    _ = PictureDecoder.decode(request, file: file) { reply, _ in
      if case .progress(let percent) = reply.result { progress.append(percent) }
    }
    #expect(progress.count > 2 && progress == Set(progress).sorted(), "\(progress)")
  }

  @Test func `a file without a preview is developed upright`() throws {
    var file = DNGFile(width: 256, height: 192)
    file.orientation = 8
    file.sample = { _, y in y < 96 ? 0xFFFF : 0x0100 }
    let picture = Self.decode(file)
    let pixels = try #require(picture.pixels, "\(picture.reply)")
    #expect(pixels.size.width < pixels.size.height)
    // The top of the sensor is at the left after a rotation to the left.
    func luma(_ x: Int, _ y: Int) -> UInt32 { pixels.pixel(x: x, y: y) >> 8 & 0xFF }
    let (width, height) = (pixels.size.width, pixels.size.height)
    #expect(luma(width / 8, height / 2) > 200 && luma(width * 7 / 8, height / 2) < 100)
  }

  @Test func `thumbnails and regions come from the preview`() throws {
    let file = Self.file(preview: 512, 384)
    let thumbnail = Self.decode(file, .thumbnail, target: PixelSize(width: 128, height: 128))
    #expect(thumbnail.pixels?.size == PixelSize(width: 128, height: 96), "\(thumbnail.reply)")
    let (whole, part) = (
      PixelSize(width: 512, height: 384), PixelRect(x: 64, y: 40, width: 96, height: 80)
    )
    let (raw, preview) = (
      RegionRig(file.bytes, name: "a.nef"), RegionRig(file.preview?.bytes ?? [])
    )
    let ofRaw = try #require(raw.part(whole, part))
    let ofPreview = try #require(preview.part(whole, part))
    #expect(Self.areEqual(ofRaw, ofPreview))
  }

  @Test(arguments: 0..<200)
  func `a damaged file is an error or a picture, never a crash`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = Self.file(preview: seed.isMultiple(of: 2) ? 256 : 64, 192).bytes
    for _ in 0..<8 {
      // Most of the damage is near the end of the file, where the directories are.
      let reach = Int.random(in: 0..<4, using: &random) == 0 ? bytes.count : min(700, bytes.count)
      let offset = bytes.count - 1 - Int.random(in: 0..<reach, using: &random)
      bytes[offset] = UInt8.random(in: 0...255, using: &random)
    }
    if seed.isMultiple(of: 3) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
    let picture = DecodedPicture.decode(bytes, name: "a.dng")
    #expect(picture.pixels != nil || picture.failure != nil)
  }
}

import CLinux
import DecoderWire
import Geometry
import Pixels
import Testing

/// Tests of files that try to exhaust memory or time.
struct TrapTests {
  @Test func `a file of zeros has an unknown format`() {
    for length in [1, 25, 4096, 1 << 20] {
      let zeros = [UInt8](repeating: 0, count: length)
      for name in ["a.jpg", "a.png", "a.tga", ""] {
        #expect(DecodedPicture.decode(zeros, name: name).failure?.kind == .unknownFormat)
      }
    }
  }

  @Test func `of a thousand scans the first five hundred are decoded`() throws {
    let bytes = Samples.jpeg(64, 48, progressive: true)
    let last = try #require(
      (0..<bytes.count - 1).last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    let scan = bytes[last..<bytes.count - 2]
    var many = Array(bytes[..<last])
    for _ in 0..<1000 { many += scan }
    many += [0xFF, 0xD9]
    let got = DecodedPicture.decode(many)
    #expect(got.info?.isTruncated == true)
    #expect(got.pixels?.size == PixelSize(width: 64, height: 48))
  }

  @Test func `an embedded preview larger than the picture does not change the natural size`() throws
  {
    let bytes = Samples.jpeg(
      20, 20, orientation: .up, thumbnail: Samples.jpeg(400, 400))
    let whole = DecodedPicture.decode(bytes)
    #expect(whole.pixels?.size == PixelSize(width: 20, height: 20))
    #expect(whole.showsCorners(.up))
    for kind in [DecodeRequest.Kind.preview, .embedded] {
      let got = DecodedPicture.decode(bytes, kind, target: PixelSize(width: 100, height: 100))
      #expect(got.info?.naturalSize ?? whole.info?.naturalSize == whole.info?.naturalSize)
    }
  }

  @Test func `a circular Exif directory ends`() {
    var block = Samples.exif(.right)
    block.replaceSubrange(22..<26, with: Samples.big32(8))
    let body: [UInt8] = Array("Exif\0\0".utf8) + block
    let jpeg = Samples.jpeg(60, 40)
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1]
    bytes += Samples.big16(body.count + 2)
    bytes += body
    bytes += jpeg[2...]
    for kind in [DecodeRequest.Kind.probe, .preview, .exact] {
      #expect(DecodedPicture.decode(bytes, kind).info?.orientation == .right)
    }
  }

  @Test func `a TIFF of unknown compression is reported as such`() {
    var bytes: [UInt8] = Array("II*\0".utf8)
    bytes += Samples.little32(8)
    bytes += [5, 0]
    let tags: [(Int, Int, Int)] = [
      (0x100, 4, 2), (0x101, 4, 2), (0x102, 3, 8), (0x103, 3, 4711), (0x106, 3, 1),
    ]
    for (tag, kind, value) in tags {
      bytes += Samples.little32(tag | kind << 16)
      bytes += Samples.little32(1)
      bytes += Samples.little32(value)
    }
    bytes += Samples.little32(0)
    let failure = DecodedPicture.decode(bytes).failure
    #expect(failure?.kind == .unsupported)
    #expect(failure?.detail == "compression scheme 4711")
  }

  @Test func `every error sentence is one line without doubled spaces or a final full stop`() {
    for kind in DecodeFailure.Kind.allCases {
      for (format, detail) in [("", ""), ("TIFF", ""), ("TIFF", "its data make no sense")] {
        let sentence = DecodeFailure(kind, format: format, detail: detail).sentence
        #expect(sentence == sentence.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        #expect(!sentence.contains("()") && !sentence.hasSuffix("."))
      }
    }
  }
}

@Suite(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
struct ChangingFileTests {
  @Test func `a file truncated during reading does not end the helper`() throws {
    let helper = try #require(HelperProcess())
    // The pictures are so large that the end of the file comes before, within and after the read.
    let pictures = [Samples.bmp(1500, 1000), Samples.png(1500, 1000), Samples.jpeg(3000, 2000)]
    for bytes in pictures {
      for round in 0..<12 {
        let file = DecodedPicture.memory(holding: bytes)
        defer { close(file) }
        let got = helper.ask(file: file, target: PixelSize(width: 300, height: 200)) {
          for _ in 0..<round * 40 { sched_yield() }
          ftruncate(file, off_t(bytes.count * (round % 4) / 4))
        }
        let answer = try #require(got, "the helper ended")
        #expect(answer.pixels != nil || answer.failure != nil)
      }
    }
    #expect(helper.hangUp() == 0)
  }

  @Test func `a file that grows during reading is decoded, and complete the next time`() throws {
    let helper = try #require(HelperProcess())
    let bytes = Samples.png(300, 200)
    let file = DecodedPicture.memory(holding: Array(bytes[..<(bytes.count / 2)]))
    defer { close(file) }
    let rest = Array(bytes[(bytes.count / 2)...])
    let first = try #require(helper.ask(file: file) { _ = write(file, rest, rest.count) })
    #expect(first.pixels != nil)
    let second = try #require(helper.ask(file: file))
    #expect(second.info?.isTruncated == false)
    #expect(second.showsCorners(.up))
    #expect(helper.hangUp() == 0)
  }
}

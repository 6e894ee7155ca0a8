import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import Testing

@Suite(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
struct HelperLimitsTests {
  private static let hasSVG = FormatList.lines.contains {
    $0.hasPrefix("SVG\t") && $0.contains("\tyes")
  }

  private static func svg(_ size: Int, _ body: String) -> [UInt8] {
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size)\" height=\"\(size)\""
    return Array("\(head) xmlns:xlink=\"http://www.w3.org/1999/xlink\">\(body)</svg>".utf8)
  }

  @Test(.enabled(if: hasSVG, "no loader for SVG"))
  func `a picture beyond the time limit is reported and ends its helper`() throws {
    let helper = try #require(HelperProcess())
    let bomb = Self.svg(
      4000,
      "<filter id=\"f\"><feTurbulence numOctaves=\"3000\" baseFrequency=\"0.5\"/></filter>"
        + "<rect width=\"4000\" height=\"4000\" filter=\"url(#f)\"/>")
    let file = DecodedPicture.memory(holding: bomb)
    defer { close(file) }
    let got = try #require(helper.ask(file: file, limits: DecodeLimits(seconds: 1)))
    #expect(got.failure?.kind == .tooSlow)
    #expect(helper.hangUp() == 0)
  }

  @Test(.enabled(if: hasSVG, "no loader for SVG"))
  func `a vector picture is drawn at the size asked and reads no other file`() throws {
    let helper = try #require(HelperProcess())
    let file = DecodedPicture.memory(
      holding: Self.svg(
        400,
        "<rect width=\"400\" height=\"400\" fill=\"#00ff00\"/>"
          + "<image xlink:href=\"file:///etc/passwd\" width=\"9\" height=\"9\"/>"))
    defer { close(file) }
    let got = try #require(helper.ask(file: file, target: PixelSize(width: 100, height: 50)))
    #expect(got.info?.naturalSize == PixelSize(width: 400, height: 400))
    #expect(got.pixels?.size == PixelSize(width: 50, height: 50))
    #expect(got.pixels?.pixel(x: 25, y: 25) == 0xFF00_FF00)
  }

  @Test func `given memory is used if the result fits`() throws {
    let file = DecodedPicture.memory(holding: Samples.jpeg(64, 48, orientation: .right))
    let memory = DecodedPicture.memory(holding: [UInt8](repeating: 0xAA, count: 1 << 14))
    defer {
      close(file)
      close(memory)
    }
    for (capacity, fits) in [(1 << 14, true), (1 << 13, false), (1 << 20, true)] {
      let request = DecodeRequest(
        id: 9, kind: .exact, target: .zero, memoryCapacity: capacity)
      let (reply, descriptor) = PictureDecoder.decode(request, file: file, memoryDescriptor: memory)
      guard case .pixels(_, let layout) = reply.result else {
        Issue.record("no pixels")
        continue
      }
      #expect(layout.usesRequestMemory == fits)
      #expect((descriptor == nil) == fits)
      #expect(
        DecodedPicture(reply, descriptor: descriptor ?? dup(memory)).showsCorners(.right))
    }
  }

  @Test func `a memory capacity beyond the given memory is ignored`() {
    let file = DecodedPicture.memory(holding: Samples.jpeg(64, 48))
    let memory = DecodedPicture.memory(holding: [1, 2, 3])
    defer {
      close(file)
      close(memory)
    }
    let request = DecodeRequest(id: 9, kind: .exact, target: .zero, memoryCapacity: 1 << 30)
    let (reply, descriptor) = PictureDecoder.decode(request, file: file, memoryDescriptor: memory)
    #expect(descriptor != nil)
    #expect(DecodedPicture(reply, descriptor: descriptor).showsCorners(.up))
  }

  @Test func `pixels that come back cannot be shrunk or grown`() throws {
    let file = DecodedPicture.memory(holding: Samples.png(64, 48))
    defer { close(file) }
    let request = DecodeRequest(id: 9, kind: .exact, target: .zero)
    let pixels = try #require(PictureDecoder.decode(request, file: file).descriptor)
    defer { close(pixels) }
    #expect(ftruncate(pixels, 0) == -1)
    #expect(ftruncate(pixels, 1 << 20) == -1)
  }
}

import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import TestSupport
import Testing

/// Whether this machine decodes a format.
private func decodes(_ format: String) -> Bool {
  FormatList.lines.contains { $0.hasPrefix("\(format)\t") && $0.contains("\tyes") }
}

/// Pages of PDF documents.
@Suite(.enabled(if: decodes("PDF"), "no poppler"))
struct PDFTests {
  /// The corners of ``Samples`` on a page of 120 × 90 points.
  private static let corners =
    "0.863 0.078 0.078 rg 0 45 60 45 re f 0.078 0.863 0.078 rg 60 45 60 45 re f "
    + "0.078 0.078 0.863 rg 0 0 60 45 re f 0.863 0.863 0.078 rg 60 0 60 45 re f"

  private static let pages = DocumentSamples.pdf([
    .init(120, 90, corners), .filled(90, 120, 0, 0, 1),
    .init(120, 90, corners, entries: "/Rotate 90"),
  ])

  private func page(
    _ leaf: Int, _ kind: DecodeRequest.Kind = .exact, target: PixelSize = .zero,
    region: RegionRequest? = nil, of bytes: [UInt8] = pages
  ) -> DecodedPicture {
    var request = DecodeRequest(id: 1, kind: kind, target: target, region: region)
    request.leaf = leaf
    return DecodedPicture.decode(bytes, request)
  }

  @Test func `a page has its natural size at 96 pixels an inch`() {
    let got = page(0)
    #expect(got.info?.format == "PDF" && got.info?.leaves == 3 && got.info?.isScalable == true)
    #expect(got.info?.naturalSize == PixelSize(width: 160, height: 120))
    #expect(got.showsCorners(.up) && got.pixels?.isOpaque == true)
    #expect(page(1).info?.naturalSize == PixelSize(width: 120, height: 160))
    #expect(page(1).pixel(60, 80) == 0xFF00_00FF)
  }

  @Test func `the rotation of a page is applied`() {
    let got = page(2)
    #expect(got.info?.naturalSize == PixelSize(width: 120, height: 160))
    #expect(got.showsCorners(.right))
  }

  @Test func `a page is enlarged to the box that is asked for, and reduced for a thumbnail`() {
    #expect(
      page(0, target: PixelSize(width: 800, height: 900)).pixels?.size
        == PixelSize(width: 800, height: 600))
    let small = page(1, .thumbnail, target: PixelSize(width: 32, height: 32))
    #expect(small.pixels?.size == PixelSize(width: 24, height: 32))
    #expect(small.pixel(12, 16) == 0xFF00_00FF)
  }

  @Test func `a region equals the same area of the whole page`() throws {
    let whole = try #require(page(0, target: PixelSize(width: 1600, height: 1200)).pixels)
    let region = RegionRequest(whole: whole.size, x: 780, y: 580)
    let part = try #require(
      page(0, .region, target: PixelSize(width: 50, height: 40), region: region).pixels)
    for (x, y) in [(0, 0), (49, 0), (0, 39), (49, 39), (19, 19), (20, 20)] {
      #expect(part.pixel(x: x, y: y) == whole.pixel(x: 780 + x, y: 580 + y))
    }
  }

  @Test func `a page that does not exist is a failure`() {
    #expect(page(3).failure?.kind == .damaged)
    #expect(page(0, of: Array("%PDF-1.7\n%words".utf8)).failure?.kind == .damaged)
  }

  @Test func `a document with a password says so`() {
    let failure = page(0, of: DocumentSamples.encrypted).failure
    #expect(failure?.kind == .unsupported && failure?.detail == "it needs a password")
  }

  @Test func `a document behind other bytes is found by its name`() {
    let bytes = Array("some words\n".utf8) + Self.pages
    #expect(DecodedPicture.decode(bytes, .probe, name: "a.pdf").info?.format == "PDF")
    #expect(DecodedPicture.decode(bytes, .probe, name: "a.txt").failure != nil)
  }

  @Test func `a document that is truncated or damaged anywhere is a picture or a failure`() {
    for length in stride(from: 8, to: Self.pages.count, by: 97) {
      let got = page(0, target: PixelSize(width: 40, height: 40), of: Array(Self.pages[..<length]))
      #expect(got.pixels != nil || got.failure != nil)
    }
    for offset in stride(from: 8, to: Self.pages.count, by: 61) {
      var damaged = Self.pages
      damaged[offset] ^= 0xFF
      let got = page(1, target: PixelSize(width: 40, height: 40), of: damaged)
      #expect(got.pixels != nil || got.failure != nil)
    }
  }

  @Test(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
  func `text in a font that is not embedded is drawn by the confined helper`() throws {
    let text = "BT /F 60 Tf 10 20 Td (MMMM) Tj ET"
    let bytes = DocumentSamples.pdf([.init(240, 90, text)])
    func darkPixels(_ picture: DecodedPicture?) -> Int? {
      picture?.pixels.map { bitmap in
        (0..<bitmap.size.height).reduce(0) { sum, y in
          sum + (0..<bitmap.size.width).count { bitmap.pixel(x: $0, y: y) & 0xFF < 128 }
        }
      }
    }
    // Without any font, neither this process nor the helper draws the text.
    let here = darkPixels(page(0, of: bytes))
    let helper = try #require(HelperProcess())
    let file = DecodedPicture.memory(holding: bytes)
    defer { close(file) }
    let there = darkPixels(helper.ask(file: file, name: "a.pdf"))
    #expect(there == here && there != nil)
    #expect(helper.hangUp() == 0)
  }

  @Test(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
  func `a page that needs too much memory is a failure that says so`() throws {
    // A picture of 40 000 × 40 000 pixels, of which one byte is stored.
    let image =
      "<< /Type /XObject /Subtype /Image /Width 40000 /Height 40000 /ColorSpace /DeviceRGB "
      + "/BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream"
    let bytes = DocumentSamples.pdf(
      [
        .init(
          100, 100, "q 100 0 0 100 0 0 cm /I Do Q", resources: "/XObject << /I 6 0 R >>")
      ],
      further: [image])
    let helper = try #require(HelperProcess())
    let file = DecodedPicture.memory(holding: bytes)
    defer { close(file) }
    let got = try #require(helper.ask(file: file, name: "a.pdf"))
    #expect(got.pixels != nil || got.failure?.kind == .tooLarge)
  }
}

/// Pages of DjVu documents.
@Suite(.enabled(if: decodes("DjVu"), "no libdjvulibre"))
struct DjVuTests {
  private func page(
    _ leaf: Int, _ kind: DecodeRequest.Kind = .exact, target: PixelSize = .zero,
    region: RegionRequest? = nil, of bytes: [UInt8] = DocumentSamples.djvu,
    limits: DecodeLimits = DecodeLimits()
  ) -> DecodedPicture {
    var request = DecodeRequest(id: 1, kind: kind, target: target, limits: limits, region: region)
    request.leaf = leaf
    return DecodedPicture.decode(bytes, request)
  }

  @Test func `a page has the size and the colours of its pixels`() {
    let got = page(0)
    #expect(got.info?.format == "DjVu" && got.info?.leaves == 2)
    #expect(got.info?.naturalSize == PixelSize(width: 64, height: 48))
    #expect(got.pixel(8, 6) == 0xFFFF_0000 && got.pixel(56, 6) == 0xFF00_FF00)
    #expect(got.pixel(8, 42) == 0xFF00_00FF && got.pixel(56, 42) == 0xFFFF_FFFF)
    #expect(page(1).pixel(24, 32) == 0xFF00_0000)
    #expect(page(1).info?.naturalSize == PixelSize(width: 48, height: 64))
  }

  @Test func `a region equals the same area of the whole page`() throws {
    let whole = try #require(page(0, target: PixelSize(width: 640, height: 480)).pixels)
    #expect(whole.size == PixelSize(width: 640, height: 480))
    let region = RegionRequest(whole: whole.size, x: 300, y: 220)
    let part = try #require(
      page(0, .region, target: PixelSize(width: 50, height: 40), region: region).pixels)
    for (x, y) in [(2, 2), (47, 2), (2, 37), (47, 37)] {
      #expect(part.pixel(x: x, y: y) == whole.pixel(x: 300 + x, y: 220 + y))
    }
  }

  @Test func `a page above the limit of pixels is too large`() {
    #expect(page(0, limits: DecodeLimits(pixels: 3000)).failure?.kind == .tooLarge)
    #expect(page(2).failure?.kind == .damaged)
  }

  @Test func `a document that is truncated or damaged anywhere is a picture or a failure`() {
    for length in stride(from: 16, to: DocumentSamples.djvu.count, by: 7) {
      let got = page(1, of: Array(DocumentSamples.djvu[..<length]))
      #expect(got.pixels != nil || got.failure != nil)
    }
    for offset in stride(from: 16, to: DocumentSamples.djvu.count, by: 5) {
      var damaged = DocumentSamples.djvu
      damaged[offset] ^= 0xFF
      let got = page(0, of: damaged, limits: DecodeLimits(pixels: 1 << 20))
      #expect(got.pixels != nil || got.failure != nil)
    }
  }
}

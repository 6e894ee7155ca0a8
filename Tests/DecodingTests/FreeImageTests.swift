import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import Testing

/// Formats by FreeImage: Photoshop documents, DirectDraw surfaces, PCX and SGI; and farbfeld.
struct FreeImageTests {
  private static let small = PixelSize(width: 32, height: 24)

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [
      ("PSD", FreeImageSamples.photoshop(planes: FreeImageSamples.corners)),
      ("PSD", FreeImageSamples.photoshop(depth: 16, planes: FreeImageSamples.corners)),
      ("PSD", FreeImageSamples.photoshop(isLarge: true, planes: FreeImageSamples.corners)),
      ("DDS", FreeImageSamples.surface), ("PCX", FreeImageSamples.pcx),
      ("PCX", FreeImageSamples.palettePCX), ("SGI", FreeImageSamples.sgi),
      ("PCX", FreeImageSamples.plainPCX), ("PCX", FreeImageSamples.plainPalettePCX),
    ])
  func `corners of every format are where they belong`(format: String, bytes: [UInt8]) {
    let got = DecodedPicture.decode(bytes)
    #expect(got.info?.format == format && got.pixels?.isOpaque == true)
    #expect(got.info?.naturalSize == Self.small)
    #expect(got.showsCorners(.up))
    let probed = DecodedPicture.decode(bytes, DecodeRequest(id: 1, kind: .probe, target: .zero))
    #expect(probed.info?.naturalSize == Self.small)
  }

  @Test(.enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"))
  func `alpha of a Photoshop document and of a surface is applied`() {
    let alpha: @Sendable (Int, Int) -> UInt8 = { x, _ in x < 16 ? 255 : 128 }
    let planes = FreeImageSamples.corners + [alpha]
    let document = DecodedPicture.decode(FreeImageSamples.photoshop(planes: planes))
    #expect(document.pixels?.isOpaque == false)
    #expect(document.pixel(30, 2).map { $0 >> 24 } == 128)
    #expect(document.pixel(2, 2).map { $0 >> 24 } == 255)
    let surface = DecodedPicture.decode(FreeImageSamples.alphaSurface)
    #expect(surface.pixel(2, 2).map { abs(Int($0 >> 24) - 128) <= 2 } == true)
  }

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [false, true], [8, 16, 32])
  func `a channel is transparency only in a document whose layer information says so`(
    isLarge: Bool, depth: Int
  ) {
    let planes = FreeImageSamples.corners + [{ x, _ in x < 16 ? 255 : 0 }]
    func decoded(_ layers: Int?, _ planes: [@Sendable (Int, Int) -> UInt8]) -> DecodedPicture {
      DecodedPicture.decode(
        FreeImageSamples.photoshop(
          depth: depth, isLarge: isLarge, layers: layers, planes: planes))
    }
    #expect(decoded(-1, planes).pixel(30, 2).map { $0 >> 24 } == 0)
    #expect(decoded(1, planes).pixel(30, 2).map { $0 >> 24 } == 255)
    #expect(decoded(1, planes).pixels?.isOpaque == true)
    // Two masks, and no layer information.
    let masks = planes + planes.suffix(1)
    #expect(decoded(nil, masks).pixels?.isOpaque == true)
    // A positive number of layers, and the block of documents with more than 8 bits.
    let saved = FreeImageSamples.photoshop(
      depth: depth, isLarge: isLarge, layers: 1, savesTransparency: true, planes: planes)
    let alpha = DecodedPicture.decode(saved).pixel(30, 2).map { $0 >> 24 }
    #expect(alpha == (depth == 8 ? 255 : 0))
    // Samples of 32 bits are linear light: tone mapping makes other colours than the corners.
    #expect(depth == 32 || decoded(1, planes).showsCorners(.up))
    #expect(depth == 32 || decoded(nil, masks).showsCorners(.up))
    // One channel, and no layer information.
    #expect(decoded(nil, planes).pixel(30, 2).map { $0 >> 24 } == 0)
  }

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [false, true])
  func `a damaged layer block of a Photoshop document counts as none`(isLarge: Bool) {
    let planes = FreeImageSamples.corners + [{ x, _ in x < 16 ? 255 : 0 }]
    let bytes = FreeImageSamples.photoshop(
      depth: 16, isLarge: isLarge, layers: 1, planes: planes)
    let lengthBytes = isLarge ? 8 : 4
    // The second block, behind the header, two empty sections, three lengths and the first block.
    let block = 26 + 8 + 2 * lengthBytes + 4 + 16
    let length = block + 8
    // Lengths beyond the file; of eight bytes also the greatest and the smallest signed number.
    let damages: [[UInt8]] = [
      [UInt8](repeating: 0xFF, count: lengthBytes),
      [0x7F] + [UInt8](repeating: 0xFF, count: lengthBytes - 1),
      [0x80] + [UInt8](repeating: 0, count: lengthBytes - 1),
    ]
    for damage in damages {
      var damaged = bytes
      damaged.replaceSubrange(length..<length + lengthBytes, with: damage)
      #expect(DecodedPicture.decode(damaged).pixel(30, 2).map { $0 >> 24 } == 0)
    }
    var damaged = bytes
    damaged.replaceSubrange(block..<length, with: [UInt8](repeating: 0, count: 8))
    #expect(DecodedPicture.decode(damaged).pixel(30, 2).map { $0 >> 24 } == 0)
  }

  @Test(.enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"))
  func `gray levels and inks of a Photoshop document become colors`() {
    let gray = DecodedPicture.decode(FreeImageSamples.photoshop(mode: 1, planes: [{ _, _ in 100 }]))
    #expect(gray.pixel(3, 3) == 0xFF64_6464)
    // The level 255 is no ink.
    let inks = DecodedPicture.decode(
      FreeImageSamples.photoshop(
        mode: 4,
        planes: [{ _, _ in 0 }, { _, _ in 255 }, { _, _ in 255 }, { _, _ in 255 }]))
    #expect(inks.pixel(3, 3) == 0xFF00_FFFF)
  }

  @Test(.enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"))
  func `a Photoshop document without its end is truncated`() {
    let document = FreeImageSamples.photoshop(planes: FreeImageSamples.corners)
    #expect(DecodedPicture.decode(document).info?.isTruncated == false)
    let cut = DecodedPicture.decode(Array(document.dropLast(16)))
    #expect(cut.info?.isTruncated == true)
  }

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [
      (FreeImageSamples.surface, 16), (FreeImageSamples.alphaSurface, 16),
      (FreeImageSamples.pcx, 16), (FreeImageSamples.palettePCX, 16),
      (FreeImageSamples.palettePCX, 800), (FreeImageSamples.sgi, 1),
      (FreeImageSamples.plainSurface, 100), (FreeImageSamples.plainSGI, 100),
      (FreeImageSamples.plainPCX, 100), (FreeImageSamples.plainPalettePCX, 800),
    ])
  func `a surface, PCX or SGI picture without its last rows is truncated`(
    bytes: [UInt8], missing: Int
  ) {
    let whole = DecodedPicture.decode(bytes)
    #expect(whole.info?.naturalSize == Self.small && whole.info?.isTruncated == false)
    // Bytes behind the picture are no rows.
    #expect(DecodedPicture.decode(bytes + [0, 0, 0]).info?.isTruncated == false)
    for count in [1, missing] {
      let cut = DecodedPicture.decode(Array(bytes.dropLast(count)))
      #expect(cut.info?.isTruncated == true && cut.pixels != nil, "\(count) bytes less")
    }
  }

  @Test(.enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"))
  func `a picture beyond the limit or with a header without sense is refused`() {
    let document = FreeImageSamples.photoshop(planes: FreeImageSamples.corners)
    #expect(
      DecodedPicture.decode(document, limits: DecodeLimits(pixels: 100)).failure?.kind == .tooLarge)
    var empty = document
    empty.replaceSubrange(14..<22, with: [UInt8](repeating: 0, count: 8))
    #expect(DecodedPicture.decode(empty).failure?.kind == .damaged)
    let header = Array("8BPS".utf8) + [UInt8](repeating: 0, count: 20)
    let failure = DecodedPicture.decode(header).failure
    #expect(failure?.kind == .damaged && failure?.format == "PSD")
    // 20 000 × 10 000 pixels in some kilobytes.
    var vast = document
    vast.replaceSubrange(14..<22, with: [0, 0, 0x27, 0x10, 0, 0, 0x4E, 0x20])
    #expect(DecodedPicture.decode(vast, .probe).failure?.kind == .damaged)
    let many = FreeImageSamples.photoshop(mode: 7, depth: 32, planes: FreeImageSamples.corners)
    #expect(DecodedPicture.decode(many).failure?.kind == .unsupported)
    var wide = FreeImageSamples.sgi
    wide[3] = 2
    #expect(DecodedPicture.decode(wide).failure?.kind == .unsupported)
  }

  /// Damaged files are decoded by a helper: FreeImage may crash, which costs that helper only.
  @Test(
    .enabled(
      if: FreeImageSamples.isInstalled && HelperProcess.path != nil, "no FreeImage or no helper"),
    arguments: [
      FreeImageSamples.photoshop(planes: FreeImageSamples.corners), FreeImageSamples.surface,
      FreeImageSamples.palettePCX, FreeImageSamples.sgi,
    ])
  func `a truncated file is a picture or a failure`(bytes: [UInt8]) throws {
    let helper = try #require(HelperProcess())
    for share in [0.1, 0.3, 0.6, 0.95] {
      let file = DecodedPicture.memory(
        holding: Array(bytes.prefix(Int(Double(bytes.count) * share))))
      defer { close(file) }
      let got = try #require(helper.ask(file: file, name: "a.psd"))
      #expect(got.pixels != nil || got.failure != nil)
    }
    #expect(helper.hangUp() == 0)
  }

  // MARK: farbfeld

  private static func farbfeld(_ width: Int, _ height: Int, _ pixels: [[UInt16]]) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
    return Array("farbfeld".utf8) + big(width) + big(height)
      + pixels.joined().flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  @Test func `a farbfeld picture is decoded, also without its end`() {
    let pixels: [[UInt16]] = [
      [0xFFFF, 0, 0, 0xFFFF], [0, 0xFFFF, 0, 0xFFFF], [0, 0, 0xFFFF, 0xFFFF], [0, 0, 0, 0x8080],
    ]
    let bytes = Self.farbfeld(2, 2, pixels)
    let got = DecodedPicture.decode(bytes)
    #expect(got.info?.format == "farbfeld" && got.pixels?.isOpaque == false)
    #expect(got.pixel(0, 0) == 0xFFFF_0000 && got.pixel(1, 0) == 0xFF00_FF00)
    #expect(got.pixel(0, 1) == 0xFF00_00FF && got.pixel(1, 1) == 0x8000_0000)
    let cut = DecodedPicture.decode(Array(bytes.dropLast(8)))
    #expect(cut.info?.isTruncated == true && cut.pixel(0, 1) == 0xFF00_00FF)
    #expect(DecodedPicture.decode(Array(bytes.prefix(20))).failure?.kind == .damaged)
    #expect(DecodedPicture.decode(Array(bytes.prefix(12))).failure?.kind == .damaged)
  }
}

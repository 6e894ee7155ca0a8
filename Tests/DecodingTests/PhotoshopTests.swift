import DecoderWire
import Decoding
import Pixels
import Testing

/// The parts of Photoshop documents that FreeImage ignores: the transparency of colour modes other
/// than RGB, palettes, and inks.
struct PhotoshopTests {
  typealias Plane = @Sendable (_ x: Int, _ y: Int) -> UInt8

  /// The left half is opaque, the right half clear.
  private static let halves: Plane = { x, _ in x < 16 ? 255 : 0 }

  private static func flat(_ level: UInt8) -> Plane { { _, _ in level } }

  /// Cyan without other inks; the level 255 is no ink.
  private static let cyan: [Plane] = [flat(0), flat(255), flat(255), flat(255)]

  private func alpha(_ got: DecodedPicture) -> UInt32? { got.pixel(30, 2).map { $0 >> 24 } }

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [8, 16], [false, true])
  func `transparency of inks is applied`(depth: Int, isPacked: Bool) {
    for isLarge in [false, true] {
      func decoded(_ layers: Int?) -> DecodedPicture {
        DecodedPicture.decode(
          FreeImageSamples.photoshop(
            mode: 4, depth: depth, isLarge: isLarge, layers: layers, isPacked: isPacked,
            planes: Self.cyan + [Self.halves]))
      }
      let clear = decoded(-1)
      #expect(clear.pixel(3, 3) == 0xFF00_FFFF && alpha(clear) == 0)
      #expect(clear.pixels?.isOpaque == false)
      // The fifth channel of a document without layers is a spot colour or a mask.
      for masked in [decoded(1), decoded(nil)] {
        #expect(masked.pixel(30, 2) == 0xFF00_FFFF && masked.pixels?.isOpaque == true)
      }
    }
  }

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [8, 16, 32], [1, 8])
  func `transparency of gray levels is applied`(depth: Int, mode: Int) {
    for isPacked in depth == 32 ? [false] : [false, true] {
      func decoded(_ layers: Int) -> DecodedPicture {
        DecodedPicture.decode(
          FreeImageSamples.photoshop(
            mode: mode, depth: depth, layers: layers, isPacked: isPacked,
            planes: [Self.flat(100), Self.halves]))
      }
      #expect(alpha(decoded(-1)) == 0 && alpha(decoded(1)) == 255)
      #expect(depth == 32 || decoded(-1).pixel(3, 3) == 0xFF64_6464)
    }
  }

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [8, 16], [1, 3, 4])
  func `colors that Photoshop has mixed with white are separated`(depth: Int, mode: Int) {
    // Half of a level of 220 and half of white.
    let stored: UInt8 = 237
    let colors = [Plane](
      repeating: Self.flat(stored), count: mode == 1 ? 1 : 3)
    // The black channel of CMYK is no ink, which white does not change.
    let planes = colors + (mode == 4 ? [Self.flat(255)] : []) + [Self.flat(128)]
    func light(_ resources: [(number: Int, data: [UInt8])]) -> Int? {
      let got = DecodedPicture.decode(
        FreeImageSamples.photoshop(
          mode: mode, depth: depth, layers: -1, resources: resources, planes: planes))
      return got.pixel(3, 3).map { Int($0 >> 8 & 255) }
    }
    // The pixels are premultiplied.
    #expect(light([(1057, [0, 0, 0, 1, 1])]).map { abs($0 - 110) <= 1 } == true)
    #expect(light([]).map { abs($0 - 119) <= 1 } == true)
  }

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [false, true])
  func `an indexed document has its palette and its transparent index`(isPacked: Bool) {
    let red: [UInt8] = (0..<256).map { UInt8($0) }
    let green: [UInt8] = red.reversed()
    let palette: [UInt8] = red + green + [UInt8](repeating: 7, count: 256)
    let indices: Plane = { x, _ in x < 16 ? 5 : 9 }
    func decoded(
      _ resources: [(number: Int, data: [UInt8])], missing: Int = 0
    ) -> DecodedPicture {
      let bytes = FreeImageSamples.photoshop(
        mode: 2, modeData: palette, resources: resources, isPacked: isPacked, planes: [indices])
      return DecodedPicture.decode(Array(bytes.dropLast(missing)))
    }
    let plain = decoded([])
    #expect(plain.info?.isTruncated == false)
    #expect(decoded([], missing: 4).info?.isTruncated == true)
    #expect(plain.pixel(2, 2) == 0xFF05_FA07 && plain.pixel(30, 2) == 0xFF09_F607)
    #expect(plain.pixels?.isOpaque == true)
    let clear = decoded([(1046, [1, 0]), (1036, [1, 2, 3]), (1047, [0, 9])])
    #expect(clear.pixel(2, 2) == 0xFF05_FA07 && clear.pixel(30, 2) == 0)
  }

  // MARK: Inks

  /// A record of the display information: a spot colour.
  private static func spot(
    _ space: UInt8, _ components: [UInt8], solidity: UInt8
  ) -> [UInt8] {
    [0, space] + components.flatMap { [$0, $0] } + [0, solidity, 2]
  }

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [8, 16], [false, true])
  func `a multichannel document has the inks of its display information`(
    depth: Int, isOld: Bool
  ) {
    let planes: [Plane] = [{ x, _ in x < 16 ? 0 : 255 }, { _, y in y < 12 ? 0 : 255 }]
    func decoded(solidity: UInt8) -> DecodedPicture {
      // Red, and yellow in CMYK, whose level 0 is full ink.
      let records = [
        Self.spot(0, [255, 0, 0, 0], solidity: 0),
        Self.spot(2, [255, 255, 0, 255], solidity: solidity),
      ]
      let old: [UInt8] = records.flatMap { $0 + [0] }
      let new: [UInt8] = [0, 0, 0, 1] + records.flatMap { $0 }
      return DecodedPicture.decode(
        FreeImageSamples.photoshop(
          mode: 7, depth: depth,
          resources: [(number: isOld ? 1007 : 1077, data: isOld ? old : new)],
          planes: planes))
    }
    let clear = decoded(solidity: 0)
    #expect(clear.pixel(2, 2) == 0xFFFF_0000 && clear.pixel(30, 2) == 0xFFFF_FF00)
    #expect(clear.pixel(2, 20) == 0xFFFF_0000 && clear.pixel(30, 20) == 0xFFFF_FFFF)
    #expect(clear.pixels?.isOpaque == true)
    #expect(decoded(solidity: 100).pixel(2, 2) == 0xFFFF_FF00)
  }

  @Test(.enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"))
  func `a multichannel document without display information has process inks`() {
    func pixel(_ levels: [UInt8]) -> UInt32? {
      DecodedPicture.decode(
        FreeImageSamples.photoshop(mode: 7, planes: levels.map { Self.flat($0) })
      ).pixel(3, 3)
    }
    #expect(pixel([0, 255, 255]) == 0xFF00_FFFF)
    #expect(pixel([255, 255, 0, 0, 0]) == 0xFF00_0000)
    #expect(pixel([255, 0, 255, 255, 0]) == 0xFFFF_00FF)
    #expect(pixel([100, 0]) == 0xFF64_6464)
  }

  // MARK: Damages

  @Test(.enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"))
  func `a block with a long signature has a long length`() {
    let bytes = FreeImageSamples.photoshop(
      depth: 16, isLarge: true, layers: 1, hasLongBlock: true,
      planes: FreeImageSamples.corners + [Self.halves])
    #expect(DecodedPicture.decode(bytes).pixels?.isOpaque == true)
  }

  @Test(
    .enabled(if: FreeImageSamples.isInstalled, "no FreeImage (Debian package libfreeimage3)"),
    arguments: [2, 4, 7], [false, true])
  func `a truncated document is a picture or a failure`(mode: Int, isPacked: Bool) {
    let planes: [Plane] = mode == 2 ? [Self.halves] : Self.cyan + [Self.halves]
    let bytes = FreeImageSamples.photoshop(
      mode: mode, layers: -1, isPacked: isPacked, planes: planes)
    for count in stride(from: 26, to: bytes.count, by: max(1, bytes.count / 40)) {
      let got = DecodedPicture.decode(Array(bytes.prefix(count)))
      #expect(got.pixels != nil || got.failure != nil)
    }
  }
}

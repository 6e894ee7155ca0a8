import CLinux
import DecoderWire
import Geometry
import Pixels
import Testing

/// TIFFs with reduced copies of their pages.
struct TIFFPyramidTests {
  private static let size = PixelSize(width: 500, height: 301)

  private static func reduced(_ size: PixelSize, _ level: Int) -> PixelSize {
    let rest = 1 << level - 1
    return PixelSize(width: (size.width + rest) >> level, height: (size.height + rest) >> level)
  }

  private static func whole(_ size: PixelSize) -> PixelRect {
    PixelRect(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The gray of each level's last column and row, read as a region of the whole level.
  private static func pixels(_ file: [UInt8], levels: ClosedRange<Int>) -> [UInt32?] {
    let regions = RegionRig(file)
    return levels.map { level in
      let size = reduced(Self.size, level)
      let got = regions.part(size, whole(size))
      return got?.pixel(x: size.width - 1, y: size.height - 1)
    }
  }

  @Test(arguments: PyramidTIFF.Arrangement.allCases, [false, true])
  func `a level is read from the smallest copy that is large enough`(
    arrangement: PyramidTIFF.Arrangement, isBig: Bool
  ) {
    var pyramid = PyramidTIFF(Self.size, copies: [1, 3])
    (pyramid.arrangement, pyramid.isBig) = (arrangement, isBig)
    let file = pyramid.bytes
    let want = [0, 1, 1, 3, 3].map(PyramidTIFF.pixel)
    #expect(Self.pixels(file, levels: 0...4) == want)
    let info = DecodedPicture.decode(file, .probe).info
    #expect(info?.leaves == 1 && info?.naturalSize == Self.size)
    let small = DecodedPicture.decode(file, target: PixelSize(width: 60, height: 60))
    #expect(small.pixels?.size.width == 60 && small.pixel(30, 18) == PyramidTIFF.pixel(3))
    let thumbnail = DecodedPicture.decode(
      file, .thumbnail, target: PixelSize(width: 128, height: 128))
    #expect(thumbnail.pixel(60, 40) == PyramidTIFF.pixel(1))
  }

  @Test func `a copy whose size was rounded down has its last column and row repeated`() {
    let size = PixelSize(width: 501, height: 303)
    let file = PyramidTIFF(size, copies: [1, 2, 3], roundsDown: true).bytes
    let regions = RegionRig(file)
    for level in 1...3 {
      let all = Self.reduced(size, level)
      let got = regions.part(all, Self.whole(all))
      #expect(got?.pixel(x: all.width - 1, y: all.height - 1) == PyramidTIFF.pixel(level))
      // The region has only missing pixels.
      let corner = PixelRect(x: all.width - 1, y: all.height - 1, width: 1, height: 1)
      #expect(regions.part(all, corner)?.pixel(x: 0, y: 0) == PyramidTIFF.pixel(level))
    }
  }

  @Test func `copies are turned with their page`() throws {
    var pyramid = PyramidTIFF(Self.size, copies: [1])
    pyramid.levels[0].tags[274] = .shorts([6])
    // The stored columns of a tile become rows.
    pyramid.levels[1].tile = (0..<256).map { UInt8($0 % 16 * 10) }
    let turned = PixelSize(width: 151, height: 250)
    let got = try #require(RegionRig(pyramid.bytes).part(turned, Self.whole(turned)))
    for y in [0, 1, 15, 16, 200] {
      #expect(got.pixel(x: 70, y: y) == 0xFF00_0000 | UInt32(y % 16 * 10) * 0x01_0101)
    }
  }

  @Test func `copies with other samples or another shape are not used`() {
    let unlike: [(inout PyramidTIFF.Level) -> Void] = [
      { $0.tags[262] = .shorts([0]) }, { $0.tags[258] = .shorts([4]) },
      { $0.size = PixelSize(width: 250, height: 100) }, { $0.size.width = 333 },
      { $0.tags[254] = .longs([5]) }, { $0.tags[339] = .shorts([2]) },
    ]
    for change in unlike {
      var pyramid = PyramidTIFF(Self.size, copies: [1])
      change(&pyramid.levels[1])
      #expect(Self.pixels(pyramid.bytes, levels: 1...1) == [PyramidTIFF.pixel(0)])
    }
  }

  @Test func `a reduced copy belongs to the page before it in the file`() {
    let size = PixelSize(width: 500, height: 301)
    var pyramid = PyramidTIFF(size, copies: [1])
    // A second page with a copy of its own.
    pyramid.levels += PyramidTIFF(size, copies: [1]).levels
    pyramid.levels[2].tags[254] = .longs([0])
    for (index, gray) in [(2, UInt8(90)), (3, 30)] {
      pyramid.levels[index].tile = [UInt8](repeating: gray, count: 256)
    }
    let file = pyramid.bytes
    for (leaf, gray) in [(0, UInt32(PyramidTIFF.gray(1))), (1, 30)] {
      var request = DecodeRequest(id: 1, kind: .exact, target: PixelSize(width: 200, height: 200))
      request.leaf = leaf
      let got = DecodedPicture.decode(file, request)
      #expect(got.info?.leaves == 2 && got.pixel(9, 9) == 0xFF00_0000 | gray * 0x01_0101)
    }
  }

  @Test func `measurements in a copy have the range of the page`() {
    func samples(_ value: UInt8) -> [UInt8] { (0..<256).flatMap { _ in [value, 0] } }
    var pyramid = PyramidTIFF(PixelSize(width: 64, height: 32), copies: [1])
    for index in 0...1 {
      pyramid.levels[index].tags[258] = .shorts([16])
      pyramid.levels[index].tags[339] = .shorts([2])
    }
    // The page has 0 in its left half and 100 in its right half, its copy has 50.
    pyramid.levels[0].tile = (0..<256).flatMap { [$0 % 16 < 8 ? UInt8(0) : 100, 0] }
    pyramid.levels[1].tile = samples(50)
    let half = PixelSize(width: 32, height: 16)
    let got = RegionRig(pyramid.bytes).part(half, Self.whole(half))
    #expect(got?.pixel(x: 5, y: 5) == 0xFF80_8080)
  }

  // MARK: Larger than the limits

  /// A picture of 2 gigapixels whose levels share one tile each.
  static func large(copies: [Int]) -> [UInt8] {
    let side = 1024
    var pyramid = PyramidTIFF(PixelSize(width: 65_536, height: 32_768), copies: copies)
    pyramid.isBig = true
    for index in pyramid.levels.indices {
      let gray = PyramidTIFF.gray(pyramid.levels[index].level)
      pyramid.levels[index].tile = [UInt8](repeating: gray, count: side * side)
      pyramid.levels[index].tags[322] = .longs([side])
      pyramid.levels[index].tags[323] = .longs([side])
    }
    return pyramid.sharing
  }

  @Test func `a picture beyond the limit of pixels is read where it has small copies`() {
    let file = Self.large(copies: [1, 2, 3, 4, 5, 6, 7])
    let got = DecodedPicture.decode(file, target: PixelSize(width: 1000, height: 1000))
    #expect(got.pixels?.size.width == 1000 && got.pixel(9, 9) == PyramidTIFF.pixel(6))
    #expect(got.info?.supportsRegions == true && got.info?.naturalSize.width == 65_536)
    let regions = RegionRig(file)
    let natural = PixelSize(width: 65_536, height: 32_768)
    let part = regions.part(natural, PixelRect(x: 65_000, y: 32_000, width: 200, height: 100))
    #expect(part != nil)
    let none = DecodedPicture.decode(Self.large(copies: []))
    #expect(none.failure?.kind == .tooLarge)
    // Without a copy of the wanted level a smaller one is enlarged.
    let coarse = DecodedPicture.decode(
      Self.large(copies: [7]), target: PixelSize(width: 1024, height: 1024))
    #expect(coarse.pixels?.size.width == 1024 && coarse.pixel(9, 9) == PyramidTIFF.pixel(7))
    // The whole picture has too many pixels to be decoded at once.
    #expect(DecodedPicture.decode(file, target: natural).failure?.kind == .tooLarge)
  }

  @Test(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
  func `a TIFF beyond the limit of bytes is left to a helper for large files`() throws {
    let bytes = PyramidTIFF(Self.size, copies: [1, 2, 3]).bytes
    let file = DecodedPicture.memory(holding: bytes)
    defer { close(file) }
    let target = PixelSize(width: 60, height: 60)
    let limits = DecodeLimits(fileBytes: 1 << 15)
    let small = DecodedPicture.memory(holding: Samples.jpeg(16, 16))
    defer { close(small) }
    let other = try #require(HelperProcess())
    _ = other.ask(file: small, limits: limits)
    let declined = try #require(other.ask(file: file, target: target, limits: limits))
    guard case .declined = declined.reply.result else {
      Issue.record("\(declined.reply.result)")
      return
    }
    let helper = try #require(HelperProcess())
    let got = try #require(helper.ask(file: file, target: target, limits: limits))
    #expect(got.pixel(20, 20) == PyramidTIFF.pixel(3))
    #expect(helper.ask(file: small, limits: limits)?.pixels != nil)
  }

  // MARK: Hostile files

  @Test func `loops and wrong offsets of directories end`() {
    var pyramid = PyramidTIFF(Self.size, copies: [1])
    pyramid.arrangement = .subDirectories
    let length = pyramid.bytes.count
    for offsets in [
      [8, 8, 8], [0], [1], [9], [length - 1], [length], [0xFFFF_FFFF],
      [Int](repeating: 8, count: 5000),
    ] {
      var file = pyramid
      file.levels.removeLast()
      file.levels[0].tags[330] = .longs(offsets)
      file.arrangement = .chain
      #expect(Self.pixels(file.bytes, levels: 0...1) == [0, 0].map(PyramidTIFF.pixel))
    }
    // The chain leads from the copy back to the page.
    let half = PixelSize(width: 250, height: 151)
    var file = PyramidTIFF(Self.size, copies: [1, 2]).bytes
    let first = TIFFWriter.little(8, 4)
    for at in stride(from: file.count - 700, to: file.count - 4, by: 2) {
      let old = Array(file[at..<at + 4])
      file.replaceSubrange(at..<at + 4, with: first)
      _ = RegionRig(file).part(half, Self.whole(half))
      file.replaceSubrange(at..<at + 4, with: old)
    }
  }

  @Test
  func `tiles that overlap, lie outside or have impossible sizes cost no more than themselves`() {
    let changes: [(inout PyramidTIFF.Level) -> Void] = [
      { $0.tile = [] }, { $0.tile = [1] }, { $0.tags[322] = .longs([0]) },
      { $0.tags[322] = .longs([1 << 30]) }, { $0.tags[323] = .longs([0xFFFF_FFF0]) },
      { $0.tags[322] = .longs([17]) }, { $0.tags[257] = .longs([0x7FFF_FFFF]) },
      { $0.tags[256] = .longs([0xFFFF_FFFF]) }, { $0.tags[277] = .shorts([60_000]) },
      { $0.tags[259] = .shorts([7]) }, { $0.tags[284] = .shorts([2]) },
    ]
    for (number, change) in changes.enumerated() {
      for index in 0...2 {
        var pyramid = PyramidTIFF(Self.size, copies: [1, 2])
        change(&pyramid.levels[index])
        let file = pyramid.bytes
        _ = DecodedPicture.decode(file, target: PixelSize(width: 60, height: 60))
        let got = Self.pixels(file, levels: 0...2)
        if index > 0 { #expect(got[0] == PyramidTIFF.pixel(0), "change \(number)") }
      }
    }
  }
}

import DecoderWire
import DecodingSupport
import PictureMetadata
import Pixels
import Testing

struct TIFFPageTests {
  /// A page of one grey level.
  private static func page(
    _ level: UInt8, _ size: Int = 8, isBig: Bool = false, tags: [Int: TIFFWriter.Value] = [:]
  ) -> (page: TIFFWriter, strips: [[UInt8]]) {
    var writer = TIFFWriter(size, size, samples: 1, photometric: 1)
    writer.isBig = isBig
    writer.tags.merge(tags) { $1 }
    return (writer, [[UInt8](repeating: level, count: size * size)])
  }

  private static func decode(_ file: [UInt8], _ leaf: Int) -> DecodedPicture {
    var request = DecodeRequest(id: 1, kind: .exact, target: .zero)
    request.leaf = leaf
    return DecodedPicture.decode(file, request)
  }

  @Test(arguments: [false, true])
  func `every page of a TIFF is decoded in its own size`(isBig: Bool) {
    let file = TIFFWriter.file([
      Self.page(10, isBig: isBig), Self.page(120, 4, isBig: isBig), Self.page(250, isBig: isBig),
    ])
    for (leaf, level, size) in [(0, 10, 8), (1, 120, 4), (2, 250, 8)] {
      let got = Self.decode(file, leaf)
      #expect(got.info?.leaves == 3)
      #expect(got.info?.naturalSize == PixelSize(width: size, height: size))
      #expect(got.pixel(1, 1) == UInt32(0xFF00_0000 | level * 0x01_0101))
    }
    #expect(Self.decode(file, 3).failure?.kind == .damaged)
  }

  @Test func `reduced copies, masks and thumbnails of cameras are no pages`() {
    let others: [[Int: TIFFWriter.Value]] = [
      [254: .longs([1])], [254: .longs([4])], [254: .longs([5])], [255: .shorts([2])],
      [259: .shorts([6]), 513: .longs([8])],
    ]
    let file = TIFFWriter.file(
      [Self.page(10)] + others.map { Self.page(50, tags: $0) }
        + [Self.page(200, tags: [254: .longs([2])])])
    #expect(Self.decode(file, 0).info?.leaves == 2)
    #expect(Self.decode(file, 1).pixel(0, 0) == 0xFFC8_C8C8)
  }

  @Test func `the first directory is a page even if it is marked as a reduced copy`() {
    let file = TIFFWriter.file([Self.page(10, tags: [254: .longs([1])]), Self.page(20)])
    #expect(Self.decode(file, 0).info?.leaves == 2)
  }

  @Test func `the page behind a directory of very many tags is found`() {
    let tags = (60_000..<60_600).map { ($0, TIFFWriter.Value.shorts([1])) }
    let file = TIFFWriter.file([
      Self.page(10, tags: Dictionary(uniqueKeysWithValues: tags)), Self.page(20),
    ])
    #expect(file.withUnsafeBytes { TIFFPages.pageOffsets(PictureBytes(raw: $0)) }.count == 2)
  }

  @Test func `a chain of directories that is a cycle ends`() {
    var file = TIFFWriter.file([Self.page(10), Self.page(20)])
    // The next pointer of the second directory, behind its nine entries.
    let second = file.withUnsafeBytes { TIFFPages.pageOffsets(PictureBytes(raw: $0)) }[1]
    file[second + 2 + 9 * 12] = 8
    #expect(Self.decode(file, 1).info?.leaves == 2)
  }

  @Test func `thumbnails show the first page`() {
    let file = TIFFWriter.file([Self.page(10), Self.page(20)])
    let request = DecodeRequest(
      id: 1, kind: .thumbnail, target: PixelSize(width: 4, height: 4))
    #expect(DecodedPicture.decode(file, request).pixel(0, 0) == 0xFF0A_0A0A)
  }

  @Test func `a region is that of the requested page`() {
    let file = TIFFWriter.file([Self.page(10), Self.page(20)])
    var request = DecodeRequest(id: 1, kind: .region, target: PixelSize(width: 2, height: 2))
    request.region = RegionRequest(whole: PixelSize(width: 8, height: 8), x: 4, y: 4)
    request.leaf = 1
    #expect(DecodedPicture.decode(file, request).pixel(1, 1) == 0xFF14_1414)
  }
}

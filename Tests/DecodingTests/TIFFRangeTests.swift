import DecoderWire
import Geometry
import Pixels
import Testing

/// Gray TIFFs whose samples are measurements: their own range becomes that from black to white.
struct TIFFRangeTests {
  /// A TIFF of samples in one row.
  private static func tiff(
    bits: Int, kind: Int, _ samples: [[UInt8]], photometric: Int = 1,
    tags: [Int: TIFFWriter.Value] = [:], packing: TIFFWriter.Packing = .none
  ) -> [UInt8] {
    var writer = TIFFWriter(
      samples.count, 1, samples: 1, bits: bits, photometric: photometric)
    writer.tags[339] = .shorts([kind])
    writer.tags[259] = .shorts([packing.rawValue])
    writer.tags.merge(tags) { $1 }
    let strip = samples.flatMap(\.self)
    return writer.bytes([TIFFWriter.pack(strip, packing, width: samples.count, rows: 1)])
  }

  private static func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    TIFFWriter.little(Int(truncatingIfNeeded: value), T.bitWidth / 8)
  }

  private static func levels(_ tiff: [UInt8]) -> [Int]? {
    let pixels = DecodedPicture.decode(tiff).pixels
    return pixels.map { pixels in
      (0..<pixels.size.width).map { Int(pixels.pixel(x: $0, y: 0) & 255) }
    }
  }

  @Test func `signed bytes are shown as unsigned bytes`() {
    let tiff = Self.tiff(bits: 8, kind: 2, [[0], [100], [128], [255]])
    #expect(Self.levels(tiff) == [0, 100, 128, 255])
  }

  @Test(arguments: TIFFWriter.Packing.allCases.filter { $0 != .jpeg })
  func `signed 16-bit samples are scaled to their own range`(packing: TIFFWriter.Packing) {
    let samples = [-1000, 3000, 1000, 0, 2000].map { Self.bytes(Int16($0)) }
    let tiff = Self.tiff(bits: 16, kind: 2, samples, packing: packing)
    #expect(Self.levels(tiff) == [0, 255, 128, 64, 191])
  }

  @Test func `large samples are scaled to their own range`() {
    #expect(
      Self.levels(Self.tiff(bits: 32, kind: 1, [0, 1, 2, 5].map { Self.bytes(UInt32($0)) }))
        == [0, 51, 102, 255])
    #expect(
      Self.levels(Self.tiff(bits: 32, kind: 2, [-5, 0, 5].map { Self.bytes(Int32($0)) }))
        == [0, 128, 255])
    #expect(
      Self.levels(Self.tiff(bits: 64, kind: 1, [10, 11, 12].map { Self.bytes(UInt64($0)) }))
        == [0, 128, 255])
    // The samples cover the whole range.
    #expect(
      Self.levels(
        Self.tiff(bits: 32, kind: 1, [0, UInt32.max, 0x8080_8080].map { Self.bytes($0) }))
        == [0, 255, 128])
  }

  @Test func `a WhiteIsZero picture is inverted within its range`() {
    let samples = [7, 9, 8].map { Self.bytes(Int16($0)) }
    let tiff = Self.tiff(bits: 16, kind: 2, samples, photometric: 0)
    #expect(Self.levels(tiff) == [255, 0, 127])
  }

  @Test func `floating-point samples within 0 to 1 keep their levels, others are scaled`() {
    func levels(_ values: [Float]) -> [Int]? {
      Self.levels(Self.tiff(bits: 32, kind: 3, values.map { Self.bytes($0.bitPattern) }))
    }
    #expect(levels([0.25, 0.5, 0.75]) == [64, 128, 191])
    #expect(levels([100, 1100, 600]) == [0, 255, 128])
    #expect(levels([-1, 0, 1, .nan, .infinity]) == [0, 128, 255, 0, 255])
    let doubles = [100.0, 1100, 600].map { Self.bytes($0.bitPattern) }
    #expect(Self.levels(Self.tiff(bits: 64, kind: 3, doubles)) == [0, 255, 128])
  }

  @Test func `tags can give the sample range and the value for missing data`() {
    let samples = [-1000, 3000, 1000, 0, 2000].map { Self.bytes(Int16($0)) }
    let tags: [Int: TIFFWriter.Value] = [340: .doubles([0]), 341: .doubles([2000])]
    #expect(
      Self.levels(Self.tiff(bits: 16, kind: 2, samples, tags: tags)) == [0, 255, 128, 0, 255])
    let holes = [-9999, 100, 200].map { Self.bytes(Int16($0)) }
    let none: [Int: TIFFWriter.Value] = [42113: .text("-9999")]
    #expect(Self.levels(Self.tiff(bits: 16, kind: 2, holes, tags: none)) == [0, 0, 255])
  }

  @Test func `samples of one equal value are black`() {
    #expect(Self.levels(Self.tiff(bits: 32, kind: 1, [Self.bytes(UInt32(7))])) == [0])
  }

  @Test func `16-bit photographs keep their levels`() {
    let samples = [0x4040, 0x8080].map { Self.bytes(UInt16($0)) }
    #expect(Self.levels(Self.tiff(bits: 16, kind: 1, samples)) == [0x40, 0x80])
  }

  @Test func `a region has the levels of the whole picture`() throws {
    let values = (0..<64).map { Self.bytes(Int16($0 * 10 - 100)) }
    let bytes = Self.tiff(bits: 16, kind: 2, values, packing: .lzw)
    let whole = try #require(DecodedPicture.decode(bytes).pixels)
    let part = PixelRect(x: 40, y: 0, width: 20, height: 1)
    let got = try #require(RegionRig(bytes).part(whole.size, part))
    #expect(got.differs(from: whole, at: part) == nil)
  }
}

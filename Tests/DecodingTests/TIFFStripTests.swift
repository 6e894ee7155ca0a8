import DecoderWire
import Geometry
import Pixels
import TestSupport
import Testing

/// Regions of a TIFF whose strips are compressed, so that a strip decodes only from its first row
/// on.
@Suite(.tags(.seeded)) struct TIFFStripTests {
  private static let width = 24
  private static let height = 21

  private static let noise: [UInt8] = {
    var random = SeededGenerator(seed: 1)
    return (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
  }()

  @Test(arguments: TIFFWriter.Packing.allCases)
  func `a region may begin at any row of a strip of any height`(packing: TIFFWriter.Packing) throws
  {
    for stripRows in 1...Self.height {
      let bytes = TIFFWriter.packed(
        Self.noise, Self.width, Self.height, stripRows: stripRows, packing)
      let decoded = DecodedPicture.decode(bytes)
      let whole = try #require(decoded.pixels)
      #expect(decoded.info?.isTruncated == false && decoded.info?.supportsRegions == true)
      let regions = RegionRig(bytes)
      // Downwards, the rows follow those of the previous region; upwards, each region begins anew.
      for y in Array(0..<Self.height) + (0..<Self.height).reversed() {
        let rows = min(1 + (y * 5 + stripRows) % 7, Self.height - y)
        let part = PixelRect(x: 3, y: y, width: Self.width - 5, height: rows)
        let got = try #require(regions.part(whole.size, part))
        #expect(got.differs(from: whole, at: part) == nil, "strips of \(stripRows), row \(y)")
      }
    }
  }

  @Test func `planes in packed strips have all rows of every region`() throws {
    let planes = (0..<3).flatMap { plane in
      (0..<Self.width * Self.height).map { Self.noise[$0 * 3 + plane] }
    }
    let plane = Self.width * Self.height
    for stripRows in 1...Self.height {
      var writer = TIFFWriter(Self.width, Self.height, samples: 3, photometric: 2)
      writer.tags[259] = .shorts([TIFFWriter.Packing.packBits.rawValue])
      writer.tags[278] = .longs([stripRows])
      writer.tags[284] = .shorts([2])
      let bytes = writer.bytes(
        (0..<3).flatMap { index in
          stride(from: 0, to: Self.height, by: stripRows).map { top in
            let rows = min(stripRows, Self.height - top)
            let first = index * plane + top * Self.width
            return TIFFWriter.pack(
              Array(planes[first..<first + rows * Self.width]), .packBits, width: Self.width,
              rows: rows)
          }
        })
      let whole = try #require(DecodedPicture.decode(bytes).pixels)
      let regions = RegionRig(bytes)
      for y in 0..<Self.height {
        let part = PixelRect(x: 0, y: y, width: Self.width, height: min(4, Self.height - y))
        let got = try #require(regions.part(whole.size, part))
        #expect(got.differs(from: whole, at: part) == nil, "strips of \(stripRows), row \(y)")
      }
    }
  }

  @Test func `a reduced region may begin inside a strip`() throws {
    let bytes = TIFFWriter.packed(Self.noise, Self.width, Self.height, stripRows: 5, .lzw)
    let regions = RegionRig(bytes)
    let half = PixelSize(width: 12, height: 11)
    let all = PixelRect(x: 0, y: 0, width: 12, height: 11)
    let whole = try #require(regions.part(half, all))
    for y in 0..<half.height {
      let part = PixelRect(x: 0, y: y, width: 12, height: half.height - y)
      let got = try #require(regions.part(half, part))
      #expect(got.differs(from: whole, at: part) == nil, "row \(y)")
    }
  }

  @Test func `a damaged strip loses only its own rows`() throws {
    var bytes = TIFFWriter.packed(Self.noise, Self.width, Self.height, stripRows: 7, .deflate)
    let clean = try #require(DecodedPicture.decode(bytes).pixels)
    // The second of three strips begins a third of the way into the data.
    let middle = bytes.count - Self.noise.count / 2
    for i in middle..<middle + 40 { bytes[i] = 0 }
    let regions = RegionRig(bytes)
    let part = PixelRect(x: 0, y: 16, width: Self.width, height: 5)
    let got = try #require(regions.part(clean.size, part))
    #expect(got.differs(from: clean, at: part) == nil)
  }
}

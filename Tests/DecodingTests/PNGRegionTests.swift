import CLinux
import DecoderWire
import Geometry
import Pixels
import Resampling
import TestSupport
import Testing

@testable import DecodeJobs
@testable import Decoding
@testable import DecodingSupport
@testable import PNGDecoding

/// Regions of PNGs, decoded from restart points within the stream.
@Suite(.tags(.seeded), .enabled(if: ZlibStream.isHere, "no zlib")) struct PNGRegionTests {
  /// A reader of regions of one picture in any order.
  private final class Reader {
    private let bytes: [UInt8]
    private let memory: UnsafeMutableRawBufferPointer
    let regions: PNGRegionReader

    init(_ bytes: [UInt8], minBytesBetweenCheckpoints: Int = 1, bandRows: Int = 16) throws {
      self.bytes = bytes
      memory = .allocate(byteCount: bytes.count, alignment: 16)
      memory.copyBytes(from: bytes)
      let request = DecodeRequest(id: 1, kind: .region, target: .zero)
      let job = DecodeJob(
        request: request, bytes: PictureBytes(raw: UnsafeRawBufferPointer(memory)),
        memoryDescriptor: -1)
      regions = try PNGRegionReader(
        job, minBytesBetweenCheckpoints: minBytesBetweenCheckpoints, bandRows: bandRows)
    }

    deinit { memory.deallocate() }

    func part(_ whole: PixelSize, _ x: Int, _ y: Int, _ size: PixelSize) throws -> Bitmap {
      var failure: DecodeFailure?
      let bitmap = Bitmap(size: size, isOpaque: false) { memory, stride in
        guard let base = memory.baseAddress else { return }
        do throws(DecodeFailure) {
          try regions.read(
            RegionRequest(whole: whole, x: x, y: y),
            into: PixelBuffer(size: size, stride: stride, bytes: base), cmyk: nil)
        } catch { failure = error }
      }
      if let failure { throw failure }
      return bitmap
    }
  }

  /// The whole picture reduced by 2^level, upright.
  static func reduced(_ upright: Bitmap, _ level: Int) -> Bitmap {
    let blocks = BoxReduction(upright.size, across: 1 << level, down: 1 << level)
    return Bitmap(size: blocks.size, isOpaque: upright.isOpaque) { memory, stride in
      guard let base = memory.baseAddress else { return }
      blocks.run(
        PixelView(upright), into: PixelBuffer(size: blocks.size, stride: stride, bytes: base))
    }
  }

  private static func crop(_ bitmap: Bitmap, _ x: Int, _ y: Int, _ size: PixelSize) -> Bitmap {
    Bitmap(size: size, isOpaque: bitmap.isOpaque) { memory, stride in
      for row in 0..<size.height {
        let from = UnsafeRawBufferPointer(
          start: bitmap.bytes + (y + row) * bitmap.stride + x * 4, count: size.width * 4)
        UnsafeMutableRawBufferPointer(rebasing: memory[(row * stride)...]).copyMemory(from: from)
      }
    }
  }

  /// - Parameter tolerance: the maximum difference of a channel. Halves of an even width are
  ///   rounded differently from those of an odd one, and a rotated picture is halved beside its
  ///   short block.
  private func check(
    _ reader: Reader, _ whole: Bitmap, parts: Int, tolerance: Int = 0,
    _ chance: inout SeededGenerator
  ) throws {
    for _ in 0..<parts {
      let x = Int.random(in: 0..<whole.size.width, using: &chance)
      let y = Int.random(in: 0..<whole.size.height, using: &chance)
      let size = PixelSize(
        width: Int.random(in: 1...min(80, whole.size.width - x), using: &chance),
        height: Int.random(in: 1...min(80, whole.size.height - y), using: &chance))
      let got = try reader.part(whole.size, x, y, size)
      let want = Self.crop(whole, x, y, size)
      #expect(got.differences(from: want, tolerance: tolerance) == 0, "\(x),\(y) \(size)")
    }
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `a region equals the same area of the whole picture at any level and orientation`(
    seed: UInt64
  ) throws {
    var chance = SeededGenerator(seed: seed)
    let picture = RandomPNG(&chance)
    let reader = try Reader(picture.bytes)
    #expect(reader.regions.info.supportsRegions)
    let upright = picture.upright
    for level in 0...5 {
      let tolerance = level > 0 && picture.orientation != .up ? 1 : 0
      try check(
        reader, Self.reduced(upright, level), parts: 3, tolerance: tolerance, &chance)
    }
  }

  @Test func `a level that is made in two steps is the mean of the same pixels`() throws {
    var chance = SeededGenerator(seed: 31)
    let size = PixelSize(width: 256, height: 128)
    for orientation in [Orientation.up, .left, .down] {
      let picture = RandomPNG(&chance, size: size, orientation: orientation)
      let reader = try Reader(picture.bytes)
      for level in 6...7 {
        try check(
          reader, Self.reduced(picture.upright, level), parts: 3, tolerance: 1, &chance)
      }
    }
  }

  @Test(arguments: [Orientation.up, .right, .downMirrored])
  func `regions in any order are decoded from checkpoints within the file`(
    orientation: Orientation
  ) throws {
    var chance = SeededGenerator(seed: 10 + UInt64(orientation.rawValue))
    // The picture has 1.3 MB of rows: five chunks, and a second thread on the way down.
    let picture = RandomPNG(
      &chance, kind: 6, size: PixelSize(width: 560, height: 600), orientation: orientation)
    let reader = try Reader(picture.bytes)
    let upright = picture.upright
    let before = reader.regions.heldByteCount
    try check(reader, upright, parts: 30, &chance)
    #expect(reader.regions.heldByteCount > before)
    try check(reader, Self.reduced(upright, 2), parts: 8, tolerance: 1, &chance)
  }

  @Test(arguments: [PixelSize(width: 70_000, height: 50), PixelSize(width: 50, height: 70_000)])
  func `a picture much wider or higher than a screen has regions`(size: PixelSize) throws {
    var chance = SeededGenerator(seed: 5)
    let picture = RandomPNG(&chance, size: size, orientation: .up)
    let reader = try Reader(
      picture.bytes, minBytesBetweenCheckpoints: PNGRegionReader.minBytesBetweenCheckpoints,
      bandRows: 256)
    let upright = picture.upright
    for level in [0, 3, 5] {
      try check(reader, Self.reduced(upright, level), parts: 4, &chance)
    }
  }

  @Test func `rows missing from a truncated or damaged file are transparent`() throws {
    var chance = SeededGenerator(seed: 21)
    for _ in 0..<150 {
      let picture = RandomPNG(&chance)
      var bytes = picture.bytes
      if Bool.random(using: &chance) {
        bytes.removeLast(Int.random(in: 1..<bytes.count - 33, using: &chance))
      } else {
        bytes[Int.random(in: 33..<bytes.count, using: &chance)] &+= 1
      }
      guard let reader = try? Reader(bytes, bandRows: 7) else { continue }
      let size = reader.regions.info.naturalSize
      for level in [0, 2] {
        let whole = RegionPlan.reduced(size, level)
        let all = try reader.part(whole, 0, 0, whole)
        let row = PixelSize(width: whole.width, height: 1)
        let y = Int.random(in: 0..<whole.height, using: &chance)
        let again = try reader.part(whole, 0, y, row)
        #expect(again.differences(from: Self.crop(all, 0, y, row)) == 0)
      }
    }
  }

  @Test func `an interlaced PNG has no regions`() {
    var header = Samples.png(40, 30)
    header[28] = 1
    let interlaced =
      header[..<16] + header[16..<29] + Samples.chunk("IHDR", Array(header[16..<29])).suffix(4)
      + header[33...]
    #expect(throws: DecodeFailure.self) { try Reader(Array(interlaced)) }
    let whole = DecodedPicture.decode(
      Array(interlaced), .region, target: PixelSize(width: 4, height: 4),
      region: RegionRequest(whole: PixelSize(width: 40, height: 30), x: 0, y: 0))
    #expect(whole.failure?.kind == .unsupported)
  }
}

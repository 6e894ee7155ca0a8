import CLinux
import DecoderWire
import Geometry
import Pixels
import Resampling
import TestSupport
import Testing

@testable import Decoding
@testable import DecodingSupport
@testable import JPEGDecoding
@testable import PictureMetadata

@Suite(.tags(.seeded)) struct ParallelJPEGTests {
  private static let samplings: [[(across: Int, down: Int)]] = [
    [(1, 1)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)],
    [(1, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)], [(2, 2), (2, 1), (1, 1)],
  ]

  private static func picture(_ seed: Int, interval: (Int) -> Int) -> (RandomJPEG, [UInt8]) {
    var random = SeededGenerator(seed: UInt64(seed))
    var picture = RandomJPEG(
      width: Int.random(in: 1...300, using: &random),
      height: Int.random(in: 200...500, using: &random), parts: samplings[seed % samplings.count])
    let unit = 8 * (picture.parts.count == 1 ? 1 : picture.parts.map(\.across).max() ?? 1)
    picture.interval = interval((picture.width + unit - 1) / unit)
    if seed % 5 == 1 { picture.transform = 0 }
    return (picture, picture.bytes(&random))
  }

  /// The picture decoded by bands; nil if `bytes` are not suitable for bands.
  private static func decoded(_ bytes: [UInt8], _ size: PixelSize) -> Bitmap? {
    Bitmap.decoded(bytes, size) {
      ParallelJPEG.decode($0, JPEGHeader($0), into: $1, minPixels: 0)
    }
  }

  private static func all(_ size: PixelSize) -> PixelRect {
    PixelRect(x: 0, y: 0, width: size.width, height: size.height)
  }

  @Test(arguments: 0..<28)
  func `bands give the same pixels as sequential decoding`(seed: Int) throws {
    let (picture, bytes) = Self.picture(seed) { [0, 0, $0, 1][seed / 7 % 4] }
    for level in 0...3 {
      let reference = ReferenceJPEG.decode(bytes, picture, level)
      let whole = try #require(reference)
      let decoded = Self.decoded(bytes, whole.size)
      let got = try #require(decoded, "seed \(seed), level \(level)")
      #expect(got.differs(from: whole, at: Self.all(whole.size)) == nil, "\(seed), \(level)")
    }
  }

  @Test(arguments: 0..<28)
  func `scaling band by band equals scaling the whole picture`(seed: Int) throws {
    let (picture, bytes) = Self.picture(seed) { [0, 0, $0, 1][seed / 7 % 4] }
    var random = SeededGenerator(seed: UInt64(seed))
    for level in 0...3 {
      let reference = ReferenceJPEG.decode(bytes, picture, level)
      let whole = try #require(reference)
      let orientation = try #require(Orientation.allCases.randomElement(using: &random))
      let share = Double.random(in: 0.26...1, using: &random)
      let size = whole.size(turned: orientation, share: share)
      let expected = Bitmap(size: size, isOpaque: true) { memory, stride in
        guard let base = memory.baseAddress else { return }
        ResamplePlan(source: whole.size, to: size, orientation: orientation).run(
          PixelView(whole), into: PixelBuffer(size: size, stride: stride, bytes: base))
      }
      let decoded = Bitmap.decoded(bytes, size) {
        ParallelJPEG.decode(
          $0, JPEGHeader($0), reduced: whole.size, orientation: orientation, into: $1,
          minPixels: 0)
      }
      let got = try #require(decoded, "seed \(seed), level \(level)")
      #expect(got.differs(from: expected, at: Self.all(size)) == nil, "\(seed), \(level)")
    }
  }

  @Test(arguments: 0..<14)
  func `the scan position of the remaining rows is found without decoding the rows before`(
    seed: Int
  ) throws {
    let (picture, bytes) = Self.picture(seed) { _ in 0 }
    let size = PixelSize(width: picture.width, height: picture.height)
    let reference = ReferenceJPEG.decode(bytes, picture, 0)
    let whole = try #require(reference)
    try bytes.withUnsafeBytes { raw in
      let file = PictureBytes(raw: raw)
      let parsed = JPEGScan(file)
      let scan = try #require(parsed)
      let margin = scan.hasSubsampledChroma ? 1 : 0
      let bands = try #require(JPEGBands(scan, file, height: 4, margin: margin))
      var rows: [Range<Int>] = []
      let finding = bands.findBands(while: { $0 > 3 }) { rows.append($0.rows) }
      guard case .remainder(let rest) = finding else {
        Issue.record("all of it was walked over")
        return
      }
      #expect(rows.count == bands.topRows.count - 3)
      #expect(rows.last?.upperBound == rest.rows.lowerBound)
      #expect(rest.rows.upperBound == scan.sizeInMCUs.height)
      var writer = JPEGBitWriter(capacity: 1 << 16)
      #expect(bands.write(rest, to: &writer))
      let top = rest.rows.lowerBound * scan.mcuSize.height
      let first = rest.decodedRows.lowerBound * scan.mcuSize.height
      let part = PixelSize(width: size.width, height: size.height - first)
      let decoded = Bitmap(size: part, isOpaque: true) { memory, stride in
        guard let base = memory.baseAddress else { return }
        // A byte of fill bits may be left over, about which libjpeg warns.
        let outcome = try? TurboJPEG().decode(
          writer.bytes, size: part, isCMYK: false, into: base, stride: stride)
        guard case .warned(let message) = outcome else { return }
        #expect(message.contains("extraneous bytes before marker 0xd9"))
      }
      for y in top..<size.height {
        let ours = UnsafeRawBufferPointer(
          start: decoded.bytes + (y - first) * decoded.stride, count: size.width * 4)
        let theirs = UnsafeRawBufferPointer(
          start: whole.bytes + y * whole.stride, count: size.width * 4)
        #expect(ours.elementsEqual(theirs), "row \(y) of seed \(seed)")
      }
    }
  }

  @Test func `restart markers that do not begin a row of blocks are not used`() {
    let (picture, bytes) = Self.picture(8) { $0 * 1000 + 1 }
    let size = PixelSize(width: picture.width, height: picture.height)
    #expect(Self.decoded(bytes, size) == nil)
    #expect(DecodedPicture.decode(bytes).pixels?.size == size)
  }

  @Test func `a JPEG with restart markers out of order is left to libjpeg`() throws {
    let (picture, sound) = Self.picture(8) { $0 }
    let size = PixelSize(width: picture.width, height: picture.height)
    #expect(Self.decoded(sound, size) != nil)
    let markers = sound.indices.dropLast().filter {
      sound[$0] == 0xFF && (0xD0...0xD7).contains(sound[$0 + 1])
    }
    let second = try #require(markers.dropFirst().first)
    var wrong = sound
    for marker: UInt8 in [0xD5, 0x57, 0xD9, 0xFF] {
      wrong[second + 1] = marker
      #expect(Self.decoded(wrong, size) == nil, "\(marker)")
    }
  }

  @Test(arguments: 0..<30)
  func `a truncated or damaged JPEG is left to libjpeg`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (picture, sound) = Self.picture(seed) { seed % 2 == 0 ? $0 : 0 }
    let size = PixelSize(width: picture.width, height: picture.height)
    var cut = sound
    cut.removeLast(Int.random(in: 1..<cut.count / 2, using: &random))
    #expect(Self.decoded(cut, size) == nil)
    // A damaged picture may still be decodable; its pixels are then those of libjpeg.
    var wrong = sound
    wrong[Int.random(in: wrong.count / 2..<wrong.count, using: &random)] ^= 0x55
    guard let got = Self.decoded(wrong, size),
      let whole = ReferenceJPEG.decode(wrong, picture, 0)
    else { return }
    #expect(got.differs(from: whole, at: Self.all(size)) == nil)
  }

  @Test func `garbage after the picture changes nothing`() throws {
    let (picture, bytes) = Self.picture(3) { _ in 0 }
    let reference = ReferenceJPEG.decode(bytes, picture, 1)
    let whole = try #require(reference)
    let decoded = Self.decoded(bytes + [1, 2, 3, 0xFF, 0xD9], whole.size)
    let got = try #require(decoded)
    #expect(got.differs(from: whole, at: Self.all(whole.size)) == nil)
  }
}

extension Bitmap {
  /// The size of the upright bitmap, reduced to `share`; at least one pixel.
  func size(turned orientation: Orientation, share: Double) -> PixelSize {
    let upright = orientation.swapsAxes ? size.transposed : size
    return PixelSize(
      width: Int((Double(upright.width) * share).rounded(.up)),
      height: Int((Double(upright.height) * share).rounded(.up)))
  }

  /// The result of `decode` for `bytes`; nil if it returns false.
  static func decoded(
    _ bytes: [UInt8], _ size: PixelSize, by decode: (PictureBytes, PixelBuffer) -> Bool
  ) -> Bitmap? {
    bytes.withUnsafeBytes { raw -> Bitmap? in
      var isDone = false
      let bitmap = Bitmap(size: size, isOpaque: true) { memory, stride in
        guard let base = memory.baseAddress else { return }
        isDone = decode(
          PictureBytes(raw: raw), PixelBuffer(size: size, stride: stride, bytes: base))
      }
      return isDone ? bitmap : nil
    }
  }
}

@Suite(.tags(.seeded)) struct JPEGDCPreviewTests {
  @Test(arguments: [
    [(1, 1)], [(1, 1), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)],
  ])
  func `the luma of the eighth-scale decoder equals libjpeg's`(parts: [(Int, Int)]) throws {
    var random = SeededGenerator(seed: 5)
    var picture = RandomJPEG(
      width: 333, height: 257, parts: parts.map { (across: $0.0, down: $0.1) })
    for interval in [0, 7] {
      picture.interval = interval
      let bytes = picture.bytes(&random)
      let reference = ReferenceJPEG.decode(bytes, picture, 3)
      let whole = try #require(reference)
      let got = bytes.withUnsafeBytes { raw in
        Bitmap(size: whole.size, isOpaque: true) { memory, stride in
          guard let base = memory.baseAddress else { return }
          let preview = JPEGDCPreview(PictureBytes(raw: raw))
          let buffer = PixelBuffer(size: whole.size, stride: stride, bytes: base)
          #expect(preview?.size == whole.size && preview?.write(into: buffer) == true)
        }
      }
      // Without subsampling the whole picture is equal.
      let isFull = parts.allSatisfy { $0 == (1, 1) }
      let all = PixelRect(x: 0, y: 0, width: whole.size.width, height: whole.size.height)
      if isFull { #expect(got.differs(from: whole, at: all) == nil) }
    }
  }

  @Test func `a large photo and its preview look alike`() throws {
    let bytes = Samples.jpeg(6000, 4000)
    let preview = DecodedPicture.decode(bytes, .preview)
    #expect(preview.pixels?.size == PixelSize(width: 750, height: 500))
    #expect(preview.showsCorners(.up))
  }
}

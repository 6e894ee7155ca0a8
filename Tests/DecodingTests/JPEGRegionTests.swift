import CJPEG
import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import Resampling
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct JPEGRegionTests {
  private static let samplings: [[(across: Int, down: Int)]] = [
    [(1, 1)], [(2, 2)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)],
    [(2, 2), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)],
    [(1, 1), (1, 1), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1), (2, 2)],
  ]

  private static func picture(_ seed: Int) -> (RandomJPEG, [UInt8]) {
    var random = SeededGenerator(seed: UInt64(seed))
    let parts = samplings[seed % samplings.count]
    var picture = RandomJPEG(
      width: Int.random(in: 1...700, using: &random),
      height: Int.random(in: 1...300, using: &random), parts: parts)
    picture.interval = seed % 3 == 0 ? Int.random(in: 1...90, using: &random) : 0
    picture.orientation = Orientation.allCases[seed / 2 % 8]
    if seed % 4 == 1 { picture.transform = parts.count == 4 ? 2 : 0 }
    return (picture, picture.bytes(&random))
  }

  @Test(arguments: 0..<36)
  func `every region equals the same area of the whole picture at its level`(seed: Int) throws {
    let (picture, bytes) = Self.picture(seed)
    var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
    let regions = RegionRig(bytes)
    for level in 0...4 {
      let reference = ReferenceJPEG.decode(bytes, picture, level)
      let whole = try #require(reference)
      for _ in 0..<6 {
        let part = Self.part(of: whole.size, &random)
        let got = try #require(regions.part(whole.size, part), "\(level) \(part)")
        #expect(
          got.differs(from: whole, at: part, by: level > 3 ? 1 : 0) == nil,
          "seed \(seed), level \(level), \(part)")
      }
    }
  }

  private static func part(of size: PixelSize, _ random: inout SeededGenerator) -> PixelRect {
    let x = Int.random(in: 0..<size.width, using: &random)
    let y = Int.random(in: 0..<size.height, using: &random)
    return PixelRect(
      x: x, y: y, width: Int.random(in: 1...size.width - x, using: &random),
      height: Int.random(in: 1...size.height - y, using: &random))
  }

  @Test func `a progressive picture has regions`() throws {
    let bytes = Samples.jpeg(600, 400, orientation: .right, progressive: true)
    let whole = try #require(DecodedPicture.decode(bytes).pixels)
    let part = PixelRect(x: 100, y: 150, width: 250, height: 300)
    let got = try #require(RegionRig(bytes).part(whole.size, part))
    #expect(got.differs(from: whole, at: part) == nil)
  }

  @Test(arguments: [(40, 65_500), (65_500, 24), (24, 65_535), (65_535, 24)])
  func `a picture of the maximum side length has regions`(width: Int, height: Int) throws {
    var random = SeededGenerator(seed: 4)
    let picture = RandomJPEG(width: width, height: height, parts: [(2, 2), (1, 1), (1, 1)])
    let regions = RegionRig(picture.bytes(&random))
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    let whole = try #require(regions.part(all.size, all))
    let end = PixelRect(x: width - 20, y: height - 20, width: 20, height: 20)
    let got = try #require(regions.part(all.size, end))
    #expect(got.differs(from: whole, at: end) == nil)
    let decoded = DecodedPicture.decode(regions.bytes).pixels
    let exact = try #require(decoded)
    #expect(exact.size == all.size && exact.differs(from: whole, at: all) == nil)
    // libjpeg itself does not accept larger pictures.
    guard max(width, height) <= 65_500 else { return }
    let half = PixelSize(width: (width + 1) / 2, height: (height + 1) / 2)
    let byLibrary = ReferenceJPEG.decode(regions.bytes, picture, 1)
    let reference = try #require(byLibrary)
    let corner = PixelRect(x: half.width - 12, y: half.height - 12, width: 12, height: 12)
    let small = try #require(regions.part(half, corner))
    #expect(small.differs(from: reference, at: corner) == nil)
  }

  @Test func `the missing part of a truncated picture is transparent, the decoded part is opaque`()
    throws
  {
    var random = SeededGenerator(seed: 9)
    let bytes = RandomJPEG(width: 300, height: 400, parts: [(1, 1), (1, 1), (1, 1)]).bytes(&random)
    let size = PixelSize(width: 300, height: 400)
    let whole = PixelRect(x: 0, y: 0, width: 300, height: 400)
    let got = RegionRig(Array(bytes[..<(bytes.count / 2)]))
    let pixels = try #require(got.part(size, whole))
    #expect(!pixels.isOpaque)
    #expect(pixels.pixel(x: 150, y: 100) >> 24 == 255)
    #expect(pixels.pixel(x: 150, y: 300) == 0)
    #expect(got.last?.info?.isTruncated == true)
  }

  @Test(arguments: 0..<40)
  func `garbage gives pixels or an error`(seed: Int) {
    let (picture, sound) = Self.picture(seed)
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = sound
    for _ in 0..<(1 << (seed % 8)) {
      bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    if seed % 2 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
    let stored = PixelSize(width: picture.width, height: picture.height)
    for natural in [stored, stored.transposed] {
      let regions = RegionRig(bytes)
      for level in 0...4 {
        let size = PixelSize(
          width: (natural.width + (1 << level) - 1) >> level,
          height: (natural.height + (1 << level) - 1) >> level)
        let part = Self.part(of: size, &random)
        let got = regions.part(size, part)
        #expect(got?.size == part.size || regions.last?.failure != nil)
      }
    }
  }

  @Test func `a size that is no level and a region outside the picture are refused`() {
    let regions = RegionRig(Samples.jpeg(100, 60))
    let inside = PixelRect(x: 0, y: 0, width: 10, height: 10)
    #expect(regions.part(PixelSize(width: 99, height: 60), inside) == nil)
    #expect(regions.last?.failure?.kind == .unsupported)
    let outside = PixelRect(x: 95, y: 0, width: 10, height: 10)
    #expect(regions.part(PixelSize(width: 100, height: 60), outside) == nil)
    #expect(regions.part(PixelSize(width: 100, height: 60), inside) != nil)
  }

  @Test func `a picture is read from its first file until another file is given`() throws {
    let size = PixelSize(width: 64, height: 64)
    let part = PixelRect(x: 0, y: 0, width: 8, height: 8)
    let regions = RegionRig(Samples.jpeg(gray: 10, 64, 64), picture: 7)
    #expect(regions.part(size, part)?.pixel(x: 0, y: 0) == 0xFF0A_0A0A)
    regions.replaceFile(with: nil)
    #expect(regions.part(size, part)?.pixel(x: 0, y: 0) == 0xFF0A_0A0A)
    regions.replaceFile(with: Samples.jpeg(gray: 200, 64, 64))
    #expect(regions.part(size, part)?.pixel(x: 0, y: 0) == 0xFFC8_C8C8)
  }
}

struct PixelRect: CustomStringConvertible {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  var size: PixelSize { PixelSize(width: width, height: height) }
  var description: String { "\(width) × \(height) at \(x), \(y)" }
}

/// A file whose regions are requested.
final class RegionRig {
  private let sessions = RegionSessions()
  private var file: Int32
  private let picture: UInt64
  private let name: String
  let bytes: [UInt8]
  private(set) var last: DecodedPicture?

  init(_ bytes: [UInt8], picture: UInt64 = 1, name: String = "") {
    file = DecodedPicture.memory(holding: bytes)
    self.bytes = bytes
    self.picture = picture
    self.name = name
  }

  deinit { if file >= 0 { close(file) } }

  func replaceFile(with bytes: [UInt8]?) {
    close(file)
    file = bytes.map { DecodedPicture.memory(holding: $0) } ?? -1
  }

  func part(_ whole: PixelSize, _ part: PixelRect, exposure: Int = 0) -> Bitmap? {
    var request = DecodeRequest(
      id: 1, kind: .region, target: part.size, nameHint: name,
      region: RegionRequest(pictureID: picture, whole: whole, x: part.x, y: part.y))
    request.exposure = exposure
    let (reply, descriptor) = sessions.answer(request, file: file, memoryDescriptor: -1)
    last = DecodedPicture(reply, descriptor: descriptor)
    return last?.pixels
  }
}

/// The whole picture by libjpeg itself.
enum ReferenceJPEG {
  static func decode(_ bytes: [UInt8], _ picture: RandomJPEG, _ level: Int) -> Bitmap? {
    let scale = min(level, 3)
    let size = PixelSize(
      width: (picture.width + (1 << scale) - 1) >> scale,
      height: (picture.height + (1 << scale) - 1) >> scale)
    let inks = picture.parts.count == 4
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    guard let handle = tjInitDecompress() else { return nil }
    defer { tjDestroy(handle) }
    guard
      tjDecompress2(
        handle, bytes, UInt(bytes.count), &pixels, Int32(size.width), 0, Int32(size.height),
        Int32((inks ? TJPF_CMYK : TJPF_BGRA).rawValue), 0) == 0
    else { return nil }
    return pixels.withUnsafeMutableBytes { memory -> Bitmap? in
      guard let base = memory.baseAddress else { return nil }
      if inks {
        let copy = Array(memory)
        PixelConversion.convertToOpaque(
          cmyk: copy, inverted: true, count: copy.count / 4, into: base)
      }
      let view = PixelView(size: size, stride: size.width * 4, bytes: base)
      guard level > scale else { return upright(view, picture.orientation) }
      let reduction = BoxReduction(size, across: 1 << (level - scale), down: 1 << (level - scale))
      let small = Bitmap(size: reduction.size, isOpaque: true) { memory, stride in
        guard let base = memory.baseAddress else { return }
        reduction.run(view, into: PixelBuffer(size: reduction.size, stride: stride, bytes: base))
      }
      return upright(PixelView(small), picture.orientation)
    }
  }

  private static func upright(_ view: PixelView, _ orientation: Orientation) -> Bitmap {
    let size = orientation.swapsAxes ? view.size.transposed : view.size
    return Bitmap(size: size, isOpaque: true) { memory, stride in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let from = orientation.storedPixel(
            x: x, y: y, width: view.size.width, height: view.size.height)
          memory.storeBytes(
            of: (view.bytes + from.y * view.stride + from.x * 4).load(as: UInt32.self),
            toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
  }
}

extension Bitmap {
  /// The first pixel that differs from that of `whole` in `part`, by more than `slack` in a
  /// channel.
  func differs(from whole: Bitmap, at part: PixelRect, by slack: Int = 0) -> String? {
    for y in 0..<size.height {
      for x in 0..<size.width {
        let got = pixel(x: x, y: y)
        let want = whole.pixel(x: x + part.x, y: y + part.y)
        for shift: UInt32 in [0, 8, 16, 24]
        where abs(Int(got >> shift & 0xFF) - Int(want >> shift & 0xFF)) > slack {
          return "\(x), \(y): \(String(got, radix: 16)), not \(String(want, radix: 16))"
        }
      }
    }
    return nil
  }
}

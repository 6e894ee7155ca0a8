import DecoderWire
import Geometry
import Pixels
import Resampling
import TestSupport
import Testing

@testable import Decoding

struct ParallelProgressiveTests {
  @Test(arguments: 0...3)
  func `brightness and colours come together as libjpeg has them`(level: Int) throws {
    let bytes = Samples.jpeg(333, 257, progressive: true)
    let reference = ReferenceJPEG.decode(
      bytes, RandomJPEG(width: 333, height: 257, parts: [(1, 1), (1, 1), (1, 1)]), level)
    let whole = try #require(reference)
    let got = Self.decoded(bytes, whole.size)
    let pixels = try #require(got)
    let all = PixelRect(x: 0, y: 0, width: whole.size.width, height: whole.size.height)
    #expect(pixels.differs(from: whole, at: all) == nil)
  }

  @Test(arguments: Orientation.allCases, [0.24, 0.4, 0.7, 1])
  func `it is turned and scaled as the whole is`(orientation: Orientation, share: Double) throws {
    let bytes = Samples.jpeg(333, 557, progressive: true)
    let reference = ReferenceJPEG.decode(
      bytes, RandomJPEG(width: 333, height: 557, parts: [(1, 1), (1, 1), (1, 1)]), 0)
    let whole = try #require(reference)
    let size = whole.size(turned: orientation, share: share)
    let expected = Bitmap(size: size, isOpaque: true) { memory, stride in
      guard let base = memory.baseAddress else { return }
      let buffer = PixelBuffer(size: size, stride: stride, bytes: base)
      try? ParallelScaling.scale(PixelView(whole), orientation: orientation, to: buffer)
    }
    let decoded = Bitmap.decoded(bytes, size) {
      ParallelProgressive.decode(
        $0, JPEGHeader($0), reduced: whole.size, orientation: orientation, into: $1,
        areas: 1...1_000_000)
    }
    let got = try #require(decoded)
    let all = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    #expect(got.differs(from: expected, at: all) == nil)
  }

  @Test func `pixels that are joined eight at a time are those of one`() {
    var samples: [UInt32] = []
    for red: UInt32 in 0...255 { for blue: UInt32 in 0...255 { samples.append(blue << 8 | red) } }
    for light: UInt8 in [0, 1, 77, 128, 254, 255] {
      let count = samples.count - 3
      var row = samples
      let lights = [UInt8](repeating: light, count: count)
      row.withUnsafeMutableBytes { row in
        lights.withUnsafeBytes { lights in
          guard let base = row.baseAddress, let own = lights.baseAddress else { return }
          YCbCrConversion.join(own, count: count, into: base)
        }
      }
      let wrong = (0..<count).first {
        let (blue, red) = (Int32(samples[$0] >> 8), Int32(samples[$0] & 255))
        return row[$0] != YCbCrConversion.opaque(Int32(light), blue: blue - 128, red: red - 128)
      }
      #expect(wrong == nil)
      #expect(row.suffix(3) == samples.suffix(3))
    }
  }

  @Test func `what is cut or no progressive picture is left to libjpeg`() {
    let size = PixelSize(width: 333, height: 257)
    let bytes = Samples.jpeg(333, 257, progressive: true)
    #expect(Self.decoded(Array(bytes.dropLast(40)), size) == nil)
    #expect(Self.decoded(Samples.jpeg(333, 257), size) == nil)
  }

  @Test func `what lacks detail is left to libjpeg, which smooths it`() throws {
    let bytes = Samples.jpeg(333, 257, progressive: true)
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    let last = try #require(scans.last)
    let size = PixelSize(width: 333, height: 257)
    #expect(Self.decoded(bytes[..<last] + [0xFF, 0xD9], size) == nil)
    #expect(Self.decoded(bytes, size) != nil)
  }

  private static func decoded(_ bytes: [UInt8], _ size: PixelSize) -> Bitmap? {
    Bitmap.decoded(bytes, size) {
      ParallelProgressive.decode($0, JPEGHeader($0), into: $1, areas: 1...1_000_000)
    }
  }
}

import DecoderWire
import Decoding
import Geometry
import Pixels
import Testing

/// Tests of PQ and HLG, which are mapped to the range of a display without highlights: alike in all
/// formats.
struct HDRColorTests: ColorComparing {
  /// The picture of ``HEIFSample`` as a PNG.
  private static func png(_ chunks: [(String, [UInt8])], isGray: Bool = false) -> [UInt8] {
    let size = HEIFSample.size
    var raw: [UInt8] = []
    for y in 0..<size.height {
      raw.append(0)
      for x in 0..<size.width {
        let pixel = isGray ? HEIFSample.gray(x, y) : HEIFSample.color(x, y)
        let shifts: [UInt32] = isGray ? [0] : [16, 8, 0]
        raw += shifts.map { UInt8(pixel >> $0 & 255) }
      }
    }
    var out: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
    out += Samples.chunk(
      "IHDR",
      Samples.big32(size.width) + Samples.big32(size.height) + [8, isGray ? 0 : 2, 0, 0, 0])
    for (name, content) in chunks { out += Samples.chunk(name, content) }
    return out + Samples.chunk("IDAT", Samples.stored(raw)) + Samples.chunk("IEND", [])
  }

  @Test(arguments: [16, 18])
  func `the same numbers look the same as PNG, AVIF and JPEG XL`(transfer: Int) throws {
    let png = Self.png([("cICP", [9, UInt8(transfer), 0, 1])])
    let avif = HEIFSample(.av1, [HEIFSample.coded(.av1, primaries: 9, transfer: transfer)])
    let jxl = transfer == 16 ? TaggedXL.perceptualQuantizer : TaggedXL.hybridLogGamma
    let profile = Self.png([
      TaggedSamples.profileChunk(
        TestProfile.displayP3.bytes(with: ("cicp", [9, UInt8(transfer), 0, 1])))
    ])
    let want = try #require(decode(png).pixels)
    for (name, bytes) in [("AVIF", avif.bytes), ("JPEG XL", jxl), ("ICC profile", profile)] {
      let got = try #require(decode(bytes).pixels, "\(name)")
      var most = 0
      for y in 0..<want.size.height {
        for x in 0..<want.size.width {
          most = max(most, got.pixel(x: x, y: y).distance(from: want.pixel(x: x, y: y)))
        }
      }
      #expect(most <= 1, "\(name)")
      #expect(decode(bytes, .untouched).pixels?.pixel(x: 40, y: 1) == HEIFSample.color(40, 1))
    }
    #expect(decode(jxl).info?.profile == decode(png).info?.profile)
  }

  @Test func `a gray JPEG XL in PQ is as light as the PNG`() throws {
    let want = try #require(decode(Self.png([("cICP", [1, 16, 0, 1])], isGray: true)).pixels)
    let got = try #require(decode(TaggedXL.grayPerceptualQuantizer).pixels)
    #expect(got.differences(from: want, tolerance: 1) == 0)
  }

  @Test func `a profile's numbers count only for PQ and HLG`() {
    let bytes = TestProfile.swapped.bytes(with: ("cicp", [12, 13, 0, 1]))
    let png = TaggedSamples.png([TaggedSamples.profileChunk(bytes)])
    #expect(error(png) { TestProfile.swapped.converted($0) }.map { $0 <= 1 } == true)
  }

  // MARK: Narrow range

  @Test func `a PNG may have limited-range samples`() throws {
    for (depth, kind) in [(8, [1, 13]), (16, [1, 13]), (8, [12, 13])] as [(Int, [UInt8])] {
      let full = TaggedSamples.grayPNG(depth: depth, [("cICP", kind + [0, 1])])
      let narrow = TaggedSamples.grayPNG(depth: depth, [("cICP", kind + [0, 0])])
      let all = try #require(decode(full).pixels)
      let got = try #require(decode(narrow).pixels)
      for x in 0..<TaggedSamples.width {
        let level = Int(all.pixel(x: x, y: 0) & 255)
        let want = min(255, max(0, Int((Double(level - 16) * 255 / 219).rounded())))
        #expect(abs(Int(got.pixel(x: x, y: 0) & 255) - want) <= 1, "\(level)")
      }
    }
  }

  // MARK: Animations

  @Test(arguments: [TaggedXL.rotatedFrames, TaggedXL.lossyFrames])
  func `an animated JPEG XL keeps its colours while it plays`(bytes: [UInt8]) throws {
    let still = try #require(decode(bytes).pixels)
    let animation = PlayedAnimation(bytes)
    let first = animation.frames(from: 0, count: 1)
    #expect(first.first?.pixels.first == still.pixel(x: 0, y: 0))
    #expect(animation.info?.profile == decode(bytes).info?.profile)
    let second = animation.frames(from: 1, count: 1)
    // Another round begins at the start of the file.
    #expect(animation.frames(from: 0, count: 1).first?.pixels == first.first?.pixels)
    #expect(animation.frames(from: 1, count: 1).first?.pixels == second.first?.pixels)
  }

  @Test func `the frames of a JPEG XL have the colours of its profile`() throws {
    let animation = PlayedAnimation(TaggedXL.rotatedFrames)
    let frames = animation.all()
    try #require(frames.count == 2)
    for (frame, want) in zip(frames, [0xFF5A_C828, 0xFF3C_1EB4] as [UInt32]) {
      #expect(try #require(frame.pixels.first).distance(from: want) <= 1)
    }
  }
}

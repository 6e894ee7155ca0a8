import DecoderWire
import Pixels
import Testing

@testable import ColorManagement

/// The conversion of samples of 16 bits between colour spaces of tone curves and a matrix: exact,
/// also where a colour outside the target has a dark channel.
struct MatrixConversionTests: ColorComparing {
  private static func png(_ profile: [UInt8]) -> [UInt8] {
    let (name, content) = TaggedSamples.profileChunk(profile)
    let head =
      Samples.big32(WideMixtures.side) + Samples.big32(WideMixtures.side) + [16, 2, 0, 0, 0]
    let rowBytes = WideMixtures.side * 6
    let rows = (0..<WideMixtures.side).flatMap { y -> [UInt8] in
      [0] + Array(WideMixtures.samples[y * rowBytes..<(y + 1) * rowBytes])
    }
    return Array(Samples.pngHead(1, 1).prefix(8)) + Samples.chunk("IHDR", head)
      + Samples.chunk(name, content) + Samples.chunk("IDAT", Samples.stored(rows))
      + Samples.chunk("IEND", [])
  }

  @Test(arguments: [
    TestProfile.adobe, TestProfile.displayP3, TestProfile.proPhoto, TestProfile.broadcast,
  ])
  func `samples of 16 bits are exact in sRGB`(_ profile: TestProfile) {
    for bytes in [WideMixtures.tiff(profile.bytes), Self.png(profile.modernBytes)] {
      #expect(error(bytes) { profile.converted($0) }.map { $0 <= 1 } == true)
    }
  }

  @Test(arguments: [TestProfile.proPhoto, TestProfile.broadcast])
  func `samples of 16 bits are exact in the colours of a display`(_ profile: TestProfile) {
    let target = TestProfile.displayP3
    for display in [target.bytes, target.modernBytes] {
      let largest = error(WideMixtures.tiff(profile.bytes), .display(digest: 3), display: display) {
        profile.converted($0, to: target)
      }
      #expect(largest.map { $0 <= 1 } == true)
    }
  }

  /// A profile of a table with the corners of RGB in Lab, which no matrix describes.
  private static let table: [UInt8] = {
    let linear = (0...UInt8.max).map(\.self)
    var body: [UInt8] = [3, 3, 2, 0]
    for index in 0..<9 { body += index % 4 == 0 ? [0, 1, 0, 0] : [0, 0, 0, 0] }
    body += linear + linear + linear
    for corner in 0..<8 {
      let (red, green, blue) = (corner >> 2 & 1, corner >> 1 & 1, corner & 1)
      body += [UInt8(85 * (red + green + blue))]
      body += [UInt8(128 + 40 * (red - green)), UInt8(128 + 40 * (green - blue))]
    }
    body += linear + linear + linear
    return TestProfile.profile(
      space: "RGB ", connection: "Lab ", [("A2B0", TestProfile.tag("mft1", body))])
  }()

  @Test func `a colour space of a table has no matrix`() throws {
    let library = try #require(LCMSLibrary.shared)
    let target = try #require(library.makeSRGBProfile())
    defer { _ = library.closeProfile(target) }
    for (bytes, isMatrix) in [(TestProfile.proPhoto.bytes, true), (Self.table, false)] {
      let source = try #require(library.openProfile(bytes, UInt32(bytes.count)))
      defer { _ = library.closeProfile(source) }
      #expect((MatrixConversion(library, from: source, to: target) != nil) == isMatrix)
    }
    let got = try #require(decode(WideMixtures.tiff(Self.table)).pixels)
    #expect(got.pixel(x: 0, y: 0).distance(from: 0xFF00_0000) <= 1)
    #expect(
      got.pixel(x: WideMixtures.side - 1, y: WideMixtures.side - 1).distance(from: 0xFFFF_FFFF) <= 1
    )
  }
}

import DecoderWire
import Foundation
import Pixels
import Testing

@testable import ColorManagement

/// The conversion from a colour space that a profile defines by a table: it has the colours of the
/// exact transform of Little CMS, also where a colour outside sRGB has a dark channel.
struct LookupTableConversionTests: ColorComparing {
  /// CIE L*, a* and b* of encoded values of Adobe RGB.
  private static func lab(_ values: [Double]) -> [Double] {
    let lights: [Double] = values.map { pow($0, 2.2) }
    let white: [Double] = [0.9642, 1, 0.8249]
    let scaled: [Double] = (0..<3).map { axis in
      var sum = 0.0
      for channel in 0..<3 { sum += lights[channel] * TestProfile.adobe.columns[channel][axis] }
      let share = sum / white[axis]
      return share > 216.0 / 24389 ? cbrt(share) : share * 841 / 108 + 4.0 / 29
    }
    return [
      116 * scaled[1] - 16, 500 * (scaled[0] - scaled[1]), 200 * (scaled[1] - scaled[2]),
    ]
  }

  private static func big16(_ value: Double) -> [UInt8] {
    let number = UInt16(min(65535, max(0, value.rounded())))
    return [UInt8(number >> 8), UInt8(number & 255)]
  }

  /// A profile of a table with `steps` colours along an edge, in Lab with 16 bits.
  ///
  /// - Parameter isSteep: whether the curve in front of the table makes encoded values of linear
  ///   light, as in profiles of scanners.
  private static func profile(steps: Int, isSteep: Bool) -> [UInt8] {
    let points = 256
    var body: [UInt8] = [3, 3, UInt8(steps), 0]
    for index in 0..<9 { body += index % 4 == 0 ? [0, 1, 0, 0] : [0, 0, 0, 0] }
    body += [UInt8(points >> 8), UInt8(points & 255), 0, 2]
    for _ in 0..<3 {
      for point in 0..<points {
        let value = Double(point) / Double(points - 1)
        body += big16((isSteep ? pow(value, 1 / 2.2) : value) * 65535)
      }
    }
    let last = Double(steps - 1)
    for red in 0..<steps {
      for green in 0..<steps {
        for blue in 0..<steps {
          let color = lab([Double(red) / last, Double(green) / last, Double(blue) / last])
          body += big16(color[0] * 652.8)
          body += big16((color[1] + 128) * 256)
          body += big16((color[2] + 128) * 256)
        }
      }
    }
    for _ in 0..<3 { body += [0, 0, 255, 255] }
    return TestProfile.profile(
      space: "RGB ", connection: "Lab ", [("A2B0", TestProfile.tag("mft2", body))])
  }

  @Test(arguments: [17, 33], [false, true])
  func `samples of 16 bits have the colours of the exact transform`(
    steps: Int, isSteep: Bool
  ) throws {
    let profile = Self.profile(steps: steps, isSteep: isSteep)
    let exact = try #require(ExactTransform(profile))
    let most = error(WideMixtures.tiff(profile)) { exact.converted($0) }
    #expect(most.map { $0 <= 2 } == true)
  }

  @Test(arguments: [17, 33], [false, true])
  func `samples of eight bits have the colours of the exact transform`(
    steps: Int, isSteep: Bool
  ) throws {
    let profile = Self.profile(steps: steps, isSteep: isSteep)
    let exact = try #require(ExactTransform(profile))
    let most = error(WideMixtures.tiff(profile, isWide: false)) { exact.converted($0) }
    #expect(most.map { $0 <= 2 } == true)
  }

  @Test func `a table is interpolated only into tone curves and a matrix`() throws {
    let library = try #require(LCMSLibrary.shared)
    let bytes = Self.profile(steps: 9, isSteep: false)
    let source = try #require(library.openProfile(bytes, UInt32(bytes.count)))
    defer { _ = library.closeProfile(source) }
    let target = try #require(library.makeSRGBProfile())
    defer { _ = library.closeProfile(target) }
    #expect(LookupTableConversion.make(library, from: source, to: target) != nil)
    // The profile has no table for the way back.
    #expect(LookupTableConversion.make(library, from: target, to: source) == nil)
  }
}

/// The transform of a profile to sRGB by Little CMS that evaluates all its stages.
private final class ExactTransform {
  private let library: LCMSLibrary
  private let transform: LCMSLibrary.Object

  init?(_ profile: [UInt8]) {
    guard let library = LCMSLibrary.shared,
      let source = library.openProfile(profile, UInt32(profile.count))
    else { return nil }
    defer { _ = library.closeProfile(source) }
    guard let target = library.makeSRGBProfile() else { return nil }
    defer { _ = library.closeProfile(target) }
    // BGRA of 16 bits to BGRA of 8 bits, by perception, without cache and without optimization.
    guard
      let transform = library.makeTransform(source, 0x4449A, target, 0x44499, 0, 0x0140)
    else { return nil }
    self.library = library
    self.transform = transform
  }

  deinit { library.deleteTransform(transform) }

  /// The sRGB pixel of a pixel of the profile; its alpha is kept.
  func converted(_ pixel: UInt32) -> UInt32 {
    let shifts: [UInt32] = [0, 8, 16, 24]
    let samples: [UInt16] = shifts.map { UInt16(pixel >> $0 & 255) * 257 }
    var result: UInt32 = 0
    library.applyTransform(transform, samples, &result, 1)
    return result & 0x00FF_FFFF | pixel & 0xFF00_0000
  }
}

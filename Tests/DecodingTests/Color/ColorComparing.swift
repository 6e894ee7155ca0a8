import CLinux
import ColorManagement
import DecoderWire
import Decoding
import Pixels

/// The comparison of decoded pictures with the expected colours.
protocol ColorComparing {}

extension ColorComparing {
  /// Whole pixels in the colours of `target`.
  func decode(
    _ bytes: [UInt8], _ color: ColorTarget = .standard, display: [UInt8]? = nil,
    _ kind: DecodeRequest.Kind = .exact, target: PixelSize = .zero,
    conversions: ColorConversionCache = ColorConversionCache()
  ) -> DecodedPicture {
    let file = DecodedPicture.memory(holding: bytes)
    let profile = display.map(DecodedPicture.memory) ?? -1
    defer {
      close(file)
      if profile >= 0 { close(profile) }
    }
    var request = DecodeRequest(id: 5, kind: kind, target: target)
    request.color = color
    let (reply, descriptor) = PictureDecoder.decode(
      request, file: file, profile: profile, conversions: conversions)
    return DecodedPicture(reply, descriptor: descriptor)
  }

  /// The largest difference of a channel between the pixels decoded in `color` and the pixels of
  /// the file converted by `expected`; nil when the file cannot be decoded.
  func error(
    _ bytes: [UInt8], _ color: ColorTarget = .standard, display: [UInt8]? = nil,
    _ expected: (UInt32) -> UInt32
  ) -> Int? {
    guard let own = decode(bytes, .untouched).pixels,
      let got = decode(bytes, color, display: display).pixels, own.size == got.size
    else { return nil }
    var most = 0
    for y in 0..<own.size.height {
      for x in 0..<own.size.width {
        most = max(most, got.pixel(x: x, y: y).distance(from: expected(own.pixel(x: x, y: y))))
      }
    }
    return most
  }

  /// A gamma that is exact in the 8 fraction bits of a `u8Fixed8Number`.
  static var power: Double { 461.0 / 256 }
}

extension UInt32 {
  /// The largest difference of a channel.
  func distance(from other: UInt32) -> Int {
    [0, 8, 16, 24].map { abs(Int(self >> $0 & 255) - Int(other >> $0 & 255)) }.max() ?? 0
  }
}

extension Bitmap {
  /// The mean difference from `other`; nil without a picture of the same size.
  func meanDifference(from other: Bitmap?) -> Double? {
    guard let other, other.size == size else { return nil }
    var sum = 0
    for y in 0..<size.height {
      for x in 0..<size.width { sum += pixel(x: x, y: y).distance(from: other.pixel(x: x, y: y)) }
    }
    return Double(sum) / Double(size.width * size.height)
  }
}

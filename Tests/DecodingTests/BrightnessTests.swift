import DecoderWire
import Geometry
import Pixels
import Testing

/// One picture in several formats, reduced to several sizes.
struct BrightnessTests {
  private static let size = PixelSize(width: 480, height: 320)
  /// The sizes to which the formats reduce in different ways: by whole blocks, by scaled
  /// transforms, and by both with a filter after them.
  private static let widths = [360, 240, 192, 120, 96, 60]

  /// A BMP of a checkerboard with fields of `field` × `field` pixels.
  private static func checkerboard(field: Int) -> [UInt8] {
    let rows = (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x -> [UInt8] in
        let level: UInt8 = (x / field + y / field).isMultiple(of: 2) ? 0 : 255
        return [level, level, level]
      }
    }
    let head =
      Array("BM".utf8) + Samples.little32(54 + rows.count) + Samples.little32(0)
      + Samples.little32(54) + Samples.little32(40) + Samples.little32(size.width)
      + Samples.little32(size.height) + Samples.little16(1) + Samples.little16(24)
      + [UInt8](repeating: 0, count: 24)
    return head + rows
  }

  /// The mean of the green channel, without a margin.
  private static func level(_ bitmap: Bitmap) -> Double {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    var (sum, count) = (0.0, 0.0)
    for y in height / 8..<height - height / 8 {
      for x in width / 8..<width - width / 8 {
        sum += Double(bitmap.pixel(x: x, y: y) >> 8 & 0xFF)
        count += 1
      }
    }
    return sum / count
  }

  @Test(arguments: [1, 2, 3])
  func `a fine pattern is equally bright in every format and at every size`(field: Int) throws {
    let source = Self.checkerboard(field: field)
    var files = [("BMP", source)]
    for format in EncodeRequest.Format.allCases {
      var encoding = EncodeRequest(format)
      encoding.quality = 95
      files.append(("\(format)", try EncodingTests().export(source, encoding).bytes))
    }
    for (name, bytes) in files {
      for width in Self.widths {
        let target = PixelSize(width: width, height: width * 2 / 3)
        let exact = DecodedPicture.decode(bytes, .exact, target: target).pixels
        #expect(abs(try Self.level(#require(exact)) - 127.5) < 2.5, "\(name) at \(width)")
      }
      let thumbnail = DecodedPicture.decode(
        bytes, .thumbnail, target: PixelSize(width: 60, height: 40), least: 1
      ).pixels
      #expect(abs(try Self.level(#require(thumbnail)) - 127.5) < 2.5, "thumbnail of \(name)")
    }
  }
}

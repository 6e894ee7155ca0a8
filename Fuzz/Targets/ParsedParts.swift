import ColorManagement
import DecoderWire
import DecodingSupport
import PictureMetadata
import VectorDecoding

/// The functions of the checks of SVG files that targets and tests call.
enum VectorReading {
  /// Whether the bytes are an SVG whose embedded pictures stay within their share, a fourth, of a
  /// limit of `pixels` pixels; nil when the bytes are no SVG.
  static func isWithin(_ pixels: Int, _ bytes: UnsafeRawBufferPointer) -> Bool? {
    let file = PictureBytes(raw: bytes)
    guard FormatSniffer.format(of: file, name: "") == .svg, let text = try? SVGText(file) else {
      return nil
    }
    return (try? EmbeddedPictures(text.bytes).check(DecodeLimits(pixels: pixels))) != nil
  }
}

/// The functions of the reader of colour spaces that targets and tests call.
enum ColorReading {
  /// The name of the colour space of the HEIF or AVIF in `bytes`; "" when the file states none.
  static func nameOfHEIF(_ bytes: UnsafeRawBufferPointer) -> String {
    HEIFColorReader.read(PictureBytes(raw: bytes)).name
  }
}

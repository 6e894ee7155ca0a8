import DecodingSupport
import PNGEncoding
import Pixels
import Resampling

/// The PNG encoder, by the target `PNGEncoding`.
enum PNGEncoder {
  /// The bytes of a PNG file with the given premultiplied BGRA pixels.
  ///
  /// - Source: PNG specification, third edition, 11.3 (iCCP, eXIf, iTXt).
  static func encode(_ pixels: PixelView, isOpaque: Bool, _ extras: PictureExtras) -> [UInt8] {
    let bitmap = Bitmap(
      size: pixels.size, stride: pixels.stride, isOpaque: isOpaque, bytes: pixels.bytes
    ) { _ in }
    let body = PNGBody(bitmap)
    var chunks: [(String, [UInt8])] = []
    if !extras.profile.isEmpty {
      chunks.append(("iCCP", Array("ICC\0\0".utf8) + ZlibStream.make(extras.profile)))
    }
    if !extras.exif.isEmpty { chunks.append(("eXIf", extras.exif)) }
    if !extras.xmp.isEmpty {
      // The text is uncompressed, without a language tag and a translated keyword.
      chunks.append(("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + extras.xmp))
    }
    let head = PNGChunks.head(
      pixels.size, hasAlpha: body.hasAlpha, chunks: chunks, bodyBytes: body.bytes.count)
    let tail = body.bytes.withUnsafeBytes { PNGChunks.tail(body: $0) }
    return head + body.bytes + tail
  }
}

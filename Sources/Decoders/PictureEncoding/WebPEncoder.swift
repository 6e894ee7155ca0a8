import DecoderWire
import DecodingSupport
import Pixels
import Resampling
import RuntimeLibraries

/// The functions of libwebp that encode; the library is loaded for the first WebP file to encode.
struct WebPEncoderLibrary {
  /// Encodes straight BGRA with loss. The arguments are the pixels, width, height, stride in bytes,
  /// quality, and the address at which that of the result is stored, which is freed with ``free``.
  /// It returns the number of bytes, 0 on failure.
  let encode:
    @convention(c) (
      UnsafePointer<UInt8>?, Int32, Int32, Int32, Float,
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    ) -> Int
  /// Encodes straight BGRA without loss. The arguments are those of ``encode`` without the quality.
  let encodeLossless:
    @convention(c) (
      UnsafePointer<UInt8>?, Int32, Int32, Int32,
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    ) -> Int
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// The functions of libwebp, which the first access loads; nil when libwebp is not installed.
  static let shared = try? WebPEncoderLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libwebp.so.7", or: "libwebp.so.6")
    encode = try library.function("WebPEncodeBGRA")
    encodeLossless = try library.function("WebPEncodeLosslessBGRA")
    free = try library.function("WebPFree")
  }
}

/// The WebP encoder, by libwebp.
enum WebPEncoder {
  /// The maximum side of a WebP picture in pixels.
  ///
  /// - Source: RFC 9649, 2.5: 14 bits.
  private static let maxSide = 16_383

  static func encode(
    _ pixels: PixelView, isOpaque: Bool, quality: Int, _ extras: PictureExtras
  ) throws(DecodeFailure) -> [UInt8] {
    let straight = try StraightAlphaPixels(pixels, isOpaque: isOpaque)
    let view = PixelView(size: pixels.size, stride: straight.stride, bytes: straight.bytes)
    return try encode(straight: view, isOpaque: isOpaque, quality: quality, extras)
  }

  /// The bytes of a WebP file with the given straight BGRA pixels; lossless for quality 100.
  ///
  /// - Throws: `.missingLoader` without libwebp, `.tooLarge` for too long a side or without memory.
  static func encode(
    straight pixels: PixelView, isOpaque: Bool, quality: Int, _ extras: PictureExtras
  ) throws(DecodeFailure) -> [UInt8] {
    guard let library = WebPEncoderLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: "WebP", detail: "libwebp7")
    }
    guard max(pixels.size.width, pixels.size.height) <= maxSide else {
      throw DecodeFailure.sideTooLong(.webp, maxSide)
    }
    var result: UnsafeMutablePointer<UInt8>?
    let (width, height) = (Int32(pixels.size.width), Int32(pixels.size.height))
    let start = pixels.bytes.assumingMemoryBound(to: UInt8.self)
    let count =
      quality >= 100
      ? library.encodeLossless(start, width, height, Int32(pixels.stride), &result)
      : library.encode(start, width, height, Int32(pixels.stride), Float(quality), &result)
    defer { library.free(result) }
    guard count > 12, let result else {
      throw DecodeFailure(.tooLarge, format: "WebP", detail: "no memory for the encoder")
    }
    let file = Array(UnsafeBufferPointer(start: result, count: count))
    return extendedFile(file, pixels.size, hasAlpha: !isOpaque, extras)
  }

  /// The WebP file with metadata and an ICC profile added, which require the extended format.
  ///
  /// - Source: RFC 9649, 2.7.
  private static func extendedFile(
    _ file: [UInt8], _ size: PixelSize, hasAlpha: Bool, _ extras: PictureExtras
  ) -> [UInt8] {
    guard !extras.exif.isEmpty || !extras.xmp.isEmpty || !extras.profile.isEmpty else {
      return file
    }
    var flags: UInt8 = hasAlpha ? 0x10 : 0
    if !extras.profile.isEmpty { flags |= 0x20 }
    if !extras.exif.isEmpty { flags |= 0x08 }
    if !extras.xmp.isEmpty { flags |= 0x04 }
    var body = chunk(
      "VP8X",
      [flags, 0, 0, 0] + littleEndian(size.width - 1, 3) + littleEndian(size.height - 1, 3))
    if !extras.profile.isEmpty { body += chunk("ICCP", extras.profile) }
    // In the file of libwebp, a picture with transparency has the extended format already.
    let isExtended = file[12..<16].elementsEqual("VP8X".utf8)
    body += file[(isExtended ? min(file.count, 30) : 12)...]
    if !extras.exif.isEmpty { body += chunk("EXIF", extras.exif) }
    if !extras.xmp.isEmpty { body += chunk("XMP ", extras.xmp) }
    return Array("RIFF".utf8) + littleEndian(body.count + 4, 4) + Array("WEBP".utf8) + body
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let padding: [UInt8] = content.count % 2 == 1 ? [0] : []
    return Array(name.utf8) + littleEndian(content.count, 4) + content + padding
  }
}

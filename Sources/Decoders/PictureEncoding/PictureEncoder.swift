package import DecoderWire
package import DecodingSupport
import HEIFDecoding
import JPEGDecoding
import JXLDecoding
package import Resampling

/// The encoder of pixels into a picture file, in one of the formats to which pictures are exported.
package enum PictureEncoder {
  /// Loads the library of an encoder. A process that is about to be confined calls this first,
  /// because no library can be loaded afterwards.
  package static func loadLibrary(of format: EncodeRequest.Format) {
    switch format {
    case .jpeg, .png: break
    case .webP: _ = WebPEncoderLibrary.shared
    case .jpegXL: JXLEncoder.loadLibrary()
    case .avif: AVIFEncoder.loadLibrary()
    }
  }

  /// The bytes of a picture file with the given pixels.
  ///
  /// - Parameters:
  ///   - pixels: premultiplied BGRA.
  ///   - quality: 1 to 100; see ``EncodeRequest/quality``.
  /// - Throws: `.missingLoader` without the library, `.tooLarge` for a size that the format does
  ///   not permit, `.unsupported` for metadata that do not fit into a JPEG.
  package static func encode(
    _ pixels: PixelView, isOpaque: Bool, as format: EncodeRequest.Format, quality: Int,
    _ extras: PictureExtras
  ) throws(DecodeFailure) -> [UInt8] {
    switch format {
    case .jpeg: try JPEGEncoder.encode(pixels, isOpaque: isOpaque, quality: quality, extras)
    case .png: PNGEncoder.encode(pixels, isOpaque: isOpaque, extras)
    case .webP: try WebPEncoder.encode(pixels, isOpaque: isOpaque, quality: quality, extras)
    case .jpegXL: try JXLEncoder.encode(pixels, isOpaque: isOpaque, quality: quality, extras)
    case .avif: try AVIFEncoder.encode(pixels, isOpaque: isOpaque, quality: quality, extras)
    }
  }

  /// The bytes of a lossless WebP file with the given straight BGRA pixels. libwebp replaces the
  /// colours of fully transparent pixels.
  ///
  /// - Throws: `.missingLoader` without libwebp, `.tooLarge` for too long a side.
  package static func encodeWebP(
    straight pixels: PixelView, _ extras: PictureExtras
  ) throws(DecodeFailure) -> [UInt8] {
    try WebPEncoder.encode(straight: pixels, isOpaque: false, quality: 100, extras)
  }
}

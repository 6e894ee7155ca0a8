package import DecoderWire
package import DecodingSupport
package import Pixels
package import Resampling

/// The pixels of a still WebP picture as BGRA with straight alpha, in stored orientation.
package struct StraightAlphaWebP: ~Copyable {
  package let view: PixelView
  private let memory: PrivateMemory

  /// Decodes a picture whose stored size is `size`.
  ///
  /// - Throws: `.missingLoader` without libwebp, `.tooLarge` when memory cannot be allocated,
  ///   `.damaged` for a file that is no complete WebP of that size.
  package init(_ bytes: PictureBytes, size: PixelSize) throws(DecodeFailure) {
    guard let library = WebPStillLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: "WebP", detail: "libwebp7")
    }
    let stride = size.width * 4
    let rows = try PrivateMemory(byteCount: stride * size.height)
    let raw = bytes.raw.bindMemory(to: UInt8.self)
    // A picture that does not fit into the memory is rejected by libwebp.
    let decoded = library.decodeStraightBGRA(
      raw.baseAddress, raw.count, rows.bytes.assumingMemoryBound(to: UInt8.self), rows.count,
      Int32(stride))
    guard decoded != nil else {
      throw DecodeFailure(.damaged, format: "WebP", detail: "its data cannot be decompressed")
    }
    view = PixelView(size: size, stride: stride, bytes: rows.bytes)
    memory = consume rows
  }
}

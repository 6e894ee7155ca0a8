import PNGEncoding
package import Pixels

/// The encoder of a bitmap as a PNG file in memory.
nonisolated package enum PNGPicture {
  /// The bytes of a PNG file with the pixels of `bitmap`, eight bits per channel.
  ///
  /// - Complexity: O(pixels); call it on a background thread.
  package static func bytes(of bitmap: Bitmap) -> [UInt8] {
    let body = PNGBody(bitmap)
    let head = PNGChunks.head(
      bitmap.size, hasAlpha: body.hasAlpha, texts: [], bodyBytes: body.bytes.count)
    return head + body.bytes + body.bytes.withUnsafeBytes { PNGChunks.tail(body: $0) }
  }
}

import DecoderWire
import Pixels
import Resampling

/// All of a JPEG at an eighth, kept for its parts.
final class CoarseJPEG {
  /// Most bytes that are kept: a thousand megapixels at an eighth.
  private static let mostBytes = 64 << 20

  let isTruncated: Bool
  private let size: PixelSize
  private let memory: PrivateMemory

  /// - Throws: `.tooLarge` when it would take too much, and why it cannot be decoded.
  init(_ bytes: PictureBytes, _ header: JPEGHeader) throws(DecodeFailure) {
    let size = JPEGScale.scaled(header.size, JPEGScale.ofMeans)
    let stride = size.width * 4
    guard stride * size.height <= Self.mostBytes else {
      throw DecodeFailure(.tooLarge, format: PictureFormat.jpeg.name)
    }
    let pixels = try PrivateMemory(byteCount: stride * size.height)
    let outcome = try JPEGDecoder.stored(bytes, header, size, pixels.bytes, stride: stride)
    isTruncated = JPEGDecoder.isTruncated(bytes, header, outcome)
    if isTruncated, header.components < 4 {
      _ = JPEGRest.clear(pixels.bytes, size: size, stride: stride)
    }
    self.size = size
    memory = pixels
  }

  /// Bytes that are kept.
  var byteCount: Int { memory.count }

  /// The pixels in `columns` of `rows`; good for as long as this lives.
  func view(_ columns: Range<Int>, _ rows: Range<Int>) -> PixelView {
    PixelView(
      size: PixelSize(width: columns.count, height: rows.count), stride: size.width * 4,
      bytes: memory.bytes + rows.lowerBound * size.width * 4 + columns.lowerBound * 4)
  }
}

import ColorManagement
import DecoderWire
import DecodingSupport
import PictureMetadata
import Pixels
import Resampling

/// A whole JPEG decoded at 1/8 scale, from which later requests for regions are answered.
final class EighthScaleJPEG {
  /// Maximum size of the decoded pixels in bytes, enough for 1,000 megapixels at 1/8 scale.
  private static let maxBytes = 64 << 20

  let isTruncated: Bool
  private let size: PixelSize
  private let memory: PrivateMemory

  /// Decodes the JPEG in `bytes` at 1/8 scale.
  ///
  /// - Parameter cmyk: the ICC conversion of CMYK; when it is nil, ideal inks are assumed.
  /// - Throws: `.tooLarge` when the pixels would exceed the maximum; otherwise the failure of the
  ///   decoder.
  init(
    _ bytes: PictureBytes, _ header: JPEGHeader, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    let size = JPEGScale.scaled(header.size, JPEGScale.dcDenominator)
    let stride = size.width * 4
    guard stride * size.height <= Self.maxBytes else {
      throw DecodeFailure(.tooLarge, format: PictureFormat.jpeg.name)
    }
    let pixels = try PrivateMemory(byteCount: stride * size.height)
    let outcome = try JPEGDecoder.decodeStored(
      bytes, header, size, pixels.bytes, stride: stride, cmyk: cmyk)
    isTruncated = JPEGDecoder.isTruncated(bytes, header, outcome)
    if isTruncated, header.componentCount < 4 {
      _ = JPEGMissingArea.clearIfAny(pixels.bytes, size: size, stride: stride)
    }
    self.size = size
    memory = pixels
  }

  var byteCount: Int { memory.count }

  /// The pixels at `columns` and `rows` of the picture at 1/8 scale. The view is valid while this
  /// object lives.
  func view(_ columns: Range<Int>, _ rows: Range<Int>) -> PixelView {
    PixelView(
      size: PixelSize(width: columns.count, height: rows.count), stride: size.width * 4,
      bytes: memory.bytes + rows.lowerBound * size.width * 4 + columns.lowerBound * 4)
  }
}

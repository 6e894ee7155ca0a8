import DecodeJobs
import DecoderWire
import DecodingSupport
import Pixels

/// The memory of a picture with RGBA samples of 16 bits, into which libjxl decodes.
final class JXLSamples: SixteenBitSamples {
  let size: PixelSize
  let isOpaque: Bool
  private let stride: Int
  private let memory: PrivateMemory

  /// The number of bytes to a multiple of which libjxl pads rows.
  static let alignment = 64

  /// Allocates memory for a picture of `size`.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(_ size: PixelSize, isOpaque: Bool) throws(DecodeFailure) {
    self.size = size
    self.isOpaque = isOpaque
    stride = (size.width * 8 + Self.alignment - 1) / Self.alignment * Self.alignment
    let (total, isTooLarge) = stride.multipliedReportingOverflow(by: size.height)
    guard !isTooLarge else { throw DecodeFailure(.tooLarge, format: PictureFormat.jpegXL.name) }
    memory = try PrivateMemory(byteCount: total)
  }

  var isPremultiplied: Bool { false }
  var exceedsEightBits: Bool { true }

  /// The address of the first row of samples.
  var bytes: UnsafeMutableRawPointer { memory.bytes }
  /// The number of bytes of all rows, padding included.
  var byteCount: Int { stride * size.height }

  func write(_ y: Int, to row: UnsafeMutablePointer<UInt16>) {
    let source = (memory.bytes + y * stride).assumingMemoryBound(to: UInt16.self)
    for x in 0..<size.width {
      row[x * 4] = source[x * 4 + 2]
      row[x * 4 + 1] = source[x * 4 + 1]
      row[x * 4 + 2] = source[x * 4]
      row[x * 4 + 3] = source[x * 4 + 3]
    }
  }
}

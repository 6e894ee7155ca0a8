import CJPEG
import DecoderWire
import DecodingSupport
import Pixels

/// A decompressor of libjpeg-turbo, for one picture after another.
package struct TurboJPEG: ~Copyable {
  /// The outcome of a decode that gave pixels.
  package enum Outcome {
    case clean
    /// The data are not entirely valid; the pixels are those that libjpeg recovered. The text is
    /// its message.
    case warned(message: String)
  }

  private let handle: tjhandle

  init() throws(DecodeFailure) {
    guard let handle = tjInitDecompress() else {
      throw DecodeFailure(.tooLarge, format: "JPEG", detail: "no memory for the decoder")
    }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// Decodes all of `bytes`, reduced to exactly `size`, into `out` with `stride` bytes a row:
  /// opaque BGRA, or with `isCMYK` the CMYK samples as stored.
  ///
  /// - Throws: the failure for the message of the library, by ``LoaderMessages``, when it gives no
  ///   pixels.
  borrowing func decode(
    _ bytes: PictureBytes, size: PixelSize, isCMYK: Bool, into out: UnsafeMutableRawPointer,
    stride: Int
  ) throws(DecodeFailure) -> Outcome {
    try decode(bytes, size: size, isCMYK ? TJPF_CMYK : TJPF_BGRA, into: out, stride: stride)
  }

  /// Decodes all of `bytes`, reduced to exactly `size`, into `out` with `stride` bytes a row, in a
  /// pixel format of the library.
  ///
  /// - Throws: the failure for the message of the library, by ``LoaderMessages``, when it gives no
  ///   pixels.
  borrowing func decode(
    _ bytes: PictureBytes, size: PixelSize, _ format: TJPF, into out: UnsafeMutableRawPointer,
    stride: Int
  ) throws(DecodeFailure) -> Outcome {
    // The flag limits a picture to 500 scans: a thousand scans take minutes.
    let flags = TJFLAG_LIMITSCANS
    let status = tjDecompress2(
      handle, bytes.raw.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count),
      out.assumingMemoryBound(to: UInt8.self), Int32(size.width), Int32(stride),
      Int32(size.height), format.rawValue32, flags)
    if status == 0 { return .clean }
    let message = Self.message(of: handle)
    guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue32 else {
      throw LoaderMessages.failure(forMessage: message, .jpeg)
    }
    return .warned(message: message)
  }

  /// The message of the library about the last failed call with `handle`; empty when it has none.
  static func message(of handle: tjhandle) -> String {
    LibraryMessage.line(tjGetErrorStr2(handle))
  }
}

extension TJPF {
  fileprivate var rawValue32: Int32 { Int32(rawValue) }
}
extension TJERR {
  fileprivate var rawValue32: Int32 { Int32(rawValue) }
}

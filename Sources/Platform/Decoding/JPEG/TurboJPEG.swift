import CJPEG
import DecoderWire
import Pixels

/// One decompressor of libjpeg-turbo.
struct TurboJPEG: ~Copyable {
  /// How a decoding went that gave pixels.
  enum Outcome {
    case clean
    /// The data are not quite right; the pixels are what could be made of them.
    case warned(String)
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
  /// opaque BGRA, or the four inks as they are stored.
  ///
  /// - Throws: `.damaged` with what the library says when there are no pixels.
  borrowing func decode(
    _ bytes: PictureBytes, size: PixelSize, inks: Bool, into out: UnsafeMutableRawPointer,
    stride: Int
  ) throws(DecodeFailure) -> Outcome {
    try decode(bytes, size: size, inks ? TJPF_CMYK : TJPF_BGRA, into: out, stride: stride)
  }

  /// The same in a format of the library's.
  borrowing func decode(
    _ bytes: PictureBytes, size: PixelSize, _ format: TJPF, into out: UnsafeMutableRawPointer,
    stride: Int
  ) throws(DecodeFailure) -> Outcome {
    // Five hundred scans at most, the library's own limit: a thousand cost minutes.
    let flags = TJFLAG_LIMITSCANS
    let status = tjDecompress2(
      handle, bytes.raw.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count),
      out.assumingMemoryBound(to: UInt8.self), Int32(size.width), Int32(stride),
      Int32(size.height), format.rawValue32, flags)
    if status == 0 { return .clean }
    let said = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
    guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue32 else {
      throw LoaderWords.failure(said, .jpeg)
    }
    return .warned(said)
  }
}

extension TJPF {
  fileprivate var rawValue32: Int32 { Int32(rawValue) }
}
extension TJERR {
  fileprivate var rawValue32: Int32 { Int32(rawValue) }
}

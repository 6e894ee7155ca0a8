import CJPEG
import DecoderWire
import DecodingSupport
import Pixels

/// A progressive or multi-scan JPEG rewritten in memory as a sequential JPEG with one scan and the
/// same coefficients.
///
/// libjpeg holds all coefficients during the rewrite, as it does for decoding. Afterwards only the
/// new file is kept, which is about as large as the source.
final class TranscodedJPEG {
  let bytes: PictureBytes
  private let memory: UnsafeMutablePointer<UInt8>

  init(_ source: PictureBytes) throws(DecodeFailure) {
    guard let handle = tjInitTransform() else {
      throw DecodeFailure(.tooLarge, format: PictureFormat.jpeg.name, detail: "no memory for it")
    }
    defer { tjDestroy(handle) }
    var made: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    var transform = tjtransform()
    transform.options = TJXOPT_COPYNONE
    _ = tjTransform(
      handle, source.raw.bindMemory(to: UInt8.self).baseAddress, UInt(source.count), 1, &made,
      &count, &transform, TJFLAG_LIMITSCANS)
    guard let made, count > 0 else {
      throw LoaderMessages.failure(forMessage: TurboJPEG.message(of: handle), .jpeg)
    }
    memory = made
    bytes = PictureBytes(raw: UnsafeRawBufferPointer(start: made, count: Int(count)))
  }

  deinit { tjFree(memory) }
}

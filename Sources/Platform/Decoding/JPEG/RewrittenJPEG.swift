import CJPEG
import DecoderWire
import Pixels

/// A progressive JPEG, or one of several scans, made anew with one: the same coefficients, in memory.
///
/// All of them are held while it is made, as while the picture is decoded; afterwards only the file,
/// which is about as large as the one it is made of.
final class RewrittenJPEG {
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
      let said = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
      throw LoaderWords.failure(said, .jpeg)
    }
    memory = made
    bytes = PictureBytes(raw: UnsafeRawBufferPointer(start: made, count: Int(count)))
  }

  deinit { tjFree(memory) }
}

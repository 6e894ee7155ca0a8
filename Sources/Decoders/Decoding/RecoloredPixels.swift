import DecodeJobs
import DecoderWire
import DecodingSupport
import Pixels
import Resampling

/// Pixels of an earlier decode, converted to the colours of a display: cached thumbnails are stored
/// in sRGB, for all programs, and shown in the colours of the display.
enum RecoloredPixels {
  /// Converts the pixels that came with a request to its target colours.
  ///
  /// - Throws: `.damaged` when the memory with the pixels is too small for the stated size.
  static func make(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let view = try PixelView(given: job)
    let memory = try job.memory(for: view.size)
    let rowBytes = view.size.width * 4
    var isOpaque = true
    for y in 0..<view.size.height {
      let (from, to) = (
        view.bytes + y * view.stride, memory.buffer.bytes + y * memory.buffer.stride
      )
      to.copyMemory(from: from, byteCount: rowBytes)
      let row = to.assumingMemoryBound(to: UInt32.self)
      isOpaque = isOpaque && StraightAlpha.isOpaque(row, count: view.size.width)
    }
    let info = DecodeReply.Info(naturalSize: view.size, format: "")
    return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
  }
}

extension PixelView {
  /// Makes a view of the pixels that came with a request instead of a file.
  ///
  /// - Throws: `.damaged` when the stated size is empty or too large, or when the memory is too
  ///   small for it.
  init(given job: DecodeJob) throws(DecodeFailure) {
    let size = job.request.target
    guard let (stride, total) = CheckedSize.byteCount(size), !size.isEmpty,
      total <= job.bytes.count, let base = job.bytes.raw.baseAddress
    else { throw DecodeFailure(.damaged, detail: "no such pixels") }
    self.init(size: size, stride: stride, bytes: base)
  }
}

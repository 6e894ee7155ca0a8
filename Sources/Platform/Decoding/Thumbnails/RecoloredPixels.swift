import DecoderWire
import Pixels
import Resampling

/// Pixels that were made before, in the colours of a display: a thumbnail is kept in sRGB, for all
/// programs, and shown in those.
enum RecoloredPixels {
  /// - Throws: `.damaged` when the memory is not what the request says.
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
  /// The pixels a request brought along in place of a file.
  ///
  /// - Throws: `.damaged` when the memory is not what the request says.
  init(given job: DecodeJob) throws(DecodeFailure) {
    let size = job.request.target
    guard let (stride, total) = CheckedSize.byteCount(size), !size.isEmpty,
      total <= job.bytes.count, let base = job.bytes.raw.baseAddress
    else { throw DecodeFailure(.damaged, detail: "no such pixels") }
    self.init(size: size, stride: stride, bytes: base)
  }
}

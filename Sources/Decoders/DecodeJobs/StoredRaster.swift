package import DecoderWire
import DecodingSupport
import Geometry
package import Pixels
package import Resampling

/// The memory into which a decoder writes a picture in stored orientation as premultiplied BGRA:
/// the result itself where no scaling or orientation is needed, else intermediate memory.
package struct StoredRaster: ~Copyable {
  /// The pixels of the stored picture; rows are padded to 64 bytes.
  package let buffer: PixelBuffer
  private let orientation: Orientation
  private let usesResultMemory: Bool
  private let result: ResultMemory
  private let intermediate: PrivateMemory

  /// Allocates memory for a picture of `stored` pixels, in the orientation of the file: the picture
  /// that `info` describes, or a reduction of it.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package init(
    _ stored: PixelSize, _ info: DecodeReply.Info, _ job: DecodeJob
  ) throws(DecodeFailure) {
    let size = job.request.fittedSize(of: info)
    let usesResultMemory = size == stored && info.orientation == .up
    guard let (stride, total) = CheckedSize.byteCount(stored) else {
      throw DecodeFailure(.tooLarge, detail: "no memory for it")
    }
    let result = try job.memory(for: size)
    let intermediate = try PrivateMemory(byteCount: usesResultMemory ? 0 : total)
    buffer =
      usesResultMemory
      ? result.buffer : PixelBuffer(size: stored, stride: stride, bytes: intermediate.bytes)
    orientation = info.orientation
    self.usesResultMemory = usesResultMemory
    self.result = result
    self.intermediate = intermediate
  }

  /// The address of the first byte of row `y`.
  package func row(_ y: Int) -> UnsafeMutableRawPointer { buffer.bytes + y * buffer.stride }

  /// Makes all rows transparent before the first one is written, when the viewer gave the memory,
  /// which may hold an older picture. Other memory is zero already, and stays untouched until
  /// needed.
  package func clearReusedMemory() {
    if usesResultMemory, result.usesRequestMemory { clear(0..<buffer.size.height) }
  }

  /// Makes a range of rows transparent.
  package func clear(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    row(rows.lowerBound).initializeMemory(
      as: UInt8.self, repeating: 0, count: rows.count * buffer.stride)
  }

  /// Makes the answer with the written pixels, turned upright and scaled to the requested size.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package consuming func answer(
    _ info: DecodeReply.Info, isOpaque: Bool
  ) throws(DecodeFailure) -> DecodeAnswer {
    if !usesResultMemory {
      try ParallelScaling.scale(buffer.view, orientation: orientation, to: result.buffer)
    }
    return DecodeAnswer(info, isOpaque: isOpaque, in: result)
  }

  /// Sends a small preview of the pixels written so far to the viewer, after `finish` has modified
  /// the preview's pixels. Does nothing when the viewer does not request previews.
  package func sendPartial(
    _ info: DecodeReply.Info, _ job: DecodeJob, finish: (PixelBuffer) -> Void = { _ in }
  ) {
    guard let sendPartial = job.sendPartial else { return }
    let natural = info.naturalSize
    let scale = min(1, Self.maxPartialExtent / Double(max(natural.width, natural.height)))
    let size = PixelSize(
      width: max(1, Int(Double(natural.width) * scale)),
      height: max(1, Int(Double(natural.height) * scale)))
    guard let memory = try? job.freshMemory(for: size),
      (try? ParallelScaling.scale(buffer.view, orientation: orientation, to: memory.buffer)) != nil
    else { return }
    finish(memory.buffer)
    sendPartial(DecodeAnswer(info, isOpaque: false, in: memory))
  }

  /// Maximum longer side of a preview in pixels.
  private static let maxPartialExtent = 768.0
}

extension PixelBuffer {
  /// A read-only view of the buffer's pixels.
  package var view: PixelView {
    PixelView(size: size, stride: stride, bytes: UnsafeRawPointer(bytes))
  }
}

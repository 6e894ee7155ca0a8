import DecoderWire
import Geometry
import Pixels
import Resampling

/// Where a decoder writes a picture as its file stores it, premultiplied BGRA: into the result
/// itself where nothing is to be scaled or turned, else into memory on the way there.
struct StoredRaster: ~Copyable {
  /// Rows are padded to 64 bytes.
  let buffer: PixelBuffer
  private let orientation: Orientation
  private let isResult: Bool
  private let result: ResultMemory
  private let between: PrivateMemory

  /// Room for `stored` pixels of the picture of `info`, which may be fewer than it has.
  ///
  /// - Throws: `.tooLarge` when there is no such memory.
  init(
    _ stored: PixelSize, _ info: DecodeReply.Info, _ job: DecodeJob
  ) throws(DecodeFailure) {
    let size = job.request.fittedSize(of: info)
    let isResult = size == stored && info.orientation == .up
    guard let (stride, total) = CheckedSize.byteCount(stored) else {
      throw DecodeFailure(.tooLarge, detail: "no memory for it")
    }
    let result = try job.memory(for: size)
    let between = try PrivateMemory(byteCount: isResult ? 0 : total)
    buffer =
      isResult
      ? result.buffer : PixelBuffer(size: stored, stride: stride, bytes: between.bytes)
    orientation = info.orientation
    self.isResult = isResult
    self.result = result
    self.between = between
  }

  /// The address of a row.
  func row(_ y: Int) -> UnsafeMutableRawPointer { buffer.bytes + y * buffer.stride }

  /// Makes all rows transparent before the first is written: memory that the viewer gives may hold an
  /// older picture. All other memory is fresh, and is not touched before it has to be.
  func begin() {
    if isResult, result.usesGivenMemory { clear(0..<buffer.size.height) }
  }

  /// Makes rows transparent.
  func clear(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    row(rows.lowerBound).initializeMemory(
      as: UInt8.self, repeating: 0, count: rows.count * buffer.stride)
  }

  /// Turns and scales what was written.
  consuming func answer(
    _ info: DecodeReply.Info, isOpaque: Bool
  ) throws(DecodeFailure) -> DecodeAnswer {
    if !isResult {
      try ParallelScaling.scale(buffer.view, orientation: orientation, to: result.buffer)
    }
    return DecodeAnswer(info, isOpaque: isOpaque, in: result)
  }

  /// Sends what is there ahead of the answer, small, after `finish` has looked at it.
  func send(
    _ info: DecodeReply.Info, _ job: DecodeJob, finish: (PixelBuffer) -> Void = { _ in }
  ) {
    guard let partial = job.partial else { return }
    let natural = info.naturalSize
    let scale = min(1, Self.partialExtent / Double(max(natural.width, natural.height)))
    let size = PixelSize(
      width: max(1, Int(Double(natural.width) * scale)),
      height: max(1, Int(Double(natural.height) * scale)))
    guard let memory = try? job.ownMemory(for: size),
      (try? ParallelScaling.scale(buffer.view, orientation: orientation, to: memory.buffer)) != nil
    else { return }
    finish(memory.buffer)
    partial(DecodeAnswer(info, isOpaque: false, in: memory))
  }

  /// Pixels of the longer side of what is sent ahead.
  private static let partialExtent = 768.0
}

extension PixelBuffer {
  /// The same pixels, to be read.
  var view: PixelView {
    PixelView(size: size, stride: stride, bytes: UnsafeRawPointer(bytes))
  }
}

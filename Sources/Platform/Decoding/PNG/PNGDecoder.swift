import CLinux
import DecoderWire
import Geometry
import Pixels
import Resampling

/// PNG by our own hand: gdk-pixbuf's loader takes more than twice as long, says nothing of a cut
/// file and does not know the orientation.
enum PNGDecoder {
  /// From this many inflated bytes on, rows are made on a second thread while the first inflates.
  private static let threadedBytes = 1 << 20

  /// - Parameter format: what the person has before them: an icon may hold a PNG.
  static func decode(
    _ job: DecodeJob, as format: PictureFormat = .png
  ) throws(DecodeFailure) -> DecodeAnswer {
    let file = try PNGFile(job.bytes)
    try job.check(file.size, format: .png)
    try job.checkPlausible(file.size, format: .png)
    let turned = file.orientation.swapsAxes
    var info = DecodeReply.Info(
      naturalSize: turned ? file.size.transposed : file.size, format: format.name,
      orientation: file.orientation, frames: file.frames)
    if job.request.purpose == .probe { return DecodeAnswer(.info(info)) }
    let result = job.request.fittedSize(of: info.naturalSize)
    let memory = try job.memory(for: result)
    if result == file.size, file.orientation == .up {
      let isWhole = try fill(memory.buffer, file)
      info.isTruncated = !isWhole
      return DecodeAnswer(info, isOpaque: isWhole && PNGPixels(file).isOpaque, in: memory)
    }
    let stride = file.size.width * 4
    let between = try PrivateMemory(byteCount: stride * file.size.height)
    let isWhole = try fill(
      PixelBuffer(size: file.size, stride: stride, bytes: between.bytes), file)
    info.isTruncated = !isWhole
    try ParallelScaling.scale(
      PixelView(size: file.size, stride: stride, bytes: between.bytes),
      orientation: file.orientation, to: memory.buffer)
    return DecodeAnswer(info, isOpaque: isWhole && PNGPixels(file).isOpaque, in: memory)
  }

  /// Writes the pixels as stored, transparent where the file has none.
  ///
  /// - Returns: false when the file ends, or makes no sense, before the picture is complete.
  @discardableResult
  static func fill(
    _ buffer: PixelBuffer, _ file: PNGFile
  ) throws(DecodeFailure) -> Bool {
    guard let count = PNGRows.rawBytes(file) else {
      throw DecodeFailure(.tooLarge, format: PictureFormat.png.name)
    }
    let raw = try PrivateMemory(byteCount: count + Inflate.slack)
    let bytes = raw.bytes.bindMemory(to: UInt8.self, capacity: count + Inflate.slack)
    if file.isInterlaced { buffer.clear() }
    let rows = PNGRows(file, raw: bytes, target: buffer)
    let stream = try Stream(file.data)
    let pipeline = RowPipeline(rows, onThread: count >= threadedBytes)
    var inflate = Inflate(stream.bytes, into: bytes, count: count) { pipeline.reached($0) }
    let ending = inflate.run()
    pipeline.finish()
    guard rows.hasAnything else {
      throw PNGFile.damaged(
        ending == .cut ? "the file ends before the picture" : "its data make no sense")
    }
    if !rows.isComplete { rows.clearRest() }
    return rows.isComplete && file.isComplete
  }

  /// The compressed data in one piece.
  private struct Stream: ~Copyable {
    let bytes: UnsafeRawBufferPointer
    private let joined: PrivateMemory?

    init(_ pieces: [PictureBytes]) throws(DecodeFailure) {
      guard pieces.count != 1 else {
        bytes = pieces[0].raw
        joined = nil
        return
      }
      let memory = try PrivateMemory(byteCount: pieces.reduce(0) { $0 + $1.count })
      var position = 0
      for piece in pieces {
        guard let source = piece.raw.baseAddress else { continue }
        (memory.bytes + position).copyMemory(from: source, byteCount: piece.count)
        position += piece.count
      }
      bytes = UnsafeRawBufferPointer(start: memory.bytes, count: position)
      joined = consume memory
    }
  }
}

extension PixelBuffer {
  /// Makes every pixel transparent.
  fileprivate func clear() {
    for y in 0..<size.height {
      (bytes + y * stride).initializeMemory(as: UInt8.self, repeating: 0, count: size.width * 4)
    }
  }
}

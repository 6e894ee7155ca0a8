import CPixbuf
import DecoderWire
import Geometry
import Pixels

/// SVG, by librsvg itself where the machine has it: in any size, and in parts.
enum VectorDecoder {
  /// Longest side of a picture that says its own size, in pixels. What is larger is believed to be
  /// smaller: there are no pixels to lose.
  private static let mostExtent = 1_000_000.0
  /// Cairo's images are no larger.
  private static let mostSurface = 32_767

  static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let library = RsvgLibrary.shared else {
      if job.request.purpose == .region {
        throw DecodeFailure(
          .missingLoader, format: PictureFormat.svg.name, detail: PictureFormat.svg.package)
      }
      return try PixbufDecoder.decode(job, .svg)
    }
    LoaderRegistry.silence()
    let document = try VectorDocument(job.bytes, library)
    let info = DecodeReply.Info(
      naturalSize: naturalSize(of: document.size), format: PictureFormat.svg.name,
      isScalable: true)
    if job.request.purpose == .probe { return DecodeAnswer(.info(info)) }
    let target = job.request.target
    guard let part = job.request.region else {
      let fitted = job.request.fittedSize(of: info)
      return try draw(document, job, info, RegionRequest(whole: fitted, x: 0, y: 0), fitted)
    }
    return try draw(document, job, info, part, target)
  }

  private static func naturalSize(of size: Size) -> PixelSize {
    let scale = min(1, mostExtent / max(size.width, size.height))
    return PixelSize(
      width: max(1, Int((size.width * scale).rounded())),
      height: max(1, Int((size.height * scale).rounded())))
  }

  private static func draw(
    _ document: borrowing VectorDocument, _ job: DecodeJob, _ info: DecodeReply.Info,
    _ part: RegionRequest, _ size: PixelSize
  ) throws(DecodeFailure) -> DecodeAnswer {
    try job.check(size, format: .svg)
    guard max(size.width, size.height) <= mostSurface else {
      throw DecodeFailure(
        .tooLarge, format: PictureFormat.svg.name,
        detail: "\(size.width) × \(size.height) pixels, the longest side is \(mostSurface)")
    }
    let memory = try job.memory(for: size)
    try document.draw(into: memory.buffer, whole: part.whole, x: part.x, y: part.y)
    return DecodeAnswer(info, isOpaque: isOpaque(memory.buffer), in: memory)
  }

  private static func isOpaque(_ buffer: PixelBuffer) -> Bool {
    for y in 0..<buffer.size.height {
      let row = (buffer.bytes + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<buffer.size.width where row[x] < 0xFF00_0000 { return false }
    }
    return true
  }
}

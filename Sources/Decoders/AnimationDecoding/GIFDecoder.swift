package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
import Pixels
import Resampling

/// The decoder of the first picture of a GIF. It shares the code that plays animations, so that
/// both show the same picture; gdk-pixbuf's loader, given the first frame alone, loses rows of a
/// frame that does not begin at the top of the logical screen.
package enum GIFDecoder {
  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let format = PictureFormat.gif
    guard let size = PictureSizeInHeader.size(of: job.bytes, format) else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "the file ends before the picture")
    }
    try job.check(size, format: format)
    try job.checkPlausible(size, format: format)
    let source = GIFFrames(job.bytes, limits: job.request.limits)
    guard let first = source.frames.first else {
      throw DecodeFailure(.damaged, format: format.name, detail: "there is no picture in it")
    }
    var info = DecodeReply.Info(
      naturalSize: size, format: format.name, frames: source.frames.count)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let picture = try FrameComposer(source)
    _ = picture.advanceReturningDuration()
    guard source.decodedPixelCount > 0 else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its data cannot be decompressed")
    }
    info.isTruncated =
      source.decodedPixelCount < first.size.area ?? .max || (info.frames > 1 && source.isTruncated)
    let memory = try job.memory(for: job.request.fittedSize(of: size))
    try ParallelScaling.scale(picture.picture, orientation: .up, to: memory.buffer)
    let isOpaque = memory.buffer.isOpaque
    return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
  }
}

import ColorManagement
package import DecodeJobs
package import DecoderWire
package import DecodingSupport
import Geometry
import PictureMetadata
import PixbufLoading
import Pixels

/// The decoder of HEIC and AVIF. libheif decodes the samples and transforms the picture; the
/// conversion to RGB is done here. Without libheif, gdk-pixbuf's loaders are used.
package enum HEIFDecoder {
  package static func decode(
    _ job: DecodeJob, _ format: PictureFormat
  ) throws(DecodeFailure) -> DecodeAnswer {
    guard let library = HEIFLibrary.shared else { return try PixbufDecoder.decode(job, format) }
    if let kind = UnsupportedHEIF.unsupportedColorMatrix(of: job.bytes) {
      throw DecodeFailure(.unsupported, format: format.name, detail: kind)
    }
    let file = try HEIFFile(job, library, format)
    guard file.items.indices.contains(job.request.leaf) else {
      throw DecodeFailure(.damaged, format: format.name, detail: "it has no such picture")
    }
    var job = job
    let item = file.items[job.request.leaf]
    if job.request.leaf > 0 { job.colors = HEIFColorReader.read(job.bytes, item: Int(item)) }
    let picture = try file.picture(item)
    let size = picture.size
    try job.check(size, format: format)
    try job.checkPlausible(size, format: format)
    var info = DecodeReply.Info(
      naturalSize: size, format: format.name, profile: job.colors.name, leaves: file.items.count)
    info.isHighDynamicRange = job.colors.isHighDynamicRange
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    if let small = thumbnail(of: picture, info, job) { return small }
    let samples = try picture.decode()
    guard samples.size == size else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "its size is not the one that it states")
    }
    return try answer(samples, info, job)
  }

  /// The maximum relative difference of aspect ratios that count as equal, because the sides of
  /// thumbnails are rounded to whole pixels.
  private static let aspectTolerance = 0.02

  /// The answer to a thumbnail request from a thumbnail in the file; nil for other requests, and
  /// when the file has none that is large enough.
  private static func thumbnail(
    of picture: HEIFPicture, _ info: DecodeReply.Info, _ job: DecodeJob
  ) -> DecodeAnswer? {
    let request = job.request
    guard request.kind == .thumbnail, request.minEmbeddedPreviewSide > 0,
      let small = picture.thumbnail(atLeast: request.minEmbeddedPreviewSide),
      abs(small.size.size.aspectRatio / info.naturalSize.size.aspectRatio - 1) < aspectTolerance,
      small.size.area ?? .max < info.naturalSize.area ?? 0,
      let samples = try? small.decode(), samples.size == small.size
    else { return nil }
    let known = DecodeReply.Info(naturalSize: small.size, format: info.format)
    guard var answer = try? self.answer(samples, known, job),
      case .pixels(_, let layout) = answer.result
    else { return nil }
    answer.result = .thumbnail(DecodeReply.ThumbnailInfo(info, from: .embedded), layout)
    return answer
  }

  private static func answer(
    _ samples: HEIFSamples, _ info: DecodeReply.Info, _ job: DecodeJob
  ) throws(DecodeFailure) -> DecodeAnswer {
    guard !samples.exceedsEightBits else {
      return try SixteenBitRendering.makeAnswer(samples, info, job)
    }
    let raster = try StoredRaster(samples.size, info, job)
    samples.write(to: raster.buffer)
    return try raster.answer(info, isOpaque: samples.isOpaque)
  }
}

import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
import Pixels
import Resampling

/// The thumbnail that cameras embed in the EXIF segment of a JPEG; it decodes in 0.1 ms.
enum JPEGThumbnail {
  /// Maximum relative difference of aspect ratios that count as equal, because the sides of
  /// thumbnails are rounded to whole pixels.
  private static let aspectTolerance = 0.02
  /// Maximum value of a colour component in a letterbox bar, 0…255.
  private static let maxLetterboxLevel = 32
  /// Maximum area in pixels: decoding a larger "thumbnail" is not quick.
  private static let maxPixels = 4_000_000

  /// Decodes the embedded thumbnail instead of the picture.
  ///
  /// - Returns: nil when the file has no thumbnail that is large enough, or it is damaged or does
  ///   not show this picture.
  static func decode(
    _ job: DecodeJob, _ main: JPEGHeader, _ info: DecodeReply.Info
  ) throws(DecodeFailure) -> DecodeAnswer? {
    guard let bytes = main.exif?.thumbnail else { return nil }
    let header = JPEGHeader(bytes)
    let size = header.size
    guard header.scanStart != nil, !size.isEmpty, header.precision == 8, !header.isLossless,
      (size.area ?? .max) <= maxPixels, size.width <= main.size.width,
      size.height <= main.size.height, isGoodEnough(size, for: main.size, job.request)
    else { return nil }
    // The colour information of the thumbnail is ignored in favour of the picture's. The profile of
    // a CMYK picture does not apply to an RGB thumbnail.
    var job = job
    if job.colors.isCMYK, header.componentCount < 4 { job.colors = .unknown }
    let stride = size.width * 4
    let memory = try PrivateMemory(byteCount: stride * size.height)
    // A damaged thumbnail is ignored: the picture itself may be intact.
    guard
      (try? JPEGDecoder.decodeStored(
        bytes, header, size, memory.bytes, stride: stride, cmyk: job.cmykConversion)) != nil
    else { return nil }
    let view = PixelView(size: size, stride: stride, bytes: memory.bytes)
    guard let region = pictureArea(in: view, aspect: main.size.size.aspectRatio) else { return nil }
    if job.request.kind == .thumbnail { return try scaledDown(job, main, info, view) }
    let cut = PixelSize(width: Int(region.width), height: Int(region.height))
    let result = try job.memory(for: main.orientation.swapsAxes ? cut.transposed : cut)
    try ParallelScaling.scale(
      view, region: region, orientation: main.orientation, to: result.buffer)
    return DecodeAnswer(info, isOpaque: true, in: result)
  }

  /// Whether a thumbnail of `size` pixels is good enough for the request. The result of a
  /// `thumbnail` request is cached, and must have at least the requested extent and the aspect
  /// ratio of the picture, because the cropping of letterbox bars leaves visible edges. The result
  /// of a `preview` request is replaced soon, so any size is accepted.
  private static func isGoodEnough(
    _ size: PixelSize, for whole: PixelSize, _ request: DecodeRequest
  ) -> Bool {
    guard request.kind == .thumbnail else { return true }
    let minSide = request.minEmbeddedPreviewSide
    return minSide > 0 && max(size.width, size.height) >= minSide
      && abs(size.size.aspectRatio / whole.size.aspectRatio - 1) < aspectTolerance
  }

  /// The answer with the whole thumbnail `view`, scaled down to the target size if it is larger.
  private static func scaledDown(
    _ job: DecodeJob, _ main: JPEGHeader, _ info: DecodeReply.Info, _ view: PixelView
  ) throws(DecodeFailure) -> DecodeAnswer {
    let upright = main.orientation.swapsAxes ? view.size.transposed : view.size
    let wanted = job.request.fittedSize(of: info.naturalSize)
    let isLargeEnough = upright.width >= wanted.width && upright.height >= wanted.height
    let result = try job.memory(for: isLargeEnough ? wanted : job.request.fittedSize(of: upright))
    try ParallelScaling.scale(view, orientation: main.orientation, to: result.buffer)
    var answer = DecodeAnswer(info, isOpaque: true, in: result)
    if case .pixels(let info, let layout) = answer.result {
      answer.result = .thumbnail(DecodeReply.ThumbnailInfo(info, from: .embedded), layout)
    }
    return answer
  }

  /// The area of the thumbnail that shows the picture, in pixels: all of it when the aspect ratios
  /// are equal, else the area between dark letterbox bars. nil when the aspect ratios do not match.
  private static func pictureArea(in view: PixelView, aspect: Double) -> Rect? {
    let size = view.size
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let own = size.size.aspectRatio
    if abs(own / aspect - 1) < aspectTolerance { return whole }
    if own < aspect {
      let height = max(1, (Double(size.width) / aspect).rounded(.down))
      let bar = ((whole.height - height) / 2).rounded(.up)
      guard bar >= 1, isDark(view, 0..<size.width, 0..<Int(bar) - 1),
        isDark(view, 0..<size.width, size.height - Int(bar) + 1..<size.height)
      else { return abs(own / aspect - 1) < 2 * aspectTolerance ? whole : nil }
      return Rect(
        x: 0, y: bar, width: whole.width, height: max(1, whole.height - 2 * bar))
    }
    let width = max(1, (Double(size.height) * aspect).rounded(.down))
    let bar = ((whole.width - width) / 2).rounded(.up)
    guard bar >= 1, isDark(view, 0..<Int(bar) - 1, 0..<size.height),
      isDark(view, size.width - Int(bar) + 1..<size.width, 0..<size.height)
    else { return abs(own / aspect - 1) < 2 * aspectTolerance ? whole : nil }
    return Rect(x: bar, y: 0, width: max(1, whole.width - 2 * bar), height: whole.height)
  }

  private static func isDark(_ view: PixelView, _ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
    for y in rows {
      for x in columns {
        let pixel = (view.bytes + y * view.stride + x * 4).load(as: UInt32.self)
        let brightest = max(pixel & 0xFF, max(pixel >> 8 & 0xFF, pixel >> 16 & 0xFF))
        if brightest > maxLetterboxLevel { return false }
      }
    }
    return true
  }
}

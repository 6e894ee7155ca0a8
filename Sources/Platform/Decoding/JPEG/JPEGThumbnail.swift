import DecoderWire
import Geometry
import Pixels
import Resampling

/// The small picture cameras put into the EXIF block: there in a tenth of a millisecond.
enum JPEGThumbnail {
  /// Aspects that differ by less are the same: thumbnails have whole pixels.
  private static let sameAspect = 0.02
  /// A bar around the picture is at most this bright, 0…255.
  private static let darkest = 32
  /// A "thumbnail" of more pixels is no quick preview.
  private static let mostPixels = 4_000_000

  /// - Returns: nil when there is no thumbnail, or none that shows this picture.
  static func decode(
    _ job: DecodeJob, _ main: JPEGHeader, _ info: DecodeReply.Info
  ) throws(DecodeFailure) -> DecodeAnswer? {
    guard let bytes = main.exif?.thumbnail else { return nil }
    let header = JPEGHeader(bytes)
    let size = header.size
    guard header.scanStart != nil, !size.isEmpty, header.precision == 8, !header.isLossless,
      (size.area ?? .max) <= mostPixels, size.width <= main.size.width,
      size.height <= main.size.height, mayStay(size, for: main.size, job.request)
    else { return nil }
    // What it says of its own colours does not count: it is of the picture. But it has its own inks.
    var job = job
    if job.colors.areInks, header.components < 4 { job.colors = .unknown }
    let stride = size.width * 4
    let memory = try PrivateMemory(byteCount: stride * size.height)
    // A thumbnail that is damaged is only worth nothing; the picture may be well.
    guard
      (try? JPEGDecoder.stored(bytes, header, size, memory.bytes, stride: stride, inks: job.inks))
        != nil
    else { return nil }
    let view = PixelView(size: size, stride: stride, bytes: memory.bytes)
    guard let region = picture(in: view, aspect: main.size.size.aspectRatio) else { return nil }
    if job.request.purpose == .thumbnail { return try small(job, main, info, view) }
    let cut = PixelSize(width: Int(region.width), height: Int(region.height))
    let result = try job.memory(for: main.orientation.swapsAxes ? cut.transposed : cut)
    try ParallelScaling.scale(
      view, region: region, orientation: main.orientation, to: result.buffer)
    return DecodeAnswer(info, isOpaque: true, in: result)
  }

  /// False when it is too small for what is not a preview but stays, or does not show all of the
  /// picture and nothing else: where bars are cut off their edges remain.
  private static func mayStay(
    _ size: PixelSize, for whole: PixelSize, _ request: DecodeRequest
  ) -> Bool {
    guard request.purpose == .thumbnail else { return true }
    return request.leastExtent > 0 && max(size.width, size.height) >= request.leastExtent
      && abs(size.size.aspectRatio / whole.size.aspectRatio - 1) < sameAspect
  }

  /// All of the thumbnail, within the target.
  private static func small(
    _ job: DecodeJob, _ main: JPEGHeader, _ info: DecodeReply.Info, _ view: PixelView
  ) throws(DecodeFailure) -> DecodeAnswer {
    let upright = main.orientation.swapsAxes ? view.size.transposed : view.size
    let wanted = job.request.fittedSize(of: info.naturalSize)
    let isEnough = upright.width >= wanted.width && upright.height >= wanted.height
    let result = try job.memory(for: isEnough ? wanted : job.request.fittedSize(of: upright))
    try ParallelScaling.scale(view, orientation: main.orientation, to: result.buffer)
    var answer = DecodeAnswer(info, isOpaque: true, in: result)
    if case .pixels(let info, let layout) = answer.result {
      answer.result = .thumbnail(DecodeReply.ThumbnailInfo(info, from: .embedded), layout)
    }
    return answer
  }

  /// The part of the thumbnail that has the picture's aspect: all of it, or what dark bars leave.
  private static func picture(in view: PixelView, aspect: Double) -> Rect? {
    let size = view.size
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let own = size.size.aspectRatio
    if abs(own / aspect - 1) < sameAspect { return whole }
    if own < aspect {
      let height = max(1, (Double(size.width) / aspect).rounded(.down))
      let bar = ((whole.height - height) / 2).rounded(.up)
      guard bar >= 1, isDark(view, 0..<size.width, 0..<Int(bar) - 1),
        isDark(view, 0..<size.width, size.height - Int(bar) + 1..<size.height)
      else { return abs(own / aspect - 1) < 2 * sameAspect ? whole : nil }
      return Rect(
        x: 0, y: bar, width: whole.width, height: max(1, whole.height - 2 * bar))
    }
    let width = max(1, (Double(size.height) * aspect).rounded(.down))
    let bar = ((whole.width - width) / 2).rounded(.up)
    guard bar >= 1, isDark(view, 0..<Int(bar) - 1, 0..<size.height),
      isDark(view, size.width - Int(bar) + 1..<size.width, 0..<size.height)
    else { return abs(own / aspect - 1) < 2 * sameAspect ? whole : nil }
    return Rect(x: bar, y: 0, width: max(1, whole.width - 2 * bar), height: whole.height)
  }

  private static func isDark(_ view: PixelView, _ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
    for y in rows {
      for x in columns {
        let pixel = (view.bytes + y * view.stride + x * 4).load(as: UInt32.self)
        let brightest = max(pixel & 0xFF, max(pixel >> 8 & 0xFF, pixel >> 16 & 0xFF))
        if brightest > darkest { return false }
      }
    }
    return true
  }
}

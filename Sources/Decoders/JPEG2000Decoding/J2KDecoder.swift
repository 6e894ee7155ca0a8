package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Pixels

/// The decoder of JPEG 2000, by OpenJPEG. Small results are decoded at a lower resolution level.
package enum J2KDecoder {
  /// The factor by which the size of a picture may exceed the pixel limit of a request, because it
  /// is reduced while it is decoded.
  private static let streamingLimitFactor = 4
  private static let format = PictureFormat.jpeg2000

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let file = try open(job)
    let info = info(file)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let level = file.omitLevels(upTo: halvingCount(file, job.request.fittedSize(of: info)))
    let reduced = RegionPlan.reduced(file.size, level)
    try check(reduced, file, job)
    let samples = try file.decode()
    return try SixteenBitRendering.makeAnswer(samples, info, job)
  }

  /// Opens the file of a job, and checks the size of its picture.
  ///
  /// - Throws: `.missingLoader` without OpenJPEG, `.tooLarge` above the limits, `.damaged` or
  ///   `.unsupported` for the file.
  static func open(_ job: DecodeJob) throws(DecodeFailure) -> J2KFile {
    guard let library = OpenJPEGLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: format.name, detail: format.debianPackage)
    }
    let threads = job.mayUseAllProcessors ? ParallelScaling.processorCount : 1
    let file = try J2KFile(job.bytes, library, threads: threads)
    try job.check(
      file.size, format: format, limit: job.request.limits.pixels * streamingLimitFactor)
    try job.checkPlausible(file.size, format: format)
    return file
  }

  /// Throws `.tooLarge` when the samples of an area of `size` exceed the pixel limit: each has four
  /// bytes, and OpenJPEG holds most of them twice.
  static func check(
    _ size: PixelSize, _ file: J2KFile, _ job: DecodeJob
  ) throws(DecodeFailure) {
    try job.check(size, format: format)
    let (samples, overflow) = (size.area ?? .max).multipliedReportingOverflow(
      by: max(1, file.componentCount / 4))
    guard !overflow, samples <= job.request.limits.pixels else {
      throw DecodeFailure(
        .tooLarge, format: format.name, detail: "\(file.componentCount) components")
    }
  }

  static func info(_ file: J2KFile) -> DecodeReply.Info {
    DecodeReply.Info(
      naturalSize: file.size, format: format.name, isTruncated: file.isTruncated,
      supportsRegions: file.hasSamplePerPixel)
  }

  /// The number of times that the picture can be halved without becoming smaller than `result`.
  private static func halvingCount(_ file: J2KFile, _ result: PixelSize) -> Int {
    var level = 0
    while level < maxLevel {
      let next = file.decodedSize(reducedBy: level + 1)
      guard next.width >= result.width, next.height >= result.height, next.width > 1,
        next.height > 1
      else { break }
      level += 1
    }
    return level
  }

  /// The maximum level of reduction; it reduces a side of 65,536 pixels to 32.
  private static let maxLevel = 11
}

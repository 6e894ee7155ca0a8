import DecoderWire
import Pixels

/// The first scan of a progressive JPEG as a picture of its own: the mean of every block, which is
/// what an eighth of it is made of, but for a last bit nobody sees.
///
/// It is written as a sequential JPEG, because libjpeg would hold every coefficient of the whole.
enum JPEGFirstScan {
  /// Pixels from which a picture is worth showing ahead of itself: less is done in 50 ms.
  private static let leastPixels = 2_000_000

  /// A JPEG of it.
  ///
  /// - Returns: nil when the picture is not progressive, or begins with another scan.
  static func written(_ bytes: PictureBytes, _ header: JPEGHeader) -> JPEGBitWriter? {
    guard header.isProgressive, let scan = JPEGScan(bytes, ofMeans: true) else { return nil }
    var writer = JPEGBitWriter(capacity: 1 << 20)
    let units = scan.units
    _ = JPEGIndex(scan, bytes).write(columns: 0..<units.width, rows: 0..<units.height, to: &writer)
    return writer
  }

  /// Does `work`, which takes long, and has the first scan sent ahead meanwhile, if that is wanted and
  /// nothing is embedded that was quicker.
  static func ahead(
    of job: DecodeJob, _ header: JPEGHeader,
    _ work: (DecodeJob) throws(DecodeFailure) -> DecodeAnswer
  ) throws(DecodeFailure) -> DecodeAnswer {
    guard let partial = job.partial, header.isProgressive, header.exif?.thumbnail == nil,
      (header.size.area ?? 0) >= leastPixels
    else { return try work(job) }
    // Nobody else reads or sends anything before the thread was joined.
    nonisolated(unsafe) let send = partial
    nonisolated(unsafe) var own = job
    own.givenMemory = -1
    // Those that are known are being looked through by this thread.
    own.conversions = ColorConversions()
    nonisolated(unsafe) let source = own
    let ahead = Handover<Never>()
    let second = SecondThread {
      defer { ahead.end() }
      if let answer = try? JPEGDecoder.means(source, JPEGHeader(source.bytes)) { send(answer) }
    }
    defer { second?.join() }
    if second == nil { ahead.end() }
    var job = job
    job.ahead = ahead
    return try work(job)
  }
}

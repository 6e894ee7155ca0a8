import Motion

/// The limit for frames that are sent without shared memory, by those that the server has not yet
/// processed. Without it, a slow line would queue frames that are outdated when they arrive.
///
/// After each frame a property of the window is changed; the event about the change arrives when
/// the server has processed everything before it. The times of these events also give the transfer
/// rate of the line.
///
/// - Source: ICCCM 2.0, section 2.1: a client obtains a time stamp by a property in the same way.
nonisolated struct FrameFlowControl {
  /// The size in bytes up to which a frame does not delay the next one: the change of a highlight
  /// takes no noticeable time on any line.
  static let smallFrameBytes = 1 << 16
  /// The minimum size in bytes of a frame that is used to measure the transfer rate; smaller frames
  /// are used to measure the delay.
  private static let minRateSampleBytes = 1 << 14
  /// The weight of one measured transfer rate in the moving average.
  private static let averagingWeight = 0.5
  /// The minimum fraction of the measured time that counts as the transfer of bytes: the delay
  /// varies and may be overestimated.
  private static let minTransferShare = 0.25
  /// The maximum time in seconds for the transfer of a frame of a motion: with the delay of the
  /// line, the motion follows the pointer within a tenth of a second.
  private static let motionTransferTime = 0.05
  /// The maximum size in bytes of a frame of a motion on a line of unknown or high transfer rate,
  /// so that the motion's bytes are few compared with those of the exact picture at its end.
  private static let motionFrameBytesLimit = 1 << 17
  private static let minMotionFrameBytes = 1 << 13

  private var unprocessedFrames: [(size: Int, time: Timestamp)] = []
  private var lastAnswerTime: Timestamp?
  /// The shortest measured time in seconds until the server has reported a small frame as
  /// processed; nil before the first small frame.
  private var minAnswerDelay: Double?
  /// The measured transfer rate in bytes per second; nil before the first measurement.
  private(set) var bytesPerSecond: Double?

  /// Whether another frame may be sent now.
  var allowsFrame: Bool {
    unprocessedFrames.isEmpty
      || unprocessedFrames.count == 1 && unprocessedFrames[0].size <= Self.smallFrameBytes
  }

  /// Whether another band of exact pixels may be sent now, after a motion: so many are on their way
  /// that the line stays busy until they are reported as processed, but so few that a frame of a
  /// motion is not delayed.
  var allowsBand: Bool {
    unprocessedFrames.reduce(0) { $0 + $1.size } <= Self.maxBands * Self.bandBytes
  }

  /// The approximate number of bytes of one band of exact pixels.
  static let bandBytes = 1 << 15
  private static let maxBands = 2

  /// The maximum number of bytes of a frame of a motion, by the measured transfer rate.
  var maxMotionFrameBytes: Int {
    guard let bytesPerSecond else { return Self.motionFrameBytesLimit }
    let size = min(Double(Self.motionFrameBytesLimit), bytesPerSecond * Self.motionTransferTime)
    return Int(max(Double(Self.minMotionFrameBytes), size))
  }

  /// Records a frame of `size` bytes, whose first byte was sent at `time`.
  mutating func recordFrame(_ size: Int, at time: Timestamp) {
    unprocessedFrames.append((size, time))
  }

  /// Records that the server has processed the oldest frame, and measures the delay or the transfer
  /// rate.
  mutating func recordAnswer(at time: Timestamp) {
    guard !unprocessedFrames.isEmpty else { return }
    let frame = unprocessedFrames.removeFirst()
    // The server has begun to process this frame when it had finished the one before.
    let begun = max(frame.time, lastAnswerTime ?? frame.time)
    lastAnswerTime = time
    guard frame.size >= Self.minRateSampleBytes else {
      if begun == frame.time { minAnswerDelay = min(minAnswerDelay ?? .infinity, time - begun) }
      return
    }
    guard time > begun else { return }
    // The delay is part of the measured time, unless another frame was on its way before.
    let elapsed = time - begun
    let transfer = begun == frame.time ? elapsed - (minAnswerDelay ?? 0) : elapsed
    let measured = Double(frame.size) / max(transfer, elapsed * Self.minTransferShare)
    bytesPerSecond = bytesPerSecond.map { $0 + (measured - $0) * Self.averagingWeight } ?? measured
  }
}

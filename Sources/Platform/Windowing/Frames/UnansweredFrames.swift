import Motion

/// The frames that were sent through the connection and that the server has not processed: without
/// shared memory, a slow line would queue frames that nobody wants to see any more.
///
/// After each frame a property of the window is changed; the event about it comes back when the
/// server has processed everything before it. The answers also tell the rate of the line.
///
/// - Source: ICCCM 2.0, section 2.1: a client obtains a time stamp by a property in the same way.
nonisolated struct UnansweredFrames {
  /// The size in bytes up to which a frame may follow another one without waiting: the change of a
  /// highlight takes no noticeable time on any line.
  static let smallSize = 1 << 16
  /// The minimum size in bytes of a frame that measures the rate; smaller ones measure the delay.
  private static let rateSampleSize = 1 << 14
  /// The weight of one measured rate in the moving average.
  private static let measureWeight = 0.5
  /// The minimum share of the transfer in the time of an answer: the delay varies.
  private static let minTransferShare = 0.25
  /// The time in seconds that the bytes of a moving frame may take: with the delay of the line,
  /// motion follows the pointer within a tenth of a second.
  private static let movingTime = 0.05
  /// The maximum size in bytes of a moving frame on a line of unknown or high rate, so that motion
  /// costs little beside the exact picture at its end.
  private static let maxMovingSize = 1 << 17
  private static let minMovingSize = 1 << 13

  private var frames: [(size: Int, time: Timestamp)] = []
  private var lastAnswer: Timestamp?
  /// The shortest time of an answer in seconds; nil before the first short frame.
  private var delay: Double?
  /// The measured rate in bytes per second; nil before the first answer.
  private(set) var rate: Double?

  /// Whether another frame may be sent.
  var allowsFrame: Bool {
    frames.isEmpty || frames.count == 1 && frames[0].size <= Self.smallSize
  }

  /// Whether a band of a resting frame may be sent: enough of them are on their way to keep the
  /// line busy until their answers come, and few enough to let a moving frame through.
  var allowsBand: Bool { frames.reduce(0) { $0 + $1.size } <= Self.maxBands * Self.bandSize }

  /// The approximate number of bytes of a band.
  static let bandSize = 1 << 15
  private static let maxBands = 2

  /// The number of bytes that a moving frame may have.
  var movingSize: Int {
    guard let rate else { return Self.maxMovingSize }
    return Int(
      min(Double(Self.maxMovingSize), max(Double(Self.minMovingSize), rate * Self.movingTime)))
  }

  /// Takes note of a frame of `size` bytes whose first was sent at `time`.
  mutating func sent(_ size: Int, at time: Timestamp) { frames.append((size, time)) }

  /// Takes note of an answer.
  mutating func answered(at time: Timestamp) {
    guard !frames.isEmpty else { return }
    let frame = frames.removeFirst()
    // The server has begun with this frame when it had processed the one before.
    let begun = max(frame.time, lastAnswer ?? frame.time)
    lastAnswer = time
    guard frame.size >= Self.rateSampleSize else {
      if begun == frame.time { delay = min(delay ?? .infinity, time - begun) }
      return
    }
    guard time > begun else { return }
    // The delay is part of the time, unless another frame was on its way before.
    let elapsed = time - begun
    let transfer = begun == frame.time ? elapsed - (delay ?? 0) : elapsed
    let measured = Double(frame.size) / max(transfer, elapsed * Self.minTransferShare)
    rate = rate.map { $0 + (measured - $0) * Self.measureWeight } ?? measured
  }
}

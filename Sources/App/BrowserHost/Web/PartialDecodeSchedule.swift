/// The schedule for decoding a picture that is still downloading.
///
/// Each decode starts from the beginning of the file. Therefore the pauses grow with the duration
/// of a decode, and a download that completes within a moment is decoded only once.
nonisolated struct PartialDecodeSchedule {
  /// The time in seconds from the start of the download before the first partial picture is
  /// decoded.
  static let firstDelay = 0.15
  /// The factor by which the file must have grown since the last decode for the pause to be only as
  /// long as that decode took.
  static let worthwhileGrowth = 1.5
  /// The minimum pause in seconds after a decode when the file has grown by less than
  /// ``worthwhileGrowth``.
  static let minPause = 0.3
  /// The pause after a decode when the file has grown by less than ``worthwhileGrowth``, as a
  /// multiple of the decode's duration.
  static let pauseFactor = 2.0

  /// A decode of the first `byteCount` bytes, with its times in seconds; `ended` is nil while it
  /// runs.
  private struct Decode {
    var byteCount: Int
    var began: Double
    var ended: Double?
  }
  private let downloadStart: Double
  private var lastDecode: Decode?

  /// Makes a schedule for a download that starts at `time`, in seconds.
  init(at time: Double) { downloadStart = time }

  /// The delay in seconds until the first `byteCount` bytes are to be decoded; 0 for immediately,
  /// nil while a decode is running or no new bytes have arrived.
  func delay(forByteCount byteCount: Int, at time: Double) -> Double? {
    guard let lastDecode else {
      return byteCount > 0 ? max(0, downloadStart + Self.firstDelay - time) : nil
    }
    guard let ended = lastDecode.ended, byteCount > lastDecode.byteCount else { return nil }
    let cost = ended - lastDecode.began
    let isLargeGrowth = Double(byteCount) >= Double(lastDecode.byteCount) * Self.worthwhileGrowth
    let pause = isLargeGrowth ? cost : max(Self.minPause, cost * Self.pauseFactor)
    return max(0, ended + pause - time)
  }

  /// Records the start of a decode of the first `byteCount` bytes, at `time` in seconds.
  mutating func begin(byteCount: Int, at time: Double) {
    lastDecode = Decode(byteCount: byteCount, began: time, ended: nil)
  }

  /// Records the end of the running decode, at `time` in seconds.
  mutating func end(at time: Double) { lastDecode?.ended = time }
}

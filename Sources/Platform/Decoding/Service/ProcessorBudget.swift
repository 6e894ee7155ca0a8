import CLinux
import DecoderWire

/// The processor time of a picture, and of all pictures of a helper. A helper that overruns that of a
/// picture sends a reply that was prepared before, and ends: a loader that spins cannot be stopped
/// otherwise. The kernel ends one that overruns the other.
struct ProcessorBudget {
  /// The seconds after which a helper takes no further picture: 150 pictures of six seconds each.
  private static let lifetime = 900
  /// The share of `--max-seconds` that a picture without pixels has: nobody waits longer for one, and
  /// every size and part of it is drawn anew.
  private static let vectorShare = 10

  init(socket: Int32) {
    PreparedReply.socket = socket
    signal(SIGXCPU) { _ in PreparedReply.send() }
  }

  /// Limits the processor time of the process for good, so that `request` and others like it have
  /// theirs.
  func limit(for request: DecodeRequest) {
    let seconds = rlim_t(Self.used.rounded(.down)) + 1 + rlim_t(Self.lifetime)
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
    limit.rlim_max = min(limit.rlim_max, seconds + rlim_t(Self.seconds(of: request)))
    limit.rlim_cur = limit.rlim_max
    setrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
  }

  /// True when the helper takes no further picture.
  var isSpent: Bool { Self.used > Double(Self.lifetime) }

  /// The seconds of `request` from this moment on.
  func renew(for request: DecodeRequest) {
    let seconds = Self.seconds(of: request)
    PreparedReply.request = request
    PreparedReply.prepare(
      "", "more processor time than the \(request.limits.seconds) s of --max-seconds")
    Self.set(rlim_t(Self.used.rounded(.down)) + 1 + rlim_t(seconds))
  }

  /// No limit while waiting but the one for good.
  func suspend() {
    PreparedReply.request = nil
    Self.set(rlim_t.max)
  }

  /// Narrows the limit of the request that is being answered to the share of a picture of this format
  /// without pixels. Does nothing where no budget is kept, as in a process that is no helper.
  static func narrow(forVector format: PictureFormat) {
    guard let request = PreparedReply.request else { return }
    let seconds = max(1, seconds(of: request) / vectorShare)
    guard seconds < request.limits.seconds else { return }
    PreparedReply.prepare(
      format.name,
      "more than \(seconds) s of processor time, a tenth of --max-seconds")
    // The system counts whole seconds.
    set(rlim_t((used + Double(seconds)).rounded()))
  }

  /// The processor time of this process so far, in seconds.
  private static var used: Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  private static func seconds(of request: DecodeRequest) -> Int {
    max(1, min(request.limits.seconds, 1 << 20))
  }

  private static func set(_ seconds: rlim_t) {
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
    limit.rlim_cur = min(seconds, limit.rlim_max)
    setrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
  }
}

/// The reply to a picture that takes too long, ready before it is needed: a signal handler may neither
/// allocate nor lock.
private enum PreparedReply {
  // Written by the thread that decodes, read by the signal handler of the same process.
  nonisolated(unsafe) static var socket: Int32 = -1
  /// The request that is being answered; nil while waiting, and where no budget is kept.
  nonisolated(unsafe) static var request: DecodeRequest?
  nonisolated(unsafe) private static var length = 0
  nonisolated(unsafe) private static let bytes = UnsafeMutableRawPointer.allocate(
    byteCount: WireFormat.mostMessageBytes, alignment: 8)

  static func prepare(_ format: String, _ detail: String) {
    guard let request else { return }
    let failure = DecodeFailure(.tooSlow, format: format, detail: detail)
    let message = WireWriter.encode(DecodeReply(id: request.id, result: .failed(failure)))
    length = 0
    bytes.copyMemory(from: message, byteCount: min(message.count, WireFormat.mostMessageBytes))
    length = message.count
  }

  static func send() {
    if length > 0 { _ = CLinux.send(socket, bytes, length, Int32(MSG_NOSIGNAL)) }
    _exit(0)
  }
}

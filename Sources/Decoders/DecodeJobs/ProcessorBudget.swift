import CLinux
package import DecoderWire
package import DecodingSupport

/// Limits of processor time for one picture and for the lifetime of a helper. When a picture
/// exceeds its limit, the helper sends a prepared reply and exits, as there is no other way to stop
/// a loader. The kernel kills a helper that exceeds the limit of its lifetime.
package struct ProcessorBudget {
  /// Processor seconds after which a helper declines further pictures: 150 pictures of six seconds
  /// each.
  private static let maxLifetimeSeconds = 900
  /// Divisor of `--max-seconds` for a vector picture: a longer wait is not acceptable, and every
  /// size and region is rendered anew.
  private static let vectorTimeDivisor = 10

  package init(socket: Int32) {
    PreparedReply.socket = socket
    signal(SIGXCPU) { _ in PreparedReply.sendTimeoutReplyAndExit() }
  }

  /// Sets the permanent limit of processor time of the process: the lifetime of a helper, and the
  /// full time of one more request with the time limit of `request`, which may begin at the end of
  /// the lifetime.
  package func setPermanentLimit(for request: DecodeRequest) {
    let seconds = rlim_t(Self.usedSeconds.rounded(.down)) + 1 + rlim_t(Self.maxLifetimeSeconds)
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
    limit.rlim_max = min(limit.rlim_max, seconds + rlim_t(Self.seconds(of: request)))
    limit.rlim_cur = limit.rlim_max
    setrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
  }

  /// Whether this process has used up the processor time of a helper's lifetime, so that it
  /// declines further pictures.
  package var isExhausted: Bool { Self.usedSeconds > Double(Self.maxLifetimeSeconds) }

  /// Starts the limit of processor time for `request`, and prepares the reply that is sent when it
  /// is exceeded.
  package func startLimit(for request: DecodeRequest) {
    let seconds = Self.seconds(of: request)
    PreparedReply.request = request
    PreparedReply.prepareTimeoutReply(
      "", "more processor time than the \(request.limits.seconds) s of --max-seconds")
    Self.setSoftLimit(rlim_t(Self.usedSeconds.rounded(.down)) + 1 + rlim_t(seconds))
  }

  /// Removes the limit of processor time of the last request while the helper waits for the next
  /// one; only the limit of its lifetime remains.
  package func removeLimit() {
    PreparedReply.request = nil
    Self.setSoftLimit(rlim_t.max)
  }

  /// Reduces the limit of processor time of the current request to a tenth of `--max-seconds`, for
  /// a vector picture. Does nothing in a process without a budget, such as one that is no helper.
  package static func reduceTimeLimit(forVector format: PictureFormat) {
    guard let request = PreparedReply.request else { return }
    let seconds = max(1, seconds(of: request) / vectorTimeDivisor)
    guard seconds < request.limits.seconds else { return }
    PreparedReply.prepareTimeoutReply(
      format.name,
      "more than \(seconds) s of processor time, a tenth of --max-seconds")
    // The kernel counts whole seconds.
    setSoftLimit(rlim_t((usedSeconds + Double(seconds)).rounded()))
  }

  /// Processor time of this process so far, in seconds.
  private static var usedSeconds: Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  private static func seconds(of request: DecodeRequest) -> Int {
    max(1, min(request.limits.seconds, 1 << 20))
  }

  private static func setSoftLimit(_ seconds: rlim_t) {
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
    limit.rlim_cur = min(seconds, limit.rlim_max)
    setrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
  }
}

/// The reply for a picture that exceeds its limit of processor time or memory, prepared in advance:
/// a signal handler must neither allocate nor lock.
enum PreparedReply {
  // Written by the decoding thread, read by the signal handler.
  nonisolated(unsafe) static var socket: Int32 = -1
  /// The request that is being decoded; nil while the helper waits for one, and in a process
  /// without a ``ProcessorBudget``.
  nonisolated(unsafe) static var request: DecodeRequest?
  /// Number of bytes of the prepared reply for a picture that exceeds its time; 0 when none is
  /// prepared.
  nonisolated(unsafe) private(set) static var timeoutReplyLength = 0
  /// Number of bytes of the prepared reply for a library that aborts the process; 0 when none is
  /// prepared.
  nonisolated(unsafe) private static var abortReplyLength = 0
  nonisolated(unsafe) private static let abortReplyBytes = UnsafeMutableRawPointer.allocate(
    byteCount: DecoderWireFormat.maxMessageBytes, alignment: 8)
  nonisolated(unsafe) private static let timeoutReplyBytes = UnsafeMutableRawPointer.allocate(
    byteCount: DecoderWireFormat.maxMessageBytes, alignment: 8)

  static func prepareTimeoutReply(_ format: String, _ detail: String) {
    guard let request else { return }
    let failure = DecodeFailure(.tooSlow, format: format, detail: detail)
    storeTimeoutReply(
      DecoderWireWriter.encode(DecodeReply(id: request.id, result: .failed(failure))))
  }

  /// Stores an encoded reply, up to ``DecoderWireFormat/maxMessageBytes`` of it, for
  /// ``sendTimeoutReplyAndExit()``.
  static func storeTimeoutReply(_ message: [UInt8]) {
    let count = min(message.count, DecoderWireFormat.maxMessageBytes)
    // While the reply is copied, its length is 0: the signal handler may run at any point between
    // these lines.
    timeoutReplyLength = 0
    timeoutReplyBytes.copyMemory(from: message, byteCount: count)
    timeoutReplyLength = count
  }

  /// Prepares the reply for a library that aborts the process, which means that memory is
  /// exhausted.
  static func prepareAbortReply(_ format: String, _ detail: String) {
    guard let request else { return }
    let failure = DecodeFailure(.tooLarge, format: format, detail: detail)
    let message = DecoderWireWriter.encode(DecodeReply(id: request.id, result: .failed(failure)))
    let count = min(message.count, DecoderWireFormat.maxMessageBytes)
    abortReplyLength = 0
    abortReplyBytes.copyMemory(from: message, byteCount: count)
    abortReplyLength = count
  }

  static func sendAbortReplyAndExit() {
    if abortReplyLength > 0 {
      _ = CLinux.send(socket, abortReplyBytes, abortReplyLength, Int32(MSG_NOSIGNAL))
    }
    _exit(0)
  }

  static func sendTimeoutReplyAndExit() {
    if timeoutReplyLength > 0 {
      _ = CLinux.send(socket, timeoutReplyBytes, timeoutReplyLength, Int32(MSG_NOSIGNAL))
    }
    _exit(0)
  }
}

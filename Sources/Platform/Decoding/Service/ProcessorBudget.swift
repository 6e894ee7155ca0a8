import CLinux
import DecoderWire

/// Processor time for one picture. Who overruns it says so with the last breath and ends: a loader
/// that spins cannot be stopped otherwise.
struct ProcessorBudget {
  init(socket: Int32) {
    LastWords.socket = socket
    signal(SIGXCPU) { _ in LastWords.speak() }
  }

  /// The seconds of `request` from now on.
  func renew(for request: DecodeRequest) {
    let failure = DecodeFailure(
      .tooSlow, detail: "more processor time than the \(request.limits.seconds) s of --max-seconds")
    LastWords.prepare(WireWriter.encode(DecodeReply(id: request.id, result: .failed(failure))))
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
    set(rlim_t(used + max(1, min(request.limits.seconds, 1 << 20))))
  }

  /// No limit while waiting.
  func suspend() { set(rlim_t.max) }

  private func set(_ seconds: rlim_t) {
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
    limit.rlim_cur = min(seconds, limit.rlim_max)
    setrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
  }
}

/// A reply that is ready before it is needed: a signal handler may neither allocate nor lock.
private enum LastWords {
  // Written only between pictures, read only by the signal handler of the same process.
  nonisolated(unsafe) static var socket: Int32 = -1
  nonisolated(unsafe) private static var length = 0
  nonisolated(unsafe) private static let bytes = UnsafeMutableRawPointer.allocate(
    byteCount: WireFormat.mostMessageBytes, alignment: 8)

  static func prepare(_ message: [UInt8]) {
    length = 0
    bytes.copyMemory(from: message, byteCount: min(message.count, WireFormat.mostMessageBytes))
    length = message.count
  }

  static func speak() {
    if length > 0 { _ = send(socket, bytes, length, Int32(MSG_NOSIGNAL)) }
    _exit(0)
  }
}

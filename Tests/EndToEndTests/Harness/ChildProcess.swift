import Foundation

/// A name or an argument as the system sees it: any bytes but zero.
struct RawName: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, Hashable, Sendable {
  /// The bytes, without the ending zero.
  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }
  init(stringLiteral value: String) { self.init(value) }

  /// The name in a folder.
  static func / (folder: String, name: RawName) -> RawName {
    RawName(bytes: Array(folder.utf8) + [UInt8(ascii: "/")] + name.bytes)
  }

  /// Calls `body` with the bytes as C wants them.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let characters = bytes.map { CChar(bitPattern: $0) } + [0]
    return characters.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array without memory") }
      return body(base)
    }
  }
}

/// A program started by a test: its outputs are read, its end is seen, and it never outlives its
/// owner.
final class ChildProcess: @unchecked Sendable {
  /// Its process id; of use only while it runs.
  let id: pid_t
  /// What it writes on standard output.
  let output: OutputLines
  /// What it writes on standard error.
  let errors: OutputLines

  // The rule that makes this Sendable: `status` is touched only with `condition` locked.
  private let condition = NSCondition()
  private var status: Int32?

  /// Starts `program` with exactly this environment; `input` is all it can read.
  ///
  /// - Parameter keepsInputOpen: the end of the input is then the end of the test program.
  init(
    _ program: String, _ arguments: [RawName] = [], environment: [String: String],
    input: [UInt8] = [], keepsInputOpen: Bool = false
  ) throws {
    let (inputEnd, outputPipe, errorPipe) = (
      try PrivatePipe(), try PrivatePipe(), try PrivatePipe()
    )
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputEnd.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, outputPipe.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, errorPipe.writing, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var words = ([RawName(program)] + arguments).map { $0.withCString { strdup($0) } } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for word in words + variables { free(word) }
    }
    var child: pid_t = 0
    let failure = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    for end in [inputEnd.reading, outputPipe.writing, errorPipe.writing] { close(end) }
    output = OutputLines(descriptor: outputPipe.reading)
    errors = OutputLines(descriptor: errorPipe.reading)
    guard failure == 0 else {
      close(inputEnd.writing)
      throw HarnessError("cannot start \(program): \(String(cString: strerror(failure)))")
    }
    id = child
    Thread { [self] in awaitEnd() }.start()
    ChildProcess.feed(input, into: inputEnd.writing)
    if !keepsInputOpen { close(inputEnd.writing) }
  }

  /// Waits for its end.
  ///
  /// - Returns: the exit code, 128 + the signal that ended it, or nil when it still runs.
  func exitCode(within seconds: Double = 10) -> Int32? {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: seconds)
    while status == nil {
      guard condition.wait(until: deadline) else { break }
    }
    return status.map { $0 & 0x7f == 0 ? ($0 >> 8) & 0xff : 128 + ($0 & 0x7f) }
  }

  /// True until its end was seen.
  var isRunning: Bool {
    condition.lock()
    defer { condition.unlock() }
    return status == nil
  }

  /// Sends a signal; nothing happens when it has ended, so no stranger is ever hit.
  func send(signal: Int32) {
    condition.lock()
    defer { condition.unlock() }
    if status == nil { kill(id, signal) }
  }

  /// Ends it and waits until it is gone.
  func end() {
    send(signal: SIGKILL)
    _ = exitCode(within: 5)
  }

  private func awaitEnd() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    condition.lock()
    var value: Int32 = 0
    waitpid(id, &value, 0)
    status = value
    condition.broadcast()
    condition.unlock()
  }

  private static func feed(_ input: [UInt8], into descriptor: Int32) {
    // A program that ended without reading is no reason to end the test program.
    signal(SIGPIPE, SIG_IGN)
    var rest = input[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
  }
}

/// A pipe whose ends no other program inherits.
private struct PrivatePipe {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw HarnessError("pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}

/// What went wrong in the harness or in waiting, with all that is needed to understand it.
struct HarnessError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

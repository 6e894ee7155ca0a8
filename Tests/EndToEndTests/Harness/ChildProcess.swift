import Foundation

/// A file name or argument as raw bytes, without NUL.
struct RawName: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, Hashable, Sendable {
  /// The bytes, without the terminating NUL.
  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }
  init(stringLiteral value: String) { self.init(value) }

  /// The path of `name` in `folder`.
  static func / (folder: String, name: RawName) -> RawName {
    RawName(bytes: Array(folder.utf8) + [UInt8(ascii: "/")] + name.bytes)
  }

  /// Calls `body` with the bytes and a terminating NUL.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let characters = bytes.map { CChar(bitPattern: $0) } + [0]
    return characters.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array without memory") }
      return body(base)
    }
  }
}

/// A child process of a test. It captures both outputs and the exit status; `end` kills it.
final class ChildProcess: @unchecked Sendable {
  /// The process id, valid until the process has ended.
  let id: pid_t
  /// The standard output.
  let output: OutputLines
  /// The standard error.
  let errors: OutputLines

  // Sendable, because `status` is accessed only with `condition` locked.
  private let condition = NSCondition()
  private var status: Int32?

  /// Starts `program` with exactly this environment and `input` on its standard input.
  ///
  /// - Parameter keepsInputOpen: keeps the standard input open after `input`, so that the child
  /// never reads the end of the file.
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

  /// Waits for the end of the process and of its outputs, so that all their lines are known. The
  /// wait for outputs that another process still has open ends after a second.
  ///
  /// - Returns: the exit code, 128 + the signal number, or nil if the process still runs.
  func exitCode(within seconds: Double = 30) -> Int32? {
    let code = awaitCode(within: seconds)
    guard code != nil else { return nil }
    for stream in [output, errors] { _ = stream.wholeOutput(within: 1) }
    return code
  }

  /// Waits for the end of the process, but not of its outputs.
  private func awaitCode(within seconds: Double) -> Int32? {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: seconds)
    while status == nil {
      guard condition.wait(until: deadline) else { break }
    }
    return status.map { $0 & 0x7f == 0 ? ($0 >> 8) & 0xff : 128 + ($0 & 0x7f) }
  }

  /// Whether the process has not ended yet.
  var isRunning: Bool {
    condition.lock()
    defer { condition.unlock() }
    return status == nil
  }

  /// Sends a signal. No-op after the end, when the process id may belong to another process.
  func send(signal: Int32) {
    condition.lock()
    defer { condition.unlock() }
    if status == nil { kill(id, signal) }
  }

  /// Kills the process and waits for its end.
  func end() {
    send(signal: SIGKILL)
    _ = awaitCode(within: 30)
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
    // Writing to a child that has closed its input must not end the test program.
    signal(SIGPIPE, SIG_IGN)
    var rest = input[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
  }
}

/// A pipe whose descriptors are closed on exec.
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

/// A failure of the harness or an expired timeout, with a description.
struct HarnessError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

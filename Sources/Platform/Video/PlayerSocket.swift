import CLinux
import ClipWire

/// A real player: its process and our end of the socket.
final class PlayerSocket: PlayerTransport {
  var onEvent: (@MainActor (PlayerEvent) -> Void)?

  private nonisolated let socket: OwnedDescriptor
  private let process: OwnedProcess
  private let loop: any PlayerLoop
  private var stopWatching: (@MainActor () -> Void)?

  init(_ program: PlayerProgram, loop: any PlayerLoop) throws(VideoFailure) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .noPlayer(systemMessage(pbview_errno()))
    }
    socket = OwnedDescriptor(ends[0])
    let theirs = OwnedDescriptor(ends[1])
    self.loop = loop
    process = OwnedProcess(try program.spawn(socket: theirs.number))
    stopWatching = loop.watchPlayer(descriptor: ends[0]) { [weak self] in self?.drain() }
  }

  nonisolated func send(_ message: [UInt8], descriptor: Int32) -> Bool {
    var descriptor = descriptor
    let sent = linux_send_descriptors(
      socket.number, message, message.count, &descriptor, descriptor >= 0 ? 1 : 0,
      Int32(MSG_DONTWAIT))
    return sent == message.count
  }

  func end() {
    guard let stop = stopWatching else { return }
    stop()
    stopWatching = nil
    onEvent = nil
    process.end(on: loop)
  }

  private func drain() {
    while stopWatching != nil, let event = receive() {
      onEvent?(event)
      guard case .message = event else { return }
    }
  }

  private func receive() -> PlayerEvent? {
    var bytes = [UInt8](repeating: 0, count: ClipWireFormat.mostMessageBytes)
    var numbers = [Int32](repeating: -1, count: Int(LINUX_MOST_DESCRIPTORS))
    var count: Int32 = 0
    var truncated: Int32 = 0
    var received = -1
    repeat {
      received = linux_receive_descriptors(
        socket.number, &bytes, bytes.count, &numbers, &count, &truncated,
        Int32(MSG_DONTWAIT))
    } while received < 0 && pbview_errno() == EINTR
    if received < 0 { return pbview_errno() == EAGAIN ? nil : .closed }
    for number in numbers.prefix(Int(count)) { close(number) }
    if truncated != 0 || count > 0 { return .garbled }
    return received == 0 ? .closed : .message(Array(bytes.prefix(received)))
  }
}

/// A child that is killed and collected without waiting for it: a process with a lot of memory needs
/// some time to go, and the main actor has none.
final class OwnedProcess {
  private let pid: pid_t
  private var stopWatching: (@MainActor () -> Void)?

  init(_ pid: pid_t) { self.pid = pid }

  /// Kills it; it is collected when the kernel says that it is gone.
  func end(on loop: any PlayerLoop) {
    let pidfdOpen = 434
    let number = Int32(helper_syscall(pidfdOpen, Int(pid), 0, 0, 0))
    _ = kill(pid, SIGKILL)
    guard number >= 0 else { return _ = waitpid(pid, nil, 0) }
    let descriptor = OwnedDescriptor(number)
    // Keeps itself until then.
    stopWatching = loop.watchPlayer(descriptor: number) { [self] in
      _ = descriptor
      waitpid(pid, nil, WNOHANG)
      stopWatching?()
      stopWatching = nil
    }
  }
}

/// Starts real players.
public final class PlayerProcessLauncher: PlayerLauncher {
  private let loop: any PlayerLoop
  private var program: PlayerProgram?

  /// Starts the program that is found when the first is needed.
  public init(loop: any PlayerLoop) { self.loop = loop }

  /// Starts one process.
  package func launch() throws(VideoFailure) -> any PlayerTransport {
    let program = try foundProgram()
    return try PlayerSocket(program, loop: loop)
  }

  private func foundProgram() throws(VideoFailure) -> PlayerProgram {
    if let program { return program }
    let found = try PlayerProgram.find()
    program = found
    return found
  }
}

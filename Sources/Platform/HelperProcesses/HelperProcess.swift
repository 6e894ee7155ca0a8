import CLinux

/// A helper process and the viewer's end of its socket.
@MainActor
package final class HelperProcess {
  /// Called for every event; set once, before the first event.
  package var onEvent: (@MainActor (HelperSocket.Event) -> Void)?

  private nonisolated let socket: HelperSocket
  private let pid: pid_t
  private let loop: any DescriptorWatching
  private let onCrash: (@MainActor (HelperCrash) -> Void)?
  /// The watch of the socket while the helper runs, then of the ended process.
  private var watching: Cancellation?
  private var isEnded = false

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the program's name. Default none.
  ///   - environment: the variables as C strings. Default those of this process.
  ///   - showsErrors: whether the process inherits standard error. Default false.
  ///   - maxMessageBytes: the longest message of the protocol, in bytes.
  ///   - maxPacketsPerSecond: the maximum number of packets per second. Default no limit.
  ///   - onCrash: called when the process turns out to have crashed before it was ended.
  package init(
    _ program: HelperProgram, arguments: [String] = [], environment: [[CChar]]? = nil,
    showsErrors: Bool = false, maxMessageBytes: Int, maxPacketsPerSecond: Int? = nil,
    loop: any DescriptorWatching, onCrash: (@MainActor (HelperCrash) -> Void)? = nil
  ) throws(HelperStartFailure) {
    let pair = HelperSocket.pair(
      maxMessageBytes: maxMessageBytes, maxPacketsPerSecond: maxPacketsPerSecond)
    guard let pair else { throw HelperStartFailure(detail: systemMessage(pbview_errno())) }
    socket = pair.own
    self.loop = loop
    self.onCrash = onCrash
    pid = try program.spawn(
      socket: pair.theirs.number, arguments: arguments, environment: environment,
      showsErrors: showsErrors)
    watching = loop.watch(descriptor: socket.descriptor) { [weak self] in
      guard let self else { return }
      socket.takePackets { self.onEvent?($0) }
    }
  }

  /// Sends one message with descriptors, which remain the caller's, without waiting. Callable from
  /// any thread.
  ///
  /// - Returns: false when the helper has ended, or its socket buffer is full.
  package nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    socket.send(message, descriptors: descriptors)
  }

  /// The niceness of a helper that yields to others, on the scale of `setpriority` up to 19.
  private static let niceness: Int32 = 10

  /// Lowers the scheduling priority of the process from now on.
  package func lowerPriority() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), id_t(pid), Self.niceness)
  }

  /// Gives the process only the processor and disk time that nobody else wants, from now on.
  package func becomeIdle() { _ = linux_become_idle(pid) }

  /// Kills the process, also in the middle of its work. No event follows.
  package func end() {
    guard !isEnded else { return }
    isEnded = true
    onEvent = nil
    watching?.cancel()
    watching = nil
    socket.close()
    reap()
  }

  /// Kills the process and reaps it when its pidfd becomes readable: a process with much memory
  /// takes some time to exit, and the main actor must not wait for it.
  private func reap() {
    let pidfdOpen = 434
    let number = Int32(helper_syscall(pidfdOpen, Int(pid), 0, 0, 0))
    let descriptor = number < 0 ? nil : OwnedDescriptor(number)
    _ = kill(pid, SIGKILL)
    guard !isReaped(waiting: descriptor == nil) else { return }
    // The closure keeps this object alive until then.
    watching = loop.watch(descriptor: number) { [self] in
      _ = descriptor
      guard isReaped(waiting: false) else { return }
      watching?.cancel()
      watching = nil
    }
  }

  /// Whether the process has exited, and is no zombie any more.
  private func isReaped(waiting: Bool) -> Bool {
    var status: Int32 = 0
    let found = waitpid(pid, &status, waiting ? 0 : WNOHANG)
    if found == pid, let crash = HelperCrash(status: status) { onCrash?(crash) }
    return found != 0
  }
}

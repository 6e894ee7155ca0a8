import CLinux

/// A helper process and the viewer's end of the socket to it.
@MainActor
package final class HelperProcess {
  /// The closure that is called for every message and for the end of the connection; set once,
  /// before the first event.
  package var onEvent: (@MainActor (HelperSocket.Event) -> Void)?

  private nonisolated let socket: HelperSocket
  private let pid: pid_t
  private let loop: any DescriptorWatching
  private let onCrash: (@MainActor (HelperCrash) -> Void)?
  /// The watch of the socket while the helper runs, and of the process after the helper was ended.
  private var watch: Cancellation?
  private var isEnded = false

  /// Starts a helper process.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the program's name. Default none.
  ///   - environment: the environment variables as C strings. Default those of this process.
  ///   - showsErrors: whether the process writes to the standard error of this process. Default
  ///     false.
  ///   - maxMessageBytes: the maximum length of a message, in bytes.
  ///   - maxPacketsPerSecond: the maximum number of messages of the helper per second. Default no
  ///     limit.
  ///   - loop: the event loop that watches the socket.
  ///   - onCrash: called after ``end()`` if the process had crashed before.
  /// - Throws: the reason why the process cannot be started.
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
    watch = loop.watch(descriptor: socket.descriptor) { [weak self] in
      guard let self else { return }
      socket.receivePackets { self.onEvent?($0) }
    }
  }

  /// Sends a message with copies of descriptors, which the caller still owns, without waiting.
  /// Callable from any thread.
  ///
  /// - Returns: false when the helper has ended, or its socket buffer is full.
  package nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    socket.send(message, descriptors: descriptors)
  }

  /// The nice value of a helper with lowered priority, on the scale of `setpriority` up to 19.
  private static let niceness: Int32 = 10

  /// Lowers the scheduling priority of the process permanently.
  package func lowerPriority() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), id_t(pid), Self.niceness)
  }

  /// Limits the process permanently to processor and disk time that no other process wants.
  package func useIdlePriority() { _ = linux_become_idle(pid) }

  /// Kills the process, also in the middle of its work; ``onEvent`` is not called any more.
  package func end() {
    guard !isEnded else { return }
    isEnded = true
    onEvent = nil
    watch?.cancel()
    watch = nil
    socket.close()
    killAndReap()
  }

  /// Kills the process, and reaps it when its pidfd becomes readable: a process with much memory
  /// takes some time to exit, and the main actor must not wait for that.
  private func killAndReap() {
    let pidfdOpen = 434
    let number = Int32(helper_syscall(pidfdOpen, Int(pid), 0, 0, 0))
    let descriptor = number < 0 ? nil : OwnedDescriptor(number)
    _ = kill(pid, SIGKILL)
    guard !reapIfEnded(waiting: descriptor == nil) else { return }
    // The closure keeps this object alive until the process has exited.
    watch = loop.watch(descriptor: number) { [self] in
      _ = descriptor
      guard reapIfEnded(waiting: false) else { return }
      watch?.cancel()
      watch = nil
    }
  }

  /// Whether the process has exited and been reaped; with `waiting`, the call waits until it has.
  private func reapIfEnded(waiting: Bool) -> Bool {
    var status: Int32 = 0
    var found: pid_t
    repeat {
      found = waitpid(pid, &status, waiting ? 0 : WNOHANG)
    } while found < 0 && pbview_errno() == EINTR
    if found == pid, let crash = HelperCrash(status: status) { onCrash?(crash) }
    return found != 0
  }
}

import CLinux

/// A helper process and the viewer's end of its socket, for a thread that waits for it: unlike
/// ``HelperProcess``, it needs no event loop.
///
/// The kernel ends the process with the thread that started it.
package final class HelperConnection: Sendable {
  private let socket: OwnedDescriptor
  private let maxMessageBytes: Int
  /// The process ID; nil for a socket whose other end belongs to this process.
  private let pid: pid_t?

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the program's name.
  ///   - maxMessageBytes: the longest message of the protocol, in bytes.
  package init(
    _ program: HelperProgram, arguments: [String], maxMessageBytes: Int
  ) throws(HelperStartFailure) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw HelperStartFailure(detail: systemMessage(pbview_errno()))
    }
    socket = OwnedDescriptor(ends[0])
    self.maxMessageBytes = maxMessageBytes
    let theirs = OwnedDescriptor(ends[1])
    pid = try program.spawn(
      socket: theirs.number, arguments: arguments, environment: nil, showsErrors: false)
  }

  /// Takes over a connected packet socket, whose other end a test plays.
  package init(socket: OwnedDescriptor, maxMessageBytes: Int) {
    self.socket = socket
    self.maxMessageBytes = maxMessageBytes
    pid = nil
  }

  /// Sends one message with descriptors, which remain the caller's, without waiting. Callable from
  /// any thread.
  ///
  /// - Returns: false when the helper has ended, or does not read.
  package func send(_ message: [UInt8], descriptors: [Int32] = []) -> Bool {
    let sent = linux_send_descriptors(
      socket.number, message, message.count, descriptors, Int32(descriptors.count),
      Int32(MSG_DONTWAIT))
    return sent == message.count
  }

  /// Waits for an event on the socket.
  package func receive() -> HelperSocket.Event {
    HelperSocket.receive(socket.number, maxMessageBytes, flags: 0) ?? .closed
  }

  /// Kills the process, also in the middle of its work; ``receive()`` returns `.closed`. Callable
  /// from any thread.
  package func end() {
    _ = shutdown(socket.number, Int32(SHUT_RDWR))
  }

  /// Kills the process and waits until it has exited. Must be called exactly once, by the thread
  /// that started it.
  package func reap() {
    end()
    guard let pid else { return }
    _ = kill(pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, pbview_errno() == EINTR {}
  }
}

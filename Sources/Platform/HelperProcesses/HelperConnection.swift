import CLinux

/// A helper process and the viewer's end of the socket to it, for a thread that waits for the
/// messages of the process: unlike ``HelperProcess``, a connection needs no event loop.
///
/// The kernel ends the process when the thread that started it ends.
package final class HelperConnection: Sendable {
  private let socket: OwnedDescriptor
  private let maxMessageBytes: Int
  /// The process ID of the helper; nil for a socket whose other end is in this process.
  private let pid: pid_t?

  /// Starts a helper process.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the program's name.
  ///   - maxMessageBytes: the maximum length of a message, in bytes.
  /// - Throws: the reason why the process cannot be started.
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

  /// Makes a connection without a process from a connected packet socket, on whose other end a test
  /// plays the helper.
  package init(socket: OwnedDescriptor, maxMessageBytes: Int) {
    self.socket = socket
    self.maxMessageBytes = maxMessageBytes
    pid = nil
  }

  /// Sends a message with copies of descriptors, which the caller still owns, without waiting.
  /// Callable from any thread.
  ///
  /// - Returns: false when the helper has ended, or does not read its messages.
  package func send(_ message: [UInt8], descriptors: [Int32] = []) -> Bool {
    let sent = linux_send_descriptors(
      socket.number, message, message.count, descriptors, Int32(descriptors.count),
      Int32(MSG_DONTWAIT))
    return sent == message.count
  }

  /// Waits for a message of the helper or the end of the connection, and returns it.
  package func receive() -> HelperSocket.Event {
    HelperSocket.receive(socket.number, maxMessageBytes, flags: 0) ?? .closed
  }

  /// Closes the connection: ``receive()`` returns `.closed`, so that the waiting thread can kill
  /// the process with ``reap()``. Callable from any thread.
  package func end() {
    _ = shutdown(socket.number, Int32(SHUT_RDWR))
  }

  /// Kills the process, also in the middle of its work, and waits until it has exited. Must be
  /// called exactly once, by the thread that started the process.
  package func reap() {
    end()
    guard let pid else { return }
    _ = kill(pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, pbview_errno() == EINTR {}
  }
}

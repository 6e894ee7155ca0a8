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
    guard let ends = HelperSocket.makeEnds() else {
      throw HelperStartFailure(detail: systemMessage(pbview_errno()))
    }
    socket = ends.own
    self.maxMessageBytes = maxMessageBytes
    pid = try program.spawn(
      socket: ends.theirs.number, arguments: arguments, environment: nil, showsErrors: false)
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
    HelperSocket.send(message, descriptors: descriptors, on: socket.number)
  }

  /// Waits for a message of the helper or the end of the connection, and returns it.
  package func receive() -> HelperSocket.Event {
    HelperSocket.receive(socket.number, maxMessageBytes, flags: 0) ?? .closed
  }

  /// Closes the connection: ``receive()`` returns `.closed`, so that the waiting thread can kill
  /// the process with ``killAndReap()``. Callable from any thread.
  package func shutDown() {
    _ = shutdown(socket.number, Int32(SHUT_RDWR))
  }

  /// Kills the process, also in the middle of its work, and waits until it has exited. Must be
  /// called exactly once, by the thread that started the process.
  package func killAndReap() {
    shutDown()
    guard let pid else { return }
    _ = kill(pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, pbview_errno() == EINTR {}
  }
}

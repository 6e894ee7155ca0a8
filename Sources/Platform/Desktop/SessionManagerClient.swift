import CLinux
import CSession
import RuntimeLibraries

/// The program as a client of the X session manager, which restores running programs at the next
/// login.
///
/// - Source: X Session Management Protocol 1.0 (X.Org), sections 7 and 11.
@MainActor
package final class SessionManagerClient {
  /// A connection to the session manager that is not yet used by a ``SessionManagerClient``.
  nonisolated package struct ManagerConnection: Sendable {
    fileprivate let library: SessionLibrary
    // Sendable because libSM keeps no state per thread: one thread after the other uses the
    // connection.
    nonisolated(unsafe) fileprivate let connection: OpaquePointer
    fileprivate let received: ReceivedMessages
    /// The client ID by which the session manager recognises the program in all sessions.
    package let id: String
    /// The file descriptor that is readable when the session manager has sent a message.
    package let descriptor: Int32
  }

  /// The program and arguments of the command line that would restore the program's present state;
  /// empty when the state cannot be restored.
  package var restoreCommand: () -> [[UInt8]] = { [] }
  /// Whether the session manager starts the program again at the next login, if it runs at the end
  /// of the session. Default: true.
  package var isRestartedAtLogin = true
  /// Called when the session manager asks the program to end, after its connection is closed.
  package var onEnd: () -> Void = {}

  private let session: ManagerConnection
  private var isOpen = true

  /// The size of the buffer for libSM's error message, in bytes.
  private nonisolated static let errorLength = 256

  /// Connects to the session manager and blocks until it has replied.
  ///
  /// - Parameter previousID: the client ID in the session before; nil for a new client.
  /// - Returns: nil without a session manager, or when libSM is not installed.
  nonisolated package static func connect(previousID: String?) -> ManagerConnection? {
    guard getenv("SESSION_MANAGER") != nil, let library = try? SessionLibrary.shared.get() else {
      return nil
    }
    // The handler replaces that of libICE, which ends the program when the connection breaks.
    _ = library.setErrorHandler { _ in }
    let received = ReceivedMessages()
    let data = Unmanaged.passUnretained(received).toOpaque()
    var callbacks = SmcCallbacks()
    callbacks.save_yourself.callback = { _, data, _, _, _, _ in
      guard let data else { return }
      Unmanaged<ReceivedMessages>.fromOpaque(data).takeUnretainedValue().messages.append(.save)
    }
    callbacks.die.callback = { _, data in
      guard let data else { return }
      Unmanaged<ReceivedMessages>.fromOpaque(data).takeUnretainedValue().messages.append(.end)
    }
    callbacks.save_complete.callback = { _, _ in }
    callbacks.shutdown_cancelled.callback = { _, _ in }
    callbacks.save_yourself.client_data = data
    callbacks.die.client_data = data
    let mask = UInt(
      SmcSaveYourselfProcMask | SmcDieProcMask | SmcSaveCompleteProcMask
        | SmcShutdownCancelledProcMask)
    var id: UnsafeMutablePointer<CChar>?
    var error = [CChar](repeating: 0, count: errorLength)
    let previous = previousID.map { Array($0.utf8CString) }
    let connection =
      if var previous {
        library.open(
          nil, nil, 1, 0, mask, &callbacks, &previous, &id, Int32(error.count), &error)
      } else {
        library.open(nil, nil, 1, 0, mask, &callbacks, nil, &id, Int32(error.count), &error)
      }
    defer { if let id { free(id) } }
    guard let connection, let id, let stream = library.iceConnection(connection) else { return nil }
    return ManagerConnection(
      library: library, connection: connection, received: received, id: String(cString: id),
      descriptor: library.descriptor(stream))
  }

  package init(_ session: ManagerConnection) { self.session = session }

  /// Handles the messages of the session manager that have arrived.
  ///
  /// - Returns: false when the connection has ended, so that its descriptor must not be watched
  ///   further.
  package func handleMessages() -> Bool {
    guard isOpen, let stream = session.library.iceConnection(session.connection) else {
      return false
    }
    guard session.library.processMessages(stream, nil, nil) == IceProcessMessagesSuccess else {
      isOpen = false
      return false
    }
    let messages = session.received.messages
    session.received.messages = []
    for message in messages {
      switch message {
      case .save: answerSaveRequest()
      case .end:
        close()
        onEnd()
      }
    }
    return isOpen
  }

  /// Closes the connection, so that the session manager does not restore the program at the next
  /// login.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    _ = session.library.close(session.connection, 0, nil)
  }

  /// Gives the session manager the command lines that restart the program, and reports that the
  /// program's state is saved.
  private func answerSaveRequest() {
    let command = restoreCommand()
    guard let program = command.first else {
      session.library.saveYourselfDone(session.connection, 1)
      return
    }
    let option = ["--sm-client-id", session.id].map { Array($0.utf8) }
    let user = getenv("USER").map { String(cString: $0) } ?? "\(getuid())"
    setProperty("Program", "ARRAY8", [program])
    setProperty("UserID", "ARRAY8", [Array(user.utf8)])
    setProperty("CloneCommand", "LISTofARRAY8", command)
    setProperty("RestartCommand", "LISTofARRAY8", [program] + option + command.dropFirst())
    setProperty(
      "RestartStyleHint", "CARD8",
      [[UInt8(isRestartedAtLogin ? SmRestartIfRunning : SmRestartNever)]])
    session.library.saveYourselfDone(session.connection, 1)
  }

  private func setProperty(_ name: String, _ type: String, _ values: [[UInt8]]) {
    var name = Array(name.utf8CString)
    var type = Array(type.utf8CString)
    // One block of memory holds all values, so that their addresses stay valid during the call.
    var bytes = values.flatMap(\.self) + [0]
    name.withUnsafeMutableBufferPointer { name in
      type.withUnsafeMutableBufferPointer { type in
        bytes.withUnsafeMutableBytes { bytes in
          var start = 0
          var parts = values.map { value in
            defer { start += value.count }
            return SmPropValue(
              length: Int32(clamping: value.count), value: bytes.baseAddress?.advanced(by: start))
          }
          parts.withUnsafeMutableBufferPointer { parts in
            var property = SmProp(
              name: name.baseAddress, type: type.baseAddress, num_vals: Int32(parts.count),
              vals: parts.baseAddress)
            withUnsafeMutablePointer(to: &property) { property in
              var list: UnsafeMutablePointer<SmProp>? = property
              session.library.setProperties(session.connection, 1, &list)
            }
          }
        }
      }
    }
  }
}

/// The messages of the session manager, which the callbacks of libSM append while it reads the
/// connection.
nonisolated private final class ReceivedMessages: @unchecked Sendable {
  enum ManagerMessage {
    case save, end
  }
  // Sendable because the callbacks run only inside calls of libSM, which one thread after the other
  // makes.
  var messages: [ManagerMessage] = []
}

/// The functions of libSM and libICE, loaded when the session manager is first used.
nonisolated private final class SessionLibrary: Sendable {
  typealias Client = OpaquePointer
  typealias ICEConnection = OpaquePointer

  /// `SmcOpenConnection`. Arguments: addresses, context, major and minor version, mask of
  /// callbacks, callbacks, client ID of the session before, the new client ID (which the caller
  /// frees), and the size and buffer of an error message.
  let open:
    @convention(c) (
      UnsafeMutablePointer<CChar>?, UnsafeMutableRawPointer?, Int32, Int32, UInt,
      UnsafeMutablePointer<SmcCallbacks>?, UnsafeMutablePointer<CChar>?,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, Int32, UnsafeMutablePointer<CChar>?
    ) -> Client?
  let close:
    @convention(c) (Client, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32
  let setProperties:
    @convention(c) (Client, Int32, UnsafeMutablePointer<UnsafeMutablePointer<SmProp>?>?) -> Void
  let saveYourselfDone: @convention(c) (Client, Int32) -> Void
  let iceConnection: @convention(c) (Client) -> ICEConnection?
  let descriptor: @convention(c) (ICEConnection) -> Int32
  let processMessages:
    @convention(c) (ICEConnection, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>?) -> Int32
  typealias ErrorHandler = @convention(c) (OpaquePointer?) -> Void
  let setErrorHandler: @convention(c) (ErrorHandler) -> OpaquePointer?

  /// The functions of both libraries, or the error that a library is not installed.
  static let shared = Result { () throws(RuntimeLibrary.Missing) in try SessionLibrary() }

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libSM.so.6")
    let transport = try RuntimeLibrary("libICE.so.6")
    open = try library.function("SmcOpenConnection")
    close = try library.function("SmcCloseConnection")
    setProperties = try library.function("SmcSetProperties")
    saveYourselfDone = try library.function("SmcSaveYourselfDone")
    iceConnection = try library.function("SmcGetIceConnection")
    descriptor = try transport.function("IceConnectionNumber")
    processMessages = try transport.function("IceProcessMessages")
    setErrorHandler = try transport.function("IceSetIOErrorHandler")
  }
}

import BusWire
import Descriptors
import Glibc

/// A connection to a message bus of D-Bus, driven by the event loop of the main thread. Reads and
/// writes never block.
///
/// - Source: D-Bus specification, "Authentication protocol" and "Message bus messages".
final class BusConnection {
  /// Called with every method call that arrives from the bus.
  var onCall: (BusMessage) -> Void = { _ in }
  /// Called with every signal that arrives from the bus.
  var onSignal: (BusMessage) -> Void = { _ in }
  /// Called when the bus has accepted the connection and given it its unique name.
  var onOpen: () -> Void = {}
  /// Called when bytes have arrived, before the messages in them are handled.
  var onBytesArrival: () -> Void = {}
  /// Called when the bus has closed the connection or refused the authentication, when it has sent
  /// an invalid message, or when too many bytes wait to be sent.
  var onClose: () -> Void = {}
  /// The unique name of this connection on the bus; empty before the reply to `Hello`.
  private(set) var uniqueName = ""

  private enum ConnectionPhase {
    case authenticating
    case open
    case closed
  }

  /// The socket to the bus; nil after the end of the connection.
  private var socket: OwnedDescriptor?
  private let loop: BusLoop
  private var phase = ConnectionPhase.authenticating
  private var receivedBytes: [UInt8] = []
  private var unsentBytes: [UInt8] = []
  private var lastSerial: UInt32 = 0
  private var replyHandlers: [UInt32: (BusMessage) -> Void] = [:]
  private var stopWatching: (() -> Void)?
  private var cancelRetry: (() -> Void)?

  /// The maximum number of bytes that one turn of the event loop reads from the bus: about 50
  /// calls, answered in a few milliseconds. The rest waits in the socket, so that a flood of calls
  /// cannot block the program.
  private static let maxReadBytes = 1 << 13
  /// The maximum length of an incoming message, in bytes.
  private static let maxMessageBytes = 1 << 18
  /// The maximum number of unsent bytes, above which the connection ends.
  private static let maxUnsentBytes = 1 << 23
  /// The delay before the next attempt to write to a socket whose send buffer is full, in seconds.
  private static let retryDelay = 0.01

  /// Connects to the bus at a D-Bus address and begins the authentication; nil when no socket can
  /// be connected.
  init?(_ address: String, on loop: BusLoop) {
    guard let socket = BusAddress(address)?.connect() else { return nil }
    self.socket = socket
    self.loop = loop
    stopWatching = loop.watchReadable(socket.number) { [weak self] in self?.read() }
    let user = Array(String(getuid()).utf8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    write([0] + Array("AUTH EXTERNAL \(user.joined())\r\n".utf8))
  }

  isolated deinit { end() }

  /// Closes the connection without a call of `onClose`. Replies that are still awaited never
  /// arrive.
  func end() {
    guard phase != .closed else { return }
    phase = .closed
    stopWatching?()
    cancelRetry?()
    (stopWatching, cancelRetry) = (nil, nil)
    replyHandlers = [:]
    socket = nil
  }

  private func closeAndReport() {
    guard phase != .closed else { return }
    end()
    onClose()
  }

  // MARK: Sending

  /// Sends a method call; `handleReply` gets the reply or the error message. Without it the call
  /// asks for no reply.
  func call(_ message: BusMessage, _ handleReply: ((BusMessage) -> Void)? = nil) {
    var message = message
    message.wantsReply = handleReply != nil
    let number = send(message)
    if let handleReply { replyHandlers[number] = handleReply }
  }

  /// Sends a message with the next serial number.
  ///
  /// - Returns: the serial number of the message.
  @discardableResult
  func send(_ message: BusMessage) -> UInt32 {
    lastSerial = lastSerial == .max ? 1 : lastSerial + 1
    var message = message
    message.serial = lastSerial
    write(message.bytes)
    return lastSerial
  }

  private func write(_ bytes: [UInt8]) {
    guard phase != .closed else { return }
    unsentBytes += bytes
    if unsentBytes.count > Self.maxUnsentBytes { return closeAndReport() }
    flush()
  }

  private func flush() {
    guard let number = socket?.number else { return }
    var sent = 0
    while sent < unsentBytes.count {
      let count = unsentBytes.withUnsafeBytes { bytes in
        Glibc.send(
          number, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
          Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        break
      } else {
        return closeAndReport()
      }
    }
    unsentBytes.removeFirst(sent)
    if !unsentBytes.isEmpty, cancelRetry == nil {
      cancelRetry = loop.startTimer(Self.retryDelay) { [weak self] in
        self?.cancelRetry = nil
        self?.flush()
      }
    }
  }

  // MARK: Receiving

  private func read() {
    guard let number = socket?.number else { return }
    var bytes = [UInt8](repeating: 0, count: Self.maxReadBytes)
    let count = bytes.withUnsafeMutableBytes {
      recv(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return closeAndReport() }
    receivedBytes += bytes.prefix(count)
    if phase == .authenticating { handleAuthentication() }
    onBytesArrival()
    handleInput()
  }

  /// Handles the server's line of the authentication, which begins with `OK` when the user is
  /// accepted. Any other line ends the connection.
  private func handleAuthentication() {
    guard let end = receivedBytes.firstIndex(of: UInt8(ascii: "\n")) else {
      if receivedBytes.count > Self.maxReadBytes { closeAndReport() }
      return
    }
    let isAccepted = receivedBytes.starts(with: "OK ".utf8)
    receivedBytes.removeFirst(end + 1)
    guard isAccepted else { return closeAndReport() }
    phase = .open
    write(Array("BEGIN\r\n".utf8))
    call(BusMessage(call: "Hello", of: BusDaemon.interface, on: BusDaemon.path, at: BusDaemon.name))
    {
      [weak self] reply in
      guard let self, reply.kind == .reply, let name = reply.body.first?.string else {
        self?.closeAndReport()
        return
      }
      self.uniqueName = name
      onOpen()
    }
  }

  private func handleInput() {
    var rest = receivedBytes[...]
    while phase == .open {
      switch BusMessage.parse(rest, limit: Self.maxMessageBytes) {
      case .incomplete:
        receivedBytes = Array(rest)
        return
      case .invalid: return closeAndReport()
      case .message(let message, let length):
        rest = rest.dropFirst(length)
        if let message { handle(message) }
      }
    }
  }

  private func handle(_ message: BusMessage) {
    switch message.kind {
    case .call: onCall(message)
    case .signal: onSignal(message)
    case .reply, .error: replyHandlers.removeValue(forKey: message.replySerial)?(message)
    }
  }
}

/// The bus name, object path and interfaces of the message bus itself.
nonisolated enum BusDaemon {
  static let name = "org.freedesktop.DBus"
  static let path = "/org/freedesktop/DBus"
  static let interface = "org.freedesktop.DBus"
  static let properties = "org.freedesktop.DBus.Properties"
}

import Foundation

/// A display name on TCP whose connections are passed on to a display of this machine: a program
/// there shares no memory with the server. The relay counts what programs send.
final class DisplayRelay: @unchecked Sendable {
  // Sendable, because `count` is accessed only with `lock` held.
  /// The value for `DISPLAY`.
  let name: String
  private let listener: Int32
  private let socketPath: String
  private let lock = NSLock()
  private var count = 0

  /// The display numbers tried, above those of servers.
  private static let numbers = 300..<500

  /// The number of bytes that programs have sent.
  var sent: Int { lock.withLock { count } }

  init(to display: VirtualDisplay) throws {
    socketPath = "/tmp/.X11-unix/X" + display.name.dropFirst()
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw HarnessError("no socket") }
    listener = descriptor
    let free = Self.numbers.first { Self.bind(descriptor, port: 6000 + $0) }
    guard let free, listen(descriptor, 8) == 0 else {
      close(descriptor)
      throw HarnessError("no free port for a display")
    }
    name = "127.0.0.1:\(free)"
    Thread.detachNewThread { [self] in accept() }
  }

  /// Ends the relay; existing connections end with their program.
  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func bind(_ descriptor: Int32, port: Int) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      if client < 0 && errno == EINTR { continue }
      guard client >= 0 else { break }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      guard let server = connected() else {
        close(client)
        continue
      }
      let connection = Connection(client: client, server: server)
      Thread.detachNewThread { [self] in
        pass(from: connection.client, to: connection.server, counts: true)
        withExtendedLifetime(connection) {}
      }
      Thread.detachNewThread { [self] in
        pass(from: connection.server, to: connection.client, counts: false)
        withExtendedLifetime(connection) {}
      }
    }
    close(listener)
  }

  private func connected() -> Int32? {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let server = socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else {
      close(server)
      return nil
    }
    return server
  }

  /// Passes bytes on until one of both ends closes.
  private func pass(from source: Int32, to target: Int32, counts: Bool) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let length = read(source, &buffer, buffer.count)
      if length < 0 && errno == EINTR { continue }
      guard length > 0 else { break }
      if counts { lock.withLock { count += length } }
      var done = 0
      while done < length {
        let written = buffer.withUnsafeBytes { bytes in
          bytes.baseAddress.map {
            send(target, $0 + done, length - done, Int32(MSG_NOSIGNAL))
          }
            ?? -1
        }
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { break }
        done += written
      }
      guard done == length else { break }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }
}

/// The two ends of a relayed connection, which are closed when both threads that pass bytes between
/// them have ended: until then, no other descriptor has their numbers.
private final class Connection: Sendable {
  let client: Int32
  let server: Int32

  init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

  deinit {
    close(client)
    close(server)
  }
}

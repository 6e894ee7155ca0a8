import Glibc
import Synchronization

/// A local web server that follows a script, including protocol violations.
///
/// Each connection has its own thread, which ends with the connection or the server. A connection
/// closes at the end of its script unless the last step is `nextRequest`.
public final class WebServer: Sendable {
  /// One step of a script.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Waits until the test opens the gate or the client disconnects.
    case wait(Gate)
    /// Sends nothing until the client disconnects or the server stops.
    case silence
    /// Closes the connection with a TCP reset.
    case reset
    /// Waits for the next request on the same connection.
    case nextRequest
  }
  /// A received HTTP request.
  public struct Request: Sendable {
    /// The HTTP method, usually `GET`.
    public var method: String
    /// The request target as it was sent.
    public var path: String
    /// The header fields by lower-case names.
    public var headers: [String: String]
  }

  /// The base address, `http://127.0.0.1:PORT`.
  public let address: String
  /// A descriptor that is readable after each request or disconnection until ``drain()``.
  public let descriptor: Int32

  private struct State {
    var requests: [Request] = []
    var hangUps = 0
    var isStopped = false
  }
  private let state = Mutex(State())
  private let listener: Int32
  private let wakeup: Pipe
  private let stopping = Gate()
  private let script: @Sendable (Request) -> [Step]

  /// The maximum length of a request head in bytes.
  private static let longestRequest = 65_536

  /// Starts a server on a free port that answers each request with the steps of `script`.
  public init(_ script: @escaping @Sendable (Request) -> [Step]) throws {
    self.script = script
    wakeup = try Pipe()
    descriptor = wakeup.reader
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw SystemFailure(call: "socket", errno: errno) }
    let port = try Self.bind(listener, listens: true)
    address = "http://127.0.0.1:\(port)"
    Self.run { [self] in accept() }
  }

  /// All requests so far.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// The number of connections that the client closed during a script.
  public var hangUps: Int { state.withLock { $0.hangUps } }

  /// Makes ``descriptor`` unreadable until the next event.
  public func drain() { wakeup.drain() }

  /// Ends the server and all its connections. Required: otherwise the threads keep running.
  public func stop() {
    state.withLock { $0.isStopped = true }
    stopping.open()
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// A local address without a listener. Its port stays bound while the object lives, so that no
  /// other server gets it.
  public final class DeadAddress: Sendable {
    /// The address, `http://127.0.0.1:PORT`.
    public let text: String
    private let socket: Int32

    /// Binds a free port.
    public init() throws {
      socket = Glibc.socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      text = "http://127.0.0.1:\(try WebServer.bind(socket, listens: false))"
    }

    deinit { close(socket) }
  }

  // MARK: Connections

  /// Binds a socket to a free local port.
  ///
  /// - Returns: the port.
  private static func bind(_ socket: Int32, listens: Bool) throws -> UInt16 {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.bind(socket, address, length) | (listens ? listen(socket, 64) : 0)
          | getsockname(socket, address, &length)
      }
    }
    guard status == 0 else { throw SystemFailure(call: "bind", errno: errno) }
    return UInt16(bigEndian: name.sin_port)
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      if client < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
      // A program that another test starts must not keep the connection open.
      if client >= 0 { _ = fcntl(client, F_SETFD, FD_CLOEXEC) }
      guard client >= 0, !state.withLock({ $0.isStopped }) else { break }
      Self.run { [self] in
        talk(to: client)
        close(client)
      }
    }
    close(listener)
  }

  private func talk(to client: Int32) {
    while let request = read(from: client) {
      state.withLock { $0.requests.append(request) }
      wakeup.write()
      switch perform(script(request), on: client) {
      case .again: continue
      case .done: return
      case .viewerClosed:
        state.withLock { $0.hangUps += 1 }
        wakeup.write()
        return
      }
    }
  }

  private enum Ending { case done, viewerClosed, again }

  private func perform(_ steps: [Step], on client: Int32) -> Ending {
    for step in steps {
      switch step {
      case .send(let bytes): if !send(bytes, to: client) { return .viewerClosed }
      case .wait(let gate): if !wait(for: gate, client) { return .viewerClosed }
      case .silence: return wait(for: nil, client) ? .done : .viewerClosed
      case .nextRequest: return .again
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        return .done
      }
    }
    // The half-close delivers all sent data before the connection ends.
    shutdown(client, Int32(SHUT_WR))
    _ = wait(for: nil, client)
    return .done
  }

  private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits until the gate opens or the server stops; false when the client disconnects first.
  private func wait(for gate: Gate?, _ client: Int32) -> Bool {
    while true {
      var watched = [gate?.descriptor ?? -1, stopping.descriptor, client].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&watched, nfds_t(watched.count), -1) > 0 || errno == EINTR else { return false }
      if watched[0].revents != 0 || watched[1].revents != 0 { return true }
      guard watched[2].revents != 0 else { continue }
      var ignored = [UInt8](repeating: 0, count: 4096)
      let count = recv(client, &ignored, ignored.count, 0)
      if count == 0 || count < 0 && errno != EINTR { return false }
    }
  }

  private func read(from client: Int32) -> Request? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    let end = Array("\r\n\r\n".utf8)
    while !bytes.suffix(4).elementsEqual(end), bytes.count < Self.longestRequest {
      let count = recv(client, &part, part.count, 0)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += part[..<count]
    }
    return Request(bytes)
  }

  // MARK: Threads

  private static func run(_ work: @escaping @Sendable () -> Void) {
    final class Job: Sendable {
      let work: @Sendable () -> Void
      init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    var thread = pthread_t()
    let job = Unmanaged.passRetained(Job(work)).toOpaque()
    pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().work() }
        return nil
      }, job)
    pthread_detach(thread)
  }
}

extension WebServer.Request {
  fileprivate init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    method = String(words[0])
    path = String(words[1])
    headers = [:]
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      headers[halves[0].lowercased()] = String(halves[1].drop { $0 == " " })
    }
  }
}

/// A one-way signal: scripts wait until it opens.
public final class Gate: Sendable {
  private let pipe: Pipe?

  /// Creates a closed gate.
  public init() { pipe = try? Pipe() }

  /// Releases all current and future waiters.
  public func open() { pipe?.write() }

  /// Whether the gate is open.
  public var isOpen: Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) > 0
  }

  fileprivate var descriptor: Int32 { pipe?.reader ?? -1 }
}

/// A non-blocking pipe that signals events.
private final class Pipe: Sendable {
  let reader: Int32
  private let writer: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure(call: "pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  func write() {
    var byte: UInt8 = 1
    _ = Glibc.write(writer, &byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(reader, &bytes, bytes.count) > 0 {}
  }
}

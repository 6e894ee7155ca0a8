import BusWire
import Glibc
import Testing

@testable import Accessibility

/// A session bus that is the bus of accessibility, too, served by the test.
@MainActor private final class FakeBus {
  private final class Client {
    let socket: Int32
    var input: [UInt8] = []
    var isAuthenticated = false
    var hasBegun = false

    init(_ socket: Int32) { self.socket = socket }
  }

  let address: String
  /// The number of calls of Embed.
  private(set) var embeddings = 0
  private let listener: Int32
  private var clients: [Client] = []
  /// The client that called Embed last.
  private var embedded: Client?
  private var watched: [Int32: @MainActor () -> Void] = [:]
  private var serial: UInt32 = 0

  init() throws {
    let name = "pbview-bus-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let bytes = [0] + Array(name.utf8)
    var endpoint = sockaddr_un()
    endpoint.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &endpoint.sun_path) { $0.copyBytes(from: bytes) }
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let isBound = withUnsafePointer(to: &endpoint) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 }
    }
    try #require(isBound && listen(listener, 8) == 0)
    self.listener = listener
    address = "unix:abstract=\(name)"
  }

  isolated deinit {
    for client in clients { close(client.socket) }
    close(listener)
  }

  /// The event loop of the program.
  var loop: BusLoop {
    BusLoop(
      watchReadable: { [weak self] socket, action in
        self?.watched[socket] = action
        return { self?.watched[socket] = nil }
      },
      startTimer: { _, _ in {} })
  }

  /// Serves bus and program until `isDone`; false when nothing arrives any more.
  func serve(until isDone: () -> Bool) -> Bool {
    while !isDone() {
      let descriptors = [listener] + clients.map(\.socket) + watched.keys.sorted()
      var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&polled, nfds_t(polled.count), 30_000)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      for entry in polled where entry.revents != 0 {
        if entry.fd == listener {
          clients.append(Client(accept(listener, nil, nil)))
        } else if let client = clients.first(where: { $0.socket == entry.fd }) {
          receive(from: client)
        } else {
          watched[entry.fd]?()
        }
      }
    }
    return true
  }

  /// Ends the connection of the client that called Embed last.
  func closeEmbedded() {
    if let embedded { remove(embedded) }
    embedded = nil
  }

  private func remove(_ client: Client) {
    close(client.socket)
    clients.removeAll { $0 === client }
  }

  private func receive(from client: Client) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(client.socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    guard count != 0 else { return remove(client) }
    client.input += bytes.prefix(max(0, count))
    guard client.isAuthenticated else {
      guard client.input.contains(UInt8(ascii: "\n")) else { return }
      client.isAuthenticated = true
      client.input = []
      return write(Array("OK 1\r\n".utf8), to: client)
    }
    if !client.hasBegun, client.input.starts(with: "BEGIN\r\n".utf8) {
      client.hasBegun = true
      client.input.removeFirst(7)
    }
    guard client.hasBegun else { return }
    while case .message(let message, let length) = BusMessage.parse(
      client.input[...], limit: 1 << 16)
    {
      client.input.removeFirst(length)
      if let message, message.wantsReply { answer(message, of: client) }
    }
  }

  private func answer(_ call: BusMessage, of client: Client) {
    var body: [BusValue] = []
    switch call.member {
    case "Hello": body = [.text(":1.1")]
    case "NameHasOwner": body = [.flag(true)]
    case "GetAll":
      body = [
        .array(
          of: "{sv}", [.dictEntry(key: .text("IsEnabled"), value: .variant(.flag(true)))])
      ]
    case "GetAddress": body = [.text(address)]
    case "Embed":
      embeddings += 1
      embedded = client
      body = [.tuple([.text(":1.0"), .path("/root")])]
    default: break
    }
    var reply = call.reply(body)
    serial += 1
    reply.serial = serial
    write(reply.bytes, to: client)
  }

  private func write(_ bytes: [UInt8], to client: Client) {
    _ = Glibc.send(client.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}

@MainActor @Suite struct ServiceTests {
  @Test func `the program connects again after the bus has ended the connection`() throws {
    let bus = try FakeBus()
    let service = AccessibilityService(on: bus.loop, version: "1") { FakeTree() }
    defer { service.stop() }
    var changes: [Bool] = []
    service.onTreeChange = { changes.append($0 != nil) }
    service.start(bus.address)
    #expect(bus.serve { service.isActive })
    bus.closeEmbedded()
    #expect(bus.serve { bus.embeddings == 2 && service.isActive })
    #expect(changes == [true, false, true])
  }
}

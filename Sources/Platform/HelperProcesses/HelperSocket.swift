import CLinux

/// The viewer's end of the packet socket to a helper process.
///
/// A compromised helper may send as fast as possible. The number of packets per turn of the event
/// loop is therefore limited, so that input, frames and other helpers get their turn; where the
/// protocol permits, the number of packets per second is limited as well.
@MainActor
package final class HelperSocket {
  /// An event on the socket to a helper.
  package enum Event: Sendable {
    /// A message of the helper, and the descriptors that came with it.
    case message([UInt8], [OwnedDescriptor])
    /// A message that was truncated, because it or its descriptors exceed the receive buffer, or
    /// that exceeds the permitted number per second. The viewer ends the helper.
    case garbled
    /// The end of the connection: the helper has closed its socket or ended.
    case closed
  }

  /// The maximum number of packets received in one turn of the event loop: enough for the reply to
  /// one request and to a few quick ones. The most expensive packet, a preliminary picture to be
  /// mapped, takes about 0.1 ms.
  package static let maxPacketsPerTurn = 8

  private nonisolated let ownEnd: OwnedDescriptor
  private let maxMessageBytes: Int
  private var rateLimiter: PacketRateLimiter?
  private var isOpen = true

  /// Makes a connected pair of sockets: the viewer's end, and the end that the helper inherits.
  ///
  /// - Parameters:
  ///   - maxMessageBytes: the maximum length of a message, in bytes.
  ///   - maxPacketsPerSecond: the maximum number of packets of the helper per second. Default no
  ///     limit.
  /// - Returns: nil when the system has no sockets left; `errno` has the reason.
  package static func pair(
    maxMessageBytes: Int, maxPacketsPerSecond: Int? = nil
  ) -> (own: HelperSocket, theirs: OwnedDescriptor)? {
    guard let ends = makeEnds() else { return nil }
    let ownEnd = HelperSocket(
      ends.own, maxMessageBytes, maxPacketsPerSecond.map(PacketRateLimiter.init))
    return (ownEnd, ends.theirs)
  }

  /// Makes two connected packet sockets; nil when the system has none left: `errno` has the reason.
  nonisolated static func makeEnds() -> (own: OwnedDescriptor, theirs: OwnedDescriptor)? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
  }

  private init(_ own: OwnedDescriptor, _ maxMessageBytes: Int, _ rateLimiter: PacketRateLimiter?) {
    self.ownEnd = own
    self.maxMessageBytes = maxMessageBytes
    self.rateLimiter = rateLimiter
  }

  /// The descriptor for the event loop; readable while ``receivePackets(_:)`` has packets to
  /// receive.
  package nonisolated var descriptor: Int32 { ownEnd.number }

  /// Sends a message with copies of descriptors, which the caller still owns, without waiting.
  /// Callable from any thread.
  ///
  /// - Returns: false when the helper has ended, or does not read its messages.
  package nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    Self.send(message, descriptors: descriptors, on: ownEnd.number)
  }

  /// Sends a message on a packet socket without waiting.
  ///
  /// - Returns: false when the other end is closed, or its messages are not read.
  nonisolated static func send(_ message: [UInt8], descriptors: [Int32], on socket: Int32) -> Bool {
    let sent = linux_send_descriptors(
      socket, message, message.count, descriptors, Int32(descriptors.count), Int32(MSG_DONTWAIT))
    return sent == message.count
  }

  /// Receives the waiting packets, at most ``maxPacketsPerTurn``, and passes them to `handle`.
  /// Further packets keep the socket readable for the next turn of the event loop.
  package func receivePackets(_ handle: (Event) -> Void) {
    for _ in 0..<Self.maxPacketsPerTurn {
      guard isOpen, let event = receive() else { return }
      handle(event)
      guard case .message = event else { return }
    }
  }

  /// Closes the connection in both directions, also for processes that have inherited the helper's
  /// end.
  package func close() {
    isOpen = false
    _ = shutdown(ownEnd.number, Int32(SHUT_RDWR))
  }

  private func receive() -> Event? {
    guard let event = Self.receive(ownEnd.number, maxMessageBytes, flags: Int32(MSG_DONTWAIT))
    else {
      return nil
    }
    if case .message = event, rateLimiter?.admitPacket(at: Self.monotonicSeconds) == false {
      return .garbled
    }
    return event
  }

  /// Receives one packet.
  ///
  /// - Parameter flags: the flags of `recvmsg`.
  /// - Returns: nil when no packet is there, and the flags exclude waiting.
  nonisolated static func receive(
    _ descriptor: Int32, _ maxMessageBytes: Int, flags: Int32
  ) -> Event? {
    var bytes = [UInt8](repeating: 0, count: maxMessageBytes)
    var numbers = [Int32](repeating: -1, count: Int(LINUX_MOST_DESCRIPTORS))
    var count: Int32 = 0
    var truncated: Int32 = 0
    var received = -1
    repeat {
      received = linux_receive_descriptors(
        descriptor, &bytes, bytes.count, &numbers, &count, &truncated, flags)
    } while received < 0 && pbview_errno() == EINTR
    if received < 0 { return pbview_errno() == EAGAIN ? nil : .closed }
    let owned = numbers.prefix(Int(count)).map { OwnedDescriptor($0) }
    if truncated != 0 { return .garbled }
    if received == 0 { return .closed }
    return .message(Array(bytes.prefix(received)), owned)
  }

  private static var monotonicSeconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

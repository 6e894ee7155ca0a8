import CLinux

/// The viewer's end of the packet socket to one helper process.
///
/// A helper that was taken over sends as fast as it can. The packets of one turn of the event loop are
/// therefore bounded, so that input, frames and other helpers have their turn as well, and so are,
/// where the protocol allows it, the packets of a second.
@MainActor
package final class HelperSocket {
  /// An event on the socket.
  package enum Event {
    /// One message and the descriptors that came with it.
    case message([UInt8], [OwnedDescriptor])
    /// A message that did not fit, or one too many: the helper is not to be trusted any more.
    case garbled
    /// The end of the helper.
    case closed
  }

  /// The packets that are taken in one turn of the event loop. The answer to one request and the
  /// answers to quick requests behind it fit; the costliest packet, a partial picture to be mapped,
  /// takes about 0.1 ms.
  package static let maxPacketsPerTurn = 8

  private nonisolated let own: OwnedDescriptor
  private let maxMessageBytes: Int
  private var rate: PacketRate?
  private var isOpen = true

  /// Makes a connected pair of sockets: this one, and the end that the helper inherits.
  ///
  /// - Parameters:
  ///   - maxMessageBytes: the longest message of the protocol, in bytes.
  ///   - maxPacketsPerSecond: the packets a second that are no flood. Default no limit.
  /// - Returns: nil when the system has no socket; `errno` says why.
  package static func pair(
    maxMessageBytes: Int, maxPacketsPerSecond: Int? = nil
  ) -> (own: HelperSocket, theirs: OwnedDescriptor)? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    let own = HelperSocket(
      OwnedDescriptor(ends[0]), maxMessageBytes, maxPacketsPerSecond.map(PacketRate.init))
    return (own, OwnedDescriptor(ends[1]))
  }

  private init(_ own: OwnedDescriptor, _ maxMessageBytes: Int, _ rate: PacketRate?) {
    self.own = own
    self.maxMessageBytes = maxMessageBytes
    self.rate = rate
  }

  /// The descriptor an event loop watches; readable while ``takePackets(_:)`` has something to take.
  package nonisolated var descriptor: Int32 { own.number }

  /// Sends one message with descriptors, which stay the caller's, and does not wait; from any thread.
  ///
  /// - Returns: false when the helper is gone, or does not read.
  package nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    let sent = linux_send_descriptors(
      own.number, message, message.count, descriptors, Int32(descriptors.count),
      Int32(MSG_DONTWAIT))
    return sent == message.count
  }

  /// Hands the packets that wait to `handle`, at most ``maxPacketsPerTurn`` of them. The others keep
  /// the socket readable, and come in the next turn of the loop.
  package func takePackets(_ handle: (Event) -> Void) {
    for _ in 0..<Self.maxPacketsPerTurn {
      guard isOpen, let event = receive() else { return }
      handle(event)
      guard case .message = event else { return }
    }
  }

  /// Ends the connection in both directions, also for processes that have inherited the helper's end.
  package func close() {
    isOpen = false
    _ = shutdown(own.number, Int32(SHUT_RDWR))
  }

  private func receive() -> Event? {
    var bytes = [UInt8](repeating: 0, count: maxMessageBytes)
    var numbers = [Int32](repeating: -1, count: Int(LINUX_MOST_DESCRIPTORS))
    var count: Int32 = 0
    var truncated: Int32 = 0
    var received = -1
    repeat {
      received = linux_receive_descriptors(
        own.number, &bytes, bytes.count, &numbers, &count, &truncated, Int32(MSG_DONTWAIT))
    } while received < 0 && pbview_errno() == EINTR
    if received < 0 { return pbview_errno() == EAGAIN ? nil : .closed }
    let owned = numbers.prefix(Int(count)).map { OwnedDescriptor($0) }
    if truncated != 0 { return .garbled }
    if received == 0 { return .closed }
    if rate?.admits(at: Self.seconds) == false { return .garbled }
    return .message(Array(bytes.prefix(received)), owned)
  }

  private static var seconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

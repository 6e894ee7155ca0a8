import CLinux
import HelperProcesses
import Testing

/// The limits on the packets of one helper: per turn, per second and in size.
@MainActor
struct HelperSocketTests {
  private func fill(_ socket: Int32, _ count: Int) {
    for number in 0..<count {
      let message = [UInt8(truncatingIfNeeded: number)]
      #expect(linux_send_descriptors(socket, message, 1, nil, 0, Int32(MSG_DONTWAIT)) == 1)
    }
  }

  private func numbers(_ socket: HelperSocket) -> [UInt8?] {
    var taken: [UInt8?] = []
    socket.receivePackets { event in
      if case .message(let bytes, _) = event {
        taken.append(bytes.first)
      } else {
        taken.append(nil)
      }
    }
    return taken
  }

  private func isReadable(_ socket: HelperSocket) -> Bool {
    var polled = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat { count = poll(&polled, 1, 0) } while count < 0 && pbview_errno() == EINTR
    return count > 0
  }

  @Test func `a turn reads a limited number of packets and leaves the others queued`() throws {
    let (own, theirs) = try #require(HelperSocket.pair(maxMessageBytes: 16))
    let most = HelperSocket.maxPacketsPerTurn
    fill(theirs.number, 2 * most + 1)
    for turn in 0..<2 {
      #expect(numbers(own) == (turn * most..<(turn + 1) * most).map { UInt8($0) })
      #expect(isReadable(own))
    }
    #expect(numbers(own) == [UInt8(2 * most)])
    #expect(!isReadable(own) && numbers(own).isEmpty)
  }

  @Test func `packets beyond the rate or the size limit are reported as garbled`() throws {
    let (own, theirs) = try #require(HelperSocket.pair(maxMessageBytes: 16, maxPacketsPerSecond: 3))
    fill(theirs.number, 5)
    #expect(numbers(own) == [0, 1, 2, nil])
    let (other, long) = try #require(HelperSocket.pair(maxMessageBytes: 4))
    let message = [UInt8](repeating: 7, count: 5)
    #expect(linux_send_descriptors(long.number, message, 5, nil, 0, 0) == 5)
    #expect(numbers(other) == [nil])
  }

  @Test func `closing the socket disconnects the helper's end`() throws {
    let (own, theirs) = try #require(HelperSocket.pair(maxMessageBytes: 16))
    fill(theirs.number, 1)
    own.close()
    #expect(numbers(own).isEmpty)
    let message: [UInt8] = [1]
    #expect(linux_send_descriptors(theirs.number, message, 1, nil, 0, Int32(MSG_DONTWAIT)) == -1)
  }

  @Test func `a packet rate counts per second`() {
    var rate = PacketRateLimiter(maximum: 2)
    let times = [0, 0.1, 0.2, 0.99, 1, 1.5, 1.6, 1e9]
    let isAdmitted = times.map { rate.admitPacket(at: $0) }
    #expect(isAdmitted == [true, true, false, false, true, true, false, true])
  }
}

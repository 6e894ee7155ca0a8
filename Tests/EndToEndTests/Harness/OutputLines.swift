import Foundation

/// The output stream of a child process. A dedicated thread reads it continuously, so that the
/// process never blocks on a full pipe. Whoever asks for the lines reads those that are still in
/// the pipe, so that no line is missing that the process wrote before.
final class OutputLines: @unchecked Sendable {
  // Sendable, because the state below is accessed only with `condition` locked.
  private let condition = NSCondition()
  private let descriptor: Int32
  /// The memory for one reading: as large as a pipe.
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var bytes: [UInt8] = []
  private var complete: [String] = []
  private var unfinished: [UInt8] = []
  private var hasEnded = false

  /// Takes ownership of `descriptor`, which is closed at the end of the stream.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    let thread = Thread { [self] in readAll() }
    thread.stackSize = 1 << 19
    thread.start()
  }

  /// All complete lines so far.
  var lines: [String] {
    condition.lock()
    defer { condition.unlock() }
    drain()
    return complete
  }

  /// All bytes of the stream; nil if it has not ended within `seconds`.
  func wholeOutput(within seconds: Double) -> [UInt8]? {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: seconds)
    while !hasEnded {
      let count = bytes.count
      drain()
      // After some bytes, more of them or the end may be there already.
      guard bytes.count == count, !hasEnded else { continue }
      guard condition.wait(until: deadline) else { return hasEnded ? bytes : nil }
    }
    return bytes
  }

  /// Waits for the first line from index `start` on that `match` accepts.
  ///
  /// - Returns: nil if no line matches before the timeout or the end of the stream.
  func first<Found>(
    from start: Int, within seconds: Double, where match: (String) -> Found?
  ) -> Found? {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: seconds)
    var next = start
    var isOver = false
    while true {
      drain()
      while next < complete.count {
        if let found = match(complete[next]) { return found }
        next += 1
      }
      guard !hasEnded, !isOver else { return nil }
      // A line may have come together with the end of the time.
      isOver = !condition.wait(until: deadline)
    }
  }

  private func readAll() {
    var isOver = false
    while !isOver {
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, -1)
      condition.lock()
      drain()
      isOver = hasEnded
      condition.unlock()
    }
  }

  /// Takes the bytes that are in the pipe, with `condition` locked.
  private func drain() {
    guard !hasEnded else { return }
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) > 0 else { return }
    let room = buffer.count
    let count = Glibc.read(descriptor, &buffer, room)
    if count < 0 && errno == EINTR { return }
    if count > 0 { take(buffer[0..<count]) } else { end() }
  }

  /// Closes the stream, with `condition` locked.
  private func end() {
    close(descriptor)
    if !unfinished.isEmpty { complete.append(String(decoding: unfinished, as: UTF8.self)) }
    hasEnded = true
    condition.broadcast()
  }

  private func take(_ new: ArraySlice<UInt8>) {
    bytes += new
    unfinished += new
    var lines = unfinished.split(separator: 10, omittingEmptySubsequences: false)
    let rest = lines.popLast() ?? []
    complete += lines.map { String(decoding: $0, as: UTF8.self) }
    unfinished = Array(rest)
    condition.broadcast()
  }
}

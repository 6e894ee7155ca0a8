import Foundation

/// The output stream of a child process. A dedicated thread reads it continuously, so that the
/// process never blocks on a full pipe.
final class OutputLines: @unchecked Sendable {
  // Sendable, because the state below is accessed only with `condition` locked.
  private let condition = NSCondition()
  private var bytes: [UInt8] = []
  private var complete: [String] = []
  private var unfinished: [UInt8] = []
  private var hasEnded = false

  /// Takes ownership of `descriptor`, which is closed at the end of the stream.
  init(descriptor: Int32) {
    let thread = Thread { [self] in read(from: descriptor) }
    thread.stackSize = 1 << 19
    thread.start()
  }

  /// All complete lines so far.
  var lines: [String] {
    condition.lock()
    defer { condition.unlock() }
    return complete
  }

  /// All bytes of the stream; nil if it has not ended within `seconds`.
  func wholeOutput(within seconds: Double) -> [UInt8]? {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: seconds)
    while !hasEnded {
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
    while true {
      while next < complete.count {
        if let found = match(complete[next]) { return found }
        next += 1
      }
      guard !hasEnded, condition.wait(until: deadline) else { return nil }
    }
  }

  private func read(from descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      take(buffer[0..<count])
    }
    close(descriptor)
    condition.lock()
    if !unfinished.isEmpty { complete.append(String(decoding: unfinished, as: UTF8.self)) }
    hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  private func take(_ new: ArraySlice<UInt8>) {
    condition.lock()
    bytes += new
    unfinished += new
    var lines = unfinished.split(separator: 10, omittingEmptySubsequences: false)
    let rest = lines.popLast() ?? []
    complete += lines.map { String(decoding: $0, as: UTF8.self) }
    unfinished = Array(rest)
    condition.broadcast()
    condition.unlock()
  }
}

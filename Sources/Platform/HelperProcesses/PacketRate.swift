/// The packets of one sender within the current second, and whether there may be more.
package struct PacketRate {
  private let maximum: Int
  private var start = -Double.infinity
  private var count = 0

  /// Makes the rate of a sender that may send `maximum` packets a second.
  package init(maximum: Int) { self.maximum = maximum }

  /// Counts a packet that came at `seconds`, on a clock that never goes back.
  ///
  /// - Returns: false for one too many.
  package mutating func admits(at seconds: Double) -> Bool {
    if seconds - start >= 1 { (start, count) = (seconds, 0) }
    count += 1
    return count <= maximum
  }
}

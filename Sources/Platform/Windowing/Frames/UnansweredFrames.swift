import CX11

/// The frames that were sent through the connection and that the server has not processed: without
/// shared memory, a slow line would queue frames that nobody wants to see any more.
///
/// After each frame a property of the window is changed; the event about it comes back once the server
/// has processed everything before it.
///
/// - Source: ICCCM 2.0, section 2.1: a client obtains a time stamp by a property in the same way.
struct UnansweredFrames {
  /// The size in bytes up to which a frame may follow another one without waiting: the change of a
  /// highlight takes no noticeable time on any line.
  static let smallSize = 1 << 16

  private var sizes: [Int] = []

  /// Whether another frame may be sent.
  var allowsFrame: Bool {
    sizes.isEmpty || sizes.count == 1 && sizes[0] <= Self.smallSize
  }

  /// Takes note of a frame of `size` bytes.
  mutating func sent(_ size: Int) { sizes.append(size) }

  /// Takes note of an answer.
  mutating func answered() {
    if !sizes.isEmpty { sizes.removeFirst() }
  }
}

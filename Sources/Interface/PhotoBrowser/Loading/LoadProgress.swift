extension Picture {
  /// The progress of the load of a picture.
  nonisolated public struct Progress: Hashable, Sendable {
    /// The finished share, 0…1; nil while it is unknown.
    public var share: Double?
    /// The number of bytes received.
    public var received: Int
    /// The total number of bytes; nil while it is unknown.
    public var total: Int?

    /// Makes a progress; `share` is clamped to 0…1.
    public init(share: Double? = nil, received: Int = 0, total: Int? = nil) {
      self.share = share.map { min(1, max(0, $0)) }
      self.received = received
      self.total = total
    }

    /// Makes the progress of a transfer. After more bytes than `total` have arrived, total and
    /// share are unknown.
    public init(received: Int, total: Int?) {
      let known = total.flatMap { $0 > 0 && received <= $0 ? $0 : nil }
      self.init(
        share: known.map { Double(received) / Double($0) }, received: received, total: known)
    }
  }
}

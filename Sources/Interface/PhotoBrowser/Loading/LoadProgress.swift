/// How far something that is fetched has come.
nonisolated public struct LoadProgress: Hashable, Sendable {
  /// The share that is there, 0…1; nil while it cannot be told.
  public var share: Double?
  /// Bytes that are there.
  public var received: Int
  /// Bytes there will be; nil while that is not known.
  public var total: Int?

  /// Makes a progress; nothing is known unless told.
  public init(share: Double? = nil, received: Int = 0, total: Int? = nil) {
    self.share = share.map { min(1, max(0, $0)) }
    self.received = received
    self.total = total
  }

  /// Makes the progress of a transfer. One that brings more than it announced has announced nothing.
  public init(received: Int, total: Int?) {
    let known = total.flatMap { $0 > 0 && received <= $0 ? $0 : nil }
    self.init(
      share: known.map { Double(received) / Double($0) }, received: received, total: known)
  }
}

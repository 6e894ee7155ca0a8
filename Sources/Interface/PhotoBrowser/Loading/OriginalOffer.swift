/// What a "view original" button is to show.
nonisolated public enum OriginalOffer: Hashable, Sendable {
  /// Nothing: there is no better picture, or it is shown already, or its time has not come.
  case hidden
  /// It may be asked for; how much there is to fetch, nil when that is not known.
  case offered(byteCount: Int?)
  /// It was asked for and is under way; the share that is there, nil when that cannot be told.
  case loading(share: Double?)

  /// The button's text, nil when it is hidden.
  public var label: String? {
    switch self {
    case .hidden: nil
    case .offered(let count?): "View original (\(ByteCount(count)))"
    case .offered(nil): "View original"
    case .loading(let share?): "\(Int((share * 100).rounded(.down))) %"
    case .loading(nil): "Loading…"
    }
  }
}

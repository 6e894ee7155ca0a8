import Localization

extension ViewOriginalButton {
  /// The state of a "view original" button.
  nonisolated public enum Offer: Hashable, Sendable {
    /// The button is hidden: there is no better picture, it is shown already, or the picture of the
    /// page is still loading.
    case hidden
    /// The original can be requested. `byteCount` is the size of the transfer; nil when it is
    /// unknown.
    case offered(byteCount: Int?)
    /// The requested original is loading. `share` is the finished share, 0…1; nil when it is
    /// unknown.
    case loading(share: Double?)

    /// The text of the button; nil when it is hidden.
    public var label: String? {
      switch self {
      case .hidden: nil
      case .offered(let count?): tr("View original ({size})", ["size": ByteCount(count)])
      case .offered(nil): tr("View original")
      case .loading(let share?):
        tr("{percent} %", ["percent": Int((Self.shown(share) * 100).rounded(.down))])
      case .loading(nil): tr("Loading…")
      }
    }

    /// A finished share within 0…1; 0 for one that is not a number.
    static func shown(_ share: Double) -> Double { share.isNaN ? 0 : min(max(share, 0), 1) }
  }
}

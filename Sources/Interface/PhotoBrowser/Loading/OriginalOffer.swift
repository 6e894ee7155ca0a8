import Localization

extension ViewOriginalButton {
  /// The state of a "view original" button.
  nonisolated public enum Offer: Hashable, Sendable {
    /// The button is hidden: no better picture exists, the original is shown, loads without a
    /// request or cannot be loaded by a further attempt, or the picture of the page is still
    /// loading.
    case hidden
    /// The original can be requested. `byteCount` is the size of its transfer; nil when it is
    /// unknown.
    case offered(byteCount: Int?)
    /// The requested original is loading. `share` is the finished share, 0…1; nil when it is
    /// unknown.
    case loading(share: Double?)

    /// The text on the button; nil when the button is hidden.
    public var label: String? {
      switch self {
      case .hidden: nil
      case .offered(let count?): tr("View original ({size})", ["size": ByteCount(count)])
      case .offered(nil): tr("View original")
      case .loading(let share?):
        tr("{percent} %", ["percent": Int((Self.clamped(share) * 100).rounded(.down))])
      case .loading(nil): tr("Loading…")
      }
    }

    /// The share clamped to 0…1; 0 for a value that is not a number.
    static func clamped(_ share: Double) -> Double { share.isNaN ? 0 : min(max(share, 0), 1) }
  }
}

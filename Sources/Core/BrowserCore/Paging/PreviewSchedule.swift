/// The choice of the pages whose preview is decoded while pages are turned faster than pictures can
/// be decoded.
///
/// A preview decode of the current page would finish when that page is no longer current. Therefore
/// a decode starts for the page that will be current when it finishes: the longer a decode takes,
/// the further ahead. If decoding is too slow for the rate of turning, pages are left out at even
/// intervals; otherwise previews are decoded in advance, as a reserve for faster turning or a busy
/// machine.
package struct PreviewSchedule: Hashable, Sendable {
  /// The number of page turns for which previews are decoded in advance, beyond the nearest turn
  /// whose preview can be ready in time.
  package static let lookaheadTurns = 6
  /// The maximum number of page turns between the current page and the nearest one whose preview is
  /// decoded: further ahead the user's position is unpredictable.
  package static let maxLeadTurns = 24
  /// The assumed duration of a preview decode before the first measurement, in seconds.
  private static let initialSeconds = 0.03
  /// The weight of the latest measured decode duration in the moving average.
  private static let smoothingFactor = 0.3

  /// The maximum number of concurrent preview decodes.
  private let helperCount: Int
  /// The estimated time from request to result of a preview decode, in seconds.
  package var estimatedSeconds: Double { meanSeconds ?? Self.initialSeconds }
  private var meanSeconds: Double?
  /// The index of the page whose picture is on the screen; nil before the first one.
  package private(set) var shownPage: Int?

  /// Creates a schedule without measurements; at most `helpers` preview decodes run concurrently.
  package init(helpers: Int) { self.helperCount = max(1, helpers) }

  /// Adds a measured duration of a preview decode, in seconds, to the moving average.
  package mutating func recordDuration(_ seconds: Double) {
    meanSeconds = meanSeconds.map { $0 + (seconds - $0) * Self.smoothingFactor } ?? seconds
  }

  /// Records that the picture of the page with the index `page` is on the screen, whether or not it
  /// is the current page.
  package mutating func recordShown(_ page: Int) { shownPage = page }

  /// The index of the page whose preview is decoded next.
  ///
  /// - Parameters:
  ///   - pace: the rate at which pages are being turned.
  ///   - isWanted: false for pages that have a preview, or for which a decode is in progress.
  /// - Returns: nil when enough previews are decoded or being decoded.
  package func nextPage(
    from current: Int, at pace: TurnPace, in layout: PageLayout, where isWanted: (Int) -> Bool
  ) -> Int? {
    let load = estimatedSeconds * pace.turnsPerSecond
    let lead = min(Self.maxLeadTurns, Int(load.rounded(.up)))
    func page(_ turn: Int) -> Int? {
      let slot = current + turn * pace.lastStep
      return layout.contains(slot: slot) ? layout.page(in: slot) : nil
    }
    func mayBegin(_ turn: Int) -> Bool { page(turn).map(isWanted) ?? false }
    let ahead = Array(lead...lead + Self.lookaheadTurns)
    // If fewer previews than page turns can be decoded, `pause` is the minimum distance in turns
    // between two of them; without it, previews would come in clusters of neighbouring pages.
    let pause = min(Self.lookaheadTurns, Int((load / Double(helperCount)).rounded()))
    let even = ahead.first { turn in
      mayBegin(turn) && (1..<max(1, pause)).allSatisfy { page(turn - $0).map(isWanted) ?? true }
    }
    if let even { return page(even) }
    // Pages too near to be in time are still useful if the user stops or turns back.
    return (ahead + (0..<lead).reversed()).first(where: mayBegin).flatMap(page)
  }

  /// True when the picture of `page`, which has just been decoded, is to be shown instead of the
  /// missing picture of the current page: `page` is behind the current one, and ahead of the page
  /// that is on the screen. A page further ahead would be seen twice.
  ///
  /// - Parameter step: the number of pages of the last turn, negative for backwards.
  package func shouldShow(_ page: Int, before current: Int, by step: Int, in layout: PageLayout)
    -> Bool
  {
    let distance = layout.distance(from: page, to: current) * step.signum()
    guard distance > 0 else { return false }
    return shownPage.map { layout.distance(from: $0, to: page) * step.signum() > 0 } ?? true
  }
}

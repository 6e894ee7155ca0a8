/// Which pages to glance at while they are turned faster than pictures can be decoded.
///
/// A glance that begins at the page that is seen is over when that has long gone. So it is begun
/// where the person will be when it is there: the longer glances take, the farther ahead. Where they
/// cannot keep up, pages are left out, evenly; where they can, there is a store of them for when more
/// speed or the machine's other work wants it.
package struct GlanceFlow: Hashable, Sendable {
  /// Turns beyond the nearest that can be in time, for which there are to be glances.
  package static let depth = 6
  /// Nobody knows where a person is farther ahead, in turns.
  package static let mostLead = 24
  /// What a glance takes until one has been taken, in seconds.
  private static let firstGuess = 0.03
  /// How much the last glance counts.
  private static let learning = 0.3

  /// How many glances may be under way at a time.
  private let helpers: Int
  /// What a glance takes from being asked for to being there, in seconds.
  package var cost: Double { measured ?? Self.firstGuess }
  private var measured: Double?
  /// The page whose picture is on the screen, if it is one that was turned to.
  package private(set) var shown: Int?

  /// Nothing has been glanced at; `helpers` glances may be under way at a time.
  package init(helpers: Int) { self.helpers = max(1, helpers) }

  /// A glance has taken so long.
  package mutating func note(cost seconds: Double) {
    measured = measured.map { $0 + (seconds - $0) * Self.learning } ?? seconds
  }

  /// The picture of `page` is on the screen, be it the current page or not.
  package mutating func show(_ page: Int) { shown = page }

  /// The page to glance at next.
  ///
  /// - Parameters:
  ///   - isWanted: false for pages of which something is there or on its way.
  /// - Returns: nil when there is enough.
  package func next(
    from current: Int, at pace: TurnPace, in layout: PageLayout, where isWanted: (Int) -> Bool
  ) -> Int? {
    let load = cost * pace.rate
    let lead = min(Self.mostLead, Int(load.rounded(.up)))
    func page(_ turn: Int) -> Int? {
      let slot = current + turn * pace.step
      return layout.holds(slot: slot) ? layout.page(in: slot) : nil
    }
    func mayBegin(_ turn: Int) -> Bool { page(turn).map(isWanted) ?? false }
    let ahead = Array(lead...lead + Self.depth)
    // With fewer glances than turns, those side by side would be seen in a heap.
    let pause = min(Self.depth, Int((load / Double(helpers)).rounded()))
    let even = ahead.first { turn in
      mayBegin(turn) && (1..<max(1, pause)).allSatisfy { page(turn - $0).map(isWanted) ?? true }
    }
    if let even { return page(even) }
    // What is too near to be in time is still worth having for those who stop or turn back.
    return (ahead + (0..<lead).reversed()).first(where: mayBegin).flatMap(page)
  }

  /// True when the picture of `page`, which has just come, is to be seen on the current page, which
  /// has none: it is nearer to it than what is seen. What is still to come would be seen twice.
  package func leads(_ page: Int, to current: Int, by step: Int, in layout: PageLayout) -> Bool {
    let way = layout.way(from: page, to: current) * step.signum()
    guard way > 0 else { return false }
    return shown.map { layout.way(from: $0, to: page) * step.signum() > 0 } ?? true
  }
}

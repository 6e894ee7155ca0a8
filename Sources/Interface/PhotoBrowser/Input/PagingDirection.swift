package import BrowserCore
package import Motion

/// The direction in which the user pages. The page turns of one motion count together: a turn that
/// is taken back before the pages come to rest leaves the direction as it was.
package struct PagingDirection {
  /// The direction of the last motion that led to another page: 1 for forward, −1 for backward.
  package private(set) var step = 1
  /// The direction before the motion in progress.
  private var previousStep = 1
  /// The sum of the page turns of the motion in progress.
  private var turnSum = 0
  /// The index of the page on which the last turn comes to rest; nil after a turn by command.
  private var targetPage: Int?

  package init() {}

  /// Records a page turn by command: 1 for forward, −1 for backward.
  package mutating func recordCommand(step: Int) { (self.step, targetPage) = (step, nil) }

  /// Records a page turn by wheel, pointer or touch.
  ///
  /// - Parameters:
  ///   - count: 1 for a turn forward, −1 for one backward.
  ///   - page: the index of the page where the scroll rested, or would have come to rest without
  ///     this turn.
  ///   - targetPage: the index of the page where the scroll comes to rest now.
  ///   - fromRest: whether the scroll was at rest before.
  package mutating func recordTurn(
    by count: Int, from page: Int, to targetPage: Int, fromRest: Bool
  ) {
    if fromRest || page != self.targetPage { (previousStep, turnSum) = (step, 0) }
    turnSum += count
    step = turnSum == 0 ? previousStep : turnSum.signum()
    self.targetPage = targetPage
  }
}

/// The recording of page turns by wheel, pointer and touch.
extension Browser {
  /// The scroll of a browser before a page turn.
  struct PagingStart {
    /// The index of the page on which the scroll comes to rest.
    var page: Int
    var isAtRest: Bool
  }

  /// The scroll at `time`, before a page turn that may follow; nil without pages.
  func pagingStart(at time: Timestamp) -> PagingStart? {
    guard state.layout.count > 0 else { return nil }
    return PagingStart(
      page: state.targetPage, isAtRest: state.isScrollSettled(at: max(now, time)))
  }

  /// Records the direction of a drag that began with the scroll in `start` and has ended.
  func recordDrag(since start: PagingStart?) {
    guard let start, state.layout.count > 0 else { return }
    let distance = state.layout.distance(from: start.page, to: state.targetPage)
    record(distance.signum(), since: start)
  }

  private func record(_ step: Int, since start: PagingStart) {
    let targetPage = state.targetPage
    guard step != 0, targetPage != start.page else { return }
    pagingDirection.recordTurn(by: step, from: start.page, to: targetPage, fromRest: start.isAtRest)
  }

  /// Performs an action of the wheel, of a button or of a click, and records its direction in
  /// ``pagingDirection`` if the action turns pages. A jump to the first or last page counts in no
  /// direction.
  ///
  /// - Parameter time: the current time, on the clock of the frames.
  package func performPaging(_ action: BrowserAction, at time: Timestamp) {
    let start = pagingStart(at: time)
    perform(action, at: time)
    guard let start, state.layout.count > 0 else { return }
    switch action {
    case .turn(let step, _): record(step.signum(), since: start)
    case .go:
      let targetPage = state.targetPage
      let step = state.layout.distance(from: start.page, to: targetPage).signum()
      if state.layout.contains(slot: targetPage + step) { record(step, since: start) }
    default: break
    }
  }
}

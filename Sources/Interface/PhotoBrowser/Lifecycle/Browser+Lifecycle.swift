import BrowserCore
import Geometry
import Motion
import Views

/// The lifecycle calls of cells, by the rules of ``CellLifecycle``.
extension Browser {
  /// A lifecycle call that has not been made yet.
  struct PendingCall {
    let cell: any BrowserCell
    let index: Int
    let event: CellLifecycle<ObjectIdentifier>.Event
    /// True for a call of the cell, false for a call of the delegates.
    let isForCell: Bool
  }

  /// Makes the lifecycle calls that follow from a laid-out frame.
  func followVisits(_ frame: BrowserFrame) {
    var sight = CellLifecycle<ObjectIdentifier>.Sight()
    if isSeen {
      let pages = frame.pages.map(\.index) + frame.flying.map(\.page)
      sight.visible = Set(pages.compactMap { cells[$0]?.id })
    }
    sight.heading = heading.flatMap { cells[$0]?.id }
    sight.isAtRest = presence == .inPlace && isPageInPlace
    tell(visits.follow(sight))
  }

  /// Makes the lifecycle calls that follow from an action, before the next frame shows it.
  func followHeading() {
    tell(visits.turn(to: heading.flatMap { cells[$0]?.id }))
  }

  /// Makes the lifecycle calls that follow from a change of the browser's or its window's
  /// visibility.
  func presenceDidChange() {
    followHeading()
    if !isSeen { tell(visits.follow(CellLifecycle.Sight())) }
    requestFrame()
  }

  /// Ends the visit of a cell that is about to be removed.
  func endVisit(of cell: any BrowserCell) { tell(visits.end(ObjectIdentifier(cell))) }

  /// True when some of the browser is visible.
  private var isSeen: Bool { presence != .away && stage?.isSeen == true && !state.isDismissed }

  /// The page that the browser rests on or heads for; nil when the browser is being left. During a
  /// drag this is the current page: the target is not decided yet.
  private var heading: Int? {
    guard isSeen, presence != .going, !state.isLeaving, state.layout.count > 0,
      !state.layout.viewport.isEmpty
    else { return nil }
    let scroll = state.scroll
    return scroll.isHeld ? state.index : state.layout.index(at: scroll.target)
  }

  private var isPageInPlace: Bool {
    state.scroll.isSettled(at: lastTime) && state.pull == nil && state.flight == nil
  }

  // MARK: Lifecycle calls

  private func tell(_ calls: [CellLifecycle<ObjectIdentifier>.Call]) {
    for call in calls {
      guard let (index, live) = cells.first(where: { $0.value.id == call.page }) else { continue }
      pendingCalls += [true, false].map {
        PendingCall(cell: live.cell, index: index, event: call.event, isForCell: $0)
      }
    }
    // A call may lead to further calls: those that are pending come first.
    while !pendingCalls.isEmpty {
      let call = pendingCalls.removeFirst()
      if call.isForCell {
        call.cell.receive(call.event)
      } else {
        tell { $0.browser(self, cell: call.cell, at: call.index, call.event) }
      }
    }
  }
}

extension BrowserCell {
  func receive(_ event: CellLifecycle<ObjectIdentifier>.Event) {
    switch event {
    case .willAppear: willAppear()
    case .didAppear: didAppear()
    case .willDisappear: willDisappear()
    case .didDisappear: didDisappear()
    }
  }
}

extension BrowserDelegate {
  fileprivate func browser(
    _ browser: Browser, cell: any BrowserCell, at index: Int,
    _ event: CellLifecycle<ObjectIdentifier>.Event
  ) {
    switch event {
    case .willAppear: self.browser(browser, cellWillAppear: cell, at: index)
    case .didAppear: self.browser(browser, cellDidAppear: cell, at: index)
    case .willDisappear: self.browser(browser, cellWillDisappear: cell, at: index)
    case .didDisappear: self.browser(browser, cellDidDisappear: cell, at: index)
    }
  }
}

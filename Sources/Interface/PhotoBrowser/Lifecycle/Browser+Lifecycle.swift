import BrowserCore
import Geometry
import Motion
import Views

/// Telling cells that they appear and disappear, by the law of ``CellLifecycle``.
extension Browser {
  /// Somebody who is to be told that a cell appears or disappears.
  struct PendingCall {
    let cell: any BrowserCell
    let index: Int
    let event: CellLifecycle<ObjectIdentifier>.Event
    /// True for the cell itself, false for those who listen.
    let isForCell: Bool
  }

  /// A frame was laid out: who is seen in it is told so.
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

  /// Something was done: who is left by it is told at once.
  func followHeading() {
    tell(visits.turn(to: heading.flatMap { cells[$0]?.id }))
  }

  /// The host, or its window, lets more or less of the browser be seen.
  func presenceDidChange() {
    followHeading()
    if !isSeen { tell(visits.follow(CellLifecycle.Sight())) }
    requestFrame()
  }

  /// The cell of a page is going to be taken away.
  func endVisit(of cell: any BrowserCell) { tell(visits.end(ObjectIdentifier(cell))) }

  /// True when some of it can be seen.
  private var isSeen: Bool { presence != .away && stage?.isSeen == true && !state.isDismissed }

  /// The page the person is at or on the way to; nil when all are left. A hand has not decided yet:
  /// as long as it holds, that is the current page.
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

  // MARK: Telling

  private func tell(_ calls: [CellLifecycle<ObjectIdentifier>.Call]) {
    for call in calls {
      guard let (index, live) = cells.first(where: { $0.value.id == call.page }) else { continue }
      pendingCalls += [true, false].map {
        PendingCall(cell: live.cell, index: index, event: call.event, isForCell: $0)
      }
    }
    // Who is told may do anything, and lead to more to tell: what was to be told before comes first.
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

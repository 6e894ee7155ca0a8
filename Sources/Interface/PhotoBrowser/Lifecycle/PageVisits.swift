import BrowserCore
import Geometry
import Motion
import Views

/// The lifecycle calls for the pages of a browser, which follow from the visibility of the pages by
/// the rules of ``CellLifecycle``.
final class PageVisits {
  /// A lifecycle call that has not been made yet.
  private struct PendingCall {
    let cell: any BrowserCell
    let index: Int
    let event: CellLifecycle<ObjectIdentifier>.Event
    /// Whether the call goes to the cell; otherwise it becomes an event of the browser.
    let isForCell: Bool
  }

  private unowned let browser: Browser
  private var lifecycle = CellLifecycle<ObjectIdentifier>()
  private var pendingCalls: [PendingCall] = []
  /// The visibility of the browser as a whole, which its host sets.
  private(set) var presence = Browser.Presence.inPlace

  init(for browser: Browser) { self.browser = browser }

  func setPresence(_ presence: Browser.Presence) {
    guard presence != self.presence else { return }
    self.presence = presence
    visibilityDidChange()
  }

  /// Makes the lifecycle calls that follow from a frame that was laid out.
  func adopt(_ frame: BrowserFrame) {
    var visibility = CellLifecycle<ObjectIdentifier>.Visibility()
    if isBrowserVisible {
      let pages = frame.pages.map(\.index) + frame.flying.map(\.page)
      visibility.visiblePages = Set(pages.compactMap(id))
    }
    visibility.destination = destination.flatMap(id)
    visibility.isAtRest = presence == .inPlace && isPageInPlace
    perform(lifecycle.adopt(visibility))
  }

  /// Makes the lifecycle calls that follow from an action, before the next frame shows its effect.
  func adoptDestination() { perform(lifecycle.adopt(destination: destination.flatMap(id))) }

  /// Makes the lifecycle calls that follow from a change of the browser's or its window's
  /// visibility.
  func visibilityDidChange() {
    adoptDestination()
    if !isBrowserVisible { perform(lifecycle.adopt(CellLifecycle.Visibility())) }
    browser.requestFrame()
  }

  /// Ends the visit of a cell that is about to be removed.
  func endVisit(of cell: any BrowserCell) {
    perform(lifecycle.endVisit(to: ObjectIdentifier(cell)))
  }

  /// Ends the visits of `cells` when their browser is deinitialised. Only the cells are called: a
  /// delegate that received the browser could retain it.
  func endVisitsAtDeinit(_ cells: [any BrowserCell]) {
    for cell in cells {
      for call in lifecycle.endVisit(to: ObjectIdentifier(cell)) { cell.receive(call.event) }
    }
  }

  /// Whether some of the browser is visible.
  private var isBrowserVisible: Bool {
    presence != .away && browser.stage?.isVisible == true && !browser.state.isDismissed
  }

  /// The index of the page on which the browser rests, or to which it is turning; nil while the
  /// browser closes or moves away, is not visible, or has no page or no size. During a drag this is
  /// the current page, because the target is not decided yet.
  private var destination: Int? {
    let state = browser.state
    guard isBrowserVisible, presence != .going, !state.isLeaving, state.layout.count > 0,
      !state.layout.viewport.isEmpty
    else { return nil }
    return state.scroll.isHeld ? state.index : state.targetPage
  }

  private var isPageInPlace: Bool {
    let state = browser.state
    return state.isScrollSettled(at: browser.now) && state.pull == nil && state.flight == nil
  }

  private func id(of index: Int) -> ObjectIdentifier? {
    browser.cells[index].map { ObjectIdentifier($0) }
  }

  private func perform(_ calls: [CellLifecycle<ObjectIdentifier>.Call]) {
    for call in calls {
      guard let index = browser.cells.index(of: call.page), let cell = browser.cells[index] else {
        continue
      }
      pendingCalls += [true, false].map {
        PendingCall(cell: cell, index: index, event: call.event, isForCell: $0)
      }
    }
    // A call may lead to further calls, which come after the pending ones.
    while !pendingCalls.isEmpty {
      let call = pendingCalls.removeFirst()
      if call.isForCell {
        call.cell.receive(call.event)
      } else {
        browser.events.raise(BrowserEvent(call.event, cell: call.cell, index: call.index))
      }
    }
  }
}

extension BrowserCell {
  fileprivate func receive(_ event: CellLifecycle<ObjectIdentifier>.Event) {
    switch event {
    case .willAppear: willAppear()
    case .didAppear: didAppear()
    case .willDisappear: willDisappear()
    case .didDisappear: didDisappear()
    }
  }
}

extension BrowserEvent {
  fileprivate init(
    _ event: CellLifecycle<ObjectIdentifier>.Event, cell: any BrowserCell, index: Int
  ) {
    self =
      switch event {
      case .willAppear: .cellWillAppear(cell, index: index)
      case .didAppear: .cellDidAppear(cell, index: index)
      case .willDisappear: .cellWillDisappear(cell, index: index)
      case .didDisappear: .cellDidDisappear(cell, index: index)
      }
  }
}

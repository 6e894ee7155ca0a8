import BrowserCore

/// The dispatcher of a browser's events: each event goes to the closures, then to the delegate,
/// then to the host. A report that a page has settled is dropped before the first page is shown,
/// and a report about a pull-down unless a drag began it. Some events are raised only once.
final class BrowserEventDispatcher {
  let hooks = BrowserHooks()
  weak var delegate: (any BrowserDelegate)?
  weak var host: (any BrowserEventReceiver)?
  private weak var browser: Browser?
  /// Whether the first page has been reported as shown.
  private var hasReportedFirstPage = false
  /// Whether a pull-down is reported: from its beginning until the picture is back on its page or
  /// the browser has closed.
  private var reportsPull = false
  /// Whether the browser is closing; false again when the picture is caught or the browser is shown
  /// again.
  private var isClosing = false
  /// The page count at which more pages were requested last; nil since another page than the last
  /// one became current.
  private var requestedMoreAtCount: Int?

  func attach(to browser: Browser) { self.browser = browser }

  func raise(_ event: BrowserEvent) {
    guard let browser else { return }
    switch event {
    // Before the first page is shown, this event is dropped; ``reportFirstPage(_:isSettled:)``
    // raises it together with the first frame.
    case .settled: guard hasReportedFirstPage else { return }
    case .pulled, .pullEnded: guard reportsPull else { return }
    default: break
    }
    hooks.receive(event)
    delegate?.receive(event, of: browser)
    host?.browser(browser, raised: event)
  }

  /// The thumbnail of the page at `index`: from the delegate, else from the closure for thumbnails,
  /// else, if there is no such closure, from the host.
  func thumbnail(for index: Int) -> BrowserThumbnail? {
    guard let browser else { return nil }
    if let thumbnail = delegate?.browser(browser, thumbnailFor: index) { return thumbnail }
    if let thumbnail = hooks.thumbnail { return thumbnail(index) }
    return host?.browser(browser, hostThumbnailFor: index)
  }

  /// Resets the report of the first page, because the browser is shown again.
  func resetFirstPageReport() { hasReportedFirstPage = false }

  /// Begins to report a pull-down. One that begins and ends in the same action comes from a command
  /// that closes the browser, not from a drag, and is not reported.
  func beginPullReport(_ effects: [BrowserEffect]) {
    guard effects.contains(.pullBegan) else { return }
    reportsPull = !effects.contains(.pullEnded(closes: true))
  }

  /// Ends the report of a pull-down, because the browser has closed.
  func endPullReport() { reportsPull = false }

  /// Reports the change of a pull-down between two frames, and ends the report when the picture is
  /// back on its page.
  ///
  /// - Parameter isOver: whether no pull-down is in progress any more.
  func reportPull(to frame: BrowserFrame, from old: BrowserFrame?, isOver: Bool) {
    if let old, old.pullScale != frame.pullScale || old.backdrop != frame.backdrop {
      raise(.pulled(scale: frame.pullScale, backdrop: frame.backdrop))
    }
    if isOver, frame.pullScale == 1, frame.backdrop == 1 { reportsPull = false }
  }

  /// Reports the first page as shown, and as settled unless it still moves; only the first call has
  /// an effect.
  func reportFirstPage(_ index: Int, isSettled: Bool) {
    guard !hasReportedFirstPage else { return }
    hasReportedFirstPage = true
    if isSettled { raise(.settled(page: index)) }
  }

  /// Requests more pages, once each time the last of `count` pages becomes current.
  func requestMore(count: Int, isOnLastPage: Bool) {
    guard isOnLastPage else {
      requestedMoreAtCount = nil
      return
    }
    guard requestedMoreAtCount != count else { return }
    requestedMoreAtCount = count
    raise(.needsMore(count: count))
  }

  /// Asks closures and delegate whether to close with an animation, once when `closes` becomes
  /// true.
  ///
  /// - Returns: false when one of them wants no animation.
  func askForClosingAnimation(_ closes: Bool) -> Bool {
    guard closes != isClosing else { return true }
    isClosing = closes
    guard closes, let browser else { return true }
    let answer = hooks.willDismiss?() ?? true
    return (delegate?.browserWillDismiss(browser) ?? true) && answer
  }
}

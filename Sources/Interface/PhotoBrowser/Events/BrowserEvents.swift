import BrowserCore

/// The dispatcher of a browser's events: each event goes to the closures, then to the delegate,
/// then to the host. The dispatcher drops events that would be untrue, and raises some events only
/// once.
final class BrowserEvents {
  let hooks = BrowserHooks()
  weak var delegate: (any BrowserDelegate)?
  weak var host: (any BrowserEventReceiver)?
  private weak var browser: Browser?
  /// True when the first page has been announced.
  private var hasAppeared = false
  /// True from the beginning of a pull-down until the picture is back on its page or the browser is
  /// closed.
  private var reportsPull = false
  /// True from the beginning of closing until the browser is caught or shown again.
  private var isClosing = false
  /// The page count for which more pages were requested last; nil when the last page has been left.
  private var requestedMoreAtCount: Int?

  func join(_ browser: Browser) { self.browser = browser }

  func raise(_ event: BrowserEvent) {
    guard let browser else { return }
    switch event {
    // The first page is announced with its first frame, when it is visible.
    case .settled: guard hasAppeared else { return }
    case .pulled, .pullEnded: guard reportsPull else { return }
    default: break
    }
    hooks.receive(event)
    delegate?.receive(event, of: browser)
    host?.browser(browser, raised: event)
  }

  /// The thumbnail of page `index` by the delegate, by the closures, or by the host of a browser
  /// without a closure for thumbnails.
  func thumbnail(for index: Int) -> BrowserThumbnail? {
    guard let browser else { return nil }
    if let thumbnail = delegate?.browser(browser, thumbnailFor: index) { return thumbnail }
    if let thumbnail = hooks.thumbnail { return thumbnail(index) }
    return host?.browser(browser, hostThumbnailFor: index)
  }

  /// Prepares for a browser that is shown again.
  func reset() { hasAppeared = false }

  /// Begins to report a pull-down. One that begins and ends in the same action is not reported: it
  /// comes from a command that closes the browser, and not from a drag.
  func follow(_ effects: [BrowserEffect]) {
    guard effects.contains(.pullBegan) else { return }
    reportsPull = !effects.contains(.pullEnded(closes: true))
  }

  /// Ends the report of a pull-down: the browser is closed.
  func endPull() { reportsPull = false }

  /// Reports the change of a pull-down since the frame `old`.
  func pull(to frame: BrowserFrame, from old: BrowserFrame?, isOver: Bool) {
    if let old, old.pull != frame.pull || old.backdrop != frame.backdrop {
      raise(.pulled(scale: frame.pull, backdrop: frame.backdrop))
    }
    if isOver, frame.pull == 1, frame.backdrop == 1 { reportsPull = false }
  }

  /// Announces the first page as settled, unless it still moves.
  func appear(on index: Int, isSettled: Bool) {
    guard !hasAppeared else { return }
    hasAppeared = true
    if isSettled { raise(.settled(index)) }
  }

  /// Requests more pages, once each time the last page of `count` becomes current.
  func requestMore(count: Int, isOnLastPage: Bool) {
    guard isOnLastPage else {
      requestedMoreAtCount = nil
      return
    }
    guard requestedMoreAtCount != count else { return }
    requestedMoreAtCount = count
    raise(.needsMore(count: count))
  }

  /// Asks closures and delegate once whether to close with an animation.
  ///
  /// - Returns: false when one of them wants no animation.
  func announceClosing(_ closes: Bool) -> Bool {
    guard closes != isClosing else { return true }
    isClosing = closes
    guard closes, let browser else { return true }
    let answer = hooks.willDismiss?() ?? true
    return (delegate?.browserWillDismiss(browser) ?? true) && answer
  }
}

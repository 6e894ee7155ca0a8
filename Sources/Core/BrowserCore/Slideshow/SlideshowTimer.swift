import Motion

/// The slideshow of a browser, if there is one, and the contacts that suspend it.
struct SlideshowTimer: Hashable, Sendable {
  /// The running slideshow; nil when there is none.
  private(set) var slideshow: Slideshow?
  /// The page on which the current round began.
  private(set) var firstPage = 0
  /// The random order of the pages; nil for their own order.
  private(set) var shuffled: ShuffledPages?
  /// True while a contact is down, in any role.
  private var isPressed = false

  /// Records an action; an action of the user restarts the count.
  mutating func note(_ action: BrowserAction) {
    if action.isUserAction { slideshow?.interrupt() }
    isPressed = action.presses ?? isPressed
    switch action {
    case .reload, .insert, .remove, .move: shuffled = nil
    default: break
    }
  }

  /// Brings the random order up to date: `seed` selects it, nil stands for the order of the pages.
  /// Another order, and another numbering of the pages, begin a new round on `page`.
  mutating func shuffle(_ count: Int, seed: UInt64?, on page: Int) {
    guard slideshow != nil, let seed, count > 0 else { return shuffled = nil }
    guard shuffled?.count != count || shuffled?.seed != seed else { return }
    shuffled = ShuffledPages(count: count, seed: seed)
    firstPage = page
  }

  /// Performs a command while `page` is current.
  mutating func run(_ command: Slideshow.Command, on page: Int) -> [BrowserEffect] {
    switch command {
    case .start(let interval):
      // Another interval continues the round.
      if slideshow == nil { firstPage = page }
      slideshow = Slideshow(every: interval)
    case .toggle:
      guard let phase = slideshow?.phase else { return [] }
      if phase == .ended { firstPage = page }
      slideshow?.interrupt()
      slideshow?.phase = phase == .running ? .paused : .running
    case .stop:
      guard slideshow != nil else { return [] }
      slideshow = nil
    case .hold(let hold):
      // The time of a page that was still loading starts when its picture appears.
      if slideshow?.hold == .loading { slideshow?.interrupt() }
      slideshow?.hold = hold
      return []
    }
    return [.slideshowChanged(slideshow?.phase)]
  }

  /// Measures the time for which `page` has been shown at rest; a slideshow must be running. The
  /// time starts again after the browser was not at rest, or while a contact was down.
  ///
  /// - Returns: true when the page is to be turned now.
  mutating func isDue(on page: Int, isAtRest: Bool, at t: Timestamp) -> Bool {
    guard isAtRest, !isPressed else {
      slideshow?.interrupt()
      return false
    }
    slideshow?.rest(on: page, at: t)
    guard slideshow?.isDue(at: t) == true else { return false }
    slideshow?.interrupt()
    return true
  }

  /// Ends the slideshow on the last page.
  mutating func end() -> [BrowserEffect] {
    slideshow?.phase = .ended
    return [.slideshowChanged(.ended)]
  }

  /// Delays the count by `seconds`.
  mutating func postpone(by seconds: Double) { slideshow?.postpone(by: seconds) }
}

import Motion

/// The slideshow of a browser, if there is one, and the contacts that suspend it.
struct SlideshowTimer: Hashable, Sendable {
  /// The slideshow, running, paused or ended; nil when there is none.
  private(set) var slideshow: Slideshow?
  /// The index of the page on which the current round through the album began.
  private(set) var roundStartPage = 0
  /// The random order of the pages in the slideshow; nil for their own order.
  private(set) var shuffledPages: ShuffledPages?
  /// True while any contact is down, whatever its gesture.
  private var isPressed = false

  /// Records an action of the browser; an action of the user starts the time of the current page
  /// again.
  mutating func record(_ action: BrowserAction) {
    if action.isUserAction { slideshow?.interrupt() }
    isPressed = action.isPressedAfter ?? isPressed
    switch action {
    case .reload, .insert, .remove, .move: shuffledPages = nil
    default: break
    }
  }

  /// Brings the random order of `count` pages up to date: `seed` selects it, nil stands for the
  /// order of the pages. Another order, and another numbering of the pages, begin a new round on
  /// `page`.
  mutating func updateShuffle(_ count: Int, seed: UInt64?, on page: Int) {
    guard slideshow != nil, let seed, count > 0 else { return shuffledPages = nil }
    guard shuffledPages?.count != count || shuffledPages?.seed != seed else { return }
    shuffledPages = ShuffledPages(count: count, seed: seed)
    roundStartPage = page
  }

  /// Performs a command of the slideshow while the page with the index `page` is current.
  mutating func run(_ command: Slideshow.Command, on page: Int) -> [BrowserEffect] {
    switch command {
    case .start(let interval):
      // A slideshow that gets another interval continues its round.
      if slideshow == nil { roundStartPage = page }
      slideshow = Slideshow(every: interval)
    case .toggle:
      guard let phase = slideshow?.phase else { return [] }
      if phase == .ended { roundStartPage = page }
      slideshow?.interrupt()
      slideshow?.phase = phase == .running ? .paused : .running
    case .stop:
      guard slideshow != nil else { return [] }
      slideshow = nil
    case .wait(let reason):
      // The time of a page that was still loading starts when its picture appears.
      if slideshow?.waitReason == .loading { slideshow?.interrupt() }
      slideshow?.waitReason = reason
      return []
    }
    return [.slideshowChanged(slideshow?.phase)]
  }

  /// Measures the time for which the page with the index `page` has been shown at rest, while the
  /// slideshow is running. The time starts again when the browser was not at rest, or a contact was
  /// down.
  ///
  /// - Returns: true when the page is to be turned now.
  mutating func takeDueTurn(on page: Int, isAtRest: Bool, at t: Timestamp) -> Bool {
    guard isAtRest, !isPressed else {
      slideshow?.interrupt()
      return false
    }
    slideshow?.recordRest(on: page, at: t)
    guard slideshow?.isDue(at: t) == true else { return false }
    slideshow?.interrupt()
    return true
  }

  /// Ends the slideshow, which has shown its last page.
  mutating func end() -> [BrowserEffect] {
    slideshow?.phase = .ended
    return [.slideshowChanged(.ended)]
  }

  /// Delays the time of the slideshow's current page by `seconds`.
  mutating func postpone(by seconds: Double) { slideshow?.postpone(by: seconds) }
}

import Motion

extension BrowserState {
  mutating func run(_ command: Slideshow.Command, at t: Timestamp) -> [BrowserEffect] {
    switch command {
    case .start(let interval):
      slideshow = Slideshow(every: interval)
      return [.slideshowChanged(.running)]
    case .toggle: return toggleSlideshow(at: t)
    case .stop:
      guard slideshow != nil else { return [] }
      slideshow = nil
      return [.slideshowChanged(nil)]
    case .hold(let hold):
      // The time of a page that was still loading starts when its picture appears.
      if slideshow?.hold == .loading { slideshow?.interrupt() }
      slideshow?.hold = hold
      return []
    }
  }

  private mutating func toggleSlideshow(at t: Timestamp) -> [BrowserEffect] {
    guard let old = slideshow?.phase else { return [] }
    slideshow?.interrupt()
    slideshow?.phase = old == .running ? .paused : .running
    let beginning = old == .ended ? go(to: 0, animated: true, at: t) : []
    return beginning + [.slideshowChanged(slideshow?.phase)]
  }

  /// Counts while the browser is at rest, and turns the page at the deadline.
  mutating func advanceSlideshow(at t: Timestamp) -> [BrowserEffect] {
    guard slideshow?.phase == .running, layout.count > 0 else { return [] }
    guard isAtRest(at: t), !isPressed else {
      slideshow?.interrupt()
      return []
    }
    slideshow?.rest(on: index, at: t)
    guard slideshow?.isDue(at: t) == true else { return [] }
    slideshow?.interrupt()
    guard layout.isEndless || index < layout.lastIndex else {
      slideshow?.phase = .ended
      return [.slideshowChanged(.ended)]
    }
    let effects = turn(1, animated: true, at: t)
    finishMotions()
    return effects + followScroll(at: t)
  }
}

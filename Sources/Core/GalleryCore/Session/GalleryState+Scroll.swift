import Geometry
import Motion

extension GalleryState {
  /// The maximum scroll of one wheel notch, which is one row, as a share of the viewport height.
  private static let notchShare = 0.3
  /// The minimum scroll of one wheel notch, in points: rows of small cells would take too many
  /// notches.
  private static let minNotch = 64.0
  /// The maximum speed, in pixels per second, at which a press does not count as catching the grid.
  private static let catchSpeed = 60.0
  /// The overlap of two successive pages, in rows.
  private static let pageOverlap = 1.0

  mutating func applyScroll(_ action: GalleryAction, at t: Timestamp) {
    switch action {
    case .press, .release, .panBegan, .panChanged, .panEnded, .panCancelled:
      applyDrag(action, at: t)
    case .thumbBegan, .thumbMoved, .thumbEnded:
      applyThumb(action, at: t)
    case .wheel(let notches):
      goal = nil
      isUnsettled = true
      let notch = min(
        viewport.height * Self.notchShare,
        max(layout.rowPitch, Self.minNotch * tuning.metrics.scale))
      let turn = notches.isFinite ? min(max(notches, -1000), 1000) : 0
      scroll.turn(by: turn * notch, animated: !tuning.reducesMotion, at: t)
    case .scroll(let offset, let animated):
      goTo(offset, animated: animated, at: t)
    case .scrollPages(let pages):
      let page = max(layout.rowPitch, clearArea.height - Self.pageOverlap * layout.rowPitch)
      goTo(scroll.target + pages * page, animated: true, at: t)
    case .reveal(let item, let reveal, let animated):
      self.reveal(item, reveal, animated: animated, at: t)
    case .scrollBarHover(let isNear): bar.isHovered = isNear
    default: break
    }
  }

  private mutating func goTo(_ offset: Double, animated: Bool, at t: Timestamp) {
    goal = nil
    isUnsettled = true
    scroll.go(to: offset, animated: animated && !tuning.reducesMotion, at: t)
  }

  /// Scrolls until an item is wholly visible below the sticky header.
  mutating func reveal(
    _ item: Int, _ reveal: GalleryReveal, animated: Bool, at t: Timestamp
  ) {
    guard let item = existing(item), viewport.height > 0 else { return }
    let frame = layout.frame(ofItem: item)
    let clear = clearArea
    let lowest = frame.minY - clear.minY - layout.metrics.gap
    let highest = frame.maxY - viewport.height + layout.metrics.gap
    let offset =
      switch reveal {
      case .centered: frame.midY - clear.midY
      case .nearest: min(max(scroll.target, highest), lowest)
      }
    let isStill = scroll.extent.clamped(offset) == scroll.extent.clamped(scroll.target)
    if isStill, animated, !scroll.isHeld { return }
    goTo(offset, animated: animated, at: t)
    goal = animated ? Goal(item: item, reveal: reveal) : nil
  }

  // MARK: Drags

  private mutating func applyDrag(_ action: GalleryAction, at t: Timestamp) {
    switch action {
    case .press:
      didPressCatch = abs(scroll.velocity(at: t)) > Self.catchSpeed
      showsFocus = false
      catchScroll(at: t)
    case .release: letGo(velocity: 0, at: t)
    case .panBegan: catchScroll(at: t)
    case .panChanged(let translation):
      if zoom.grip == nil { scroll.drag(translation: translation) }
      isUnsettled = true
    case .panEnded(let velocity): letGo(velocity: velocity, at: t)
    case .panCancelled: letGo(velocity: 0, at: t)
    default: break
    }
  }

  private mutating func catchScroll(at t: Timestamp) {
    goal = nil
    guard zoom.grip == nil, band == nil, bar.grip == nil else { return }
    scroll.grab(at: t)
  }

  private mutating func letGo(velocity: Double, at t: Timestamp) {
    guard zoom.grip == nil, band == nil, bar.grip == nil else { return }
    scroll.release(velocity: velocity, at: t)
  }

  // MARK: The scroll bar

  /// The track of the scroll bar, in viewport coordinates.
  var track: Rect {
    let width = min(tuning.metrics.scrollBarWidth, viewport.width)
    return Rect(x: viewport.width - width, y: 0, width: width, height: viewport.height)
  }

  /// The thumb of the scroll bar; nil when all content fits.
  var thumb: ScrollThumb? {
    ScrollThumb(
      extent: scroll.extent, track: track.height, shortest: tuning.metrics.minThumbLength)
  }

  private mutating func applyThumb(_ action: GalleryAction, at t: Timestamp) {
    switch action {
    case .thumbBegan(let point):
      guard let thumb, point.isFinite, zoom.grip == nil, band == nil else { return }
      let below = point.y - track.minY - thumb.top(atOffset: scroll.position(at: t))
      let isOnThumb = below >= 0 && below < thumb.length
      bar.grip = isOnThumb ? below : thumb.length / 2
      // A press on the thumb stops the scroll, and does not move the thumb.
      if isOnThumb {
        scroll.go(to: scroll.position(at: t), animated: false, at: t)
      } else {
        moveThumb(to: point, at: t)
      }
    case .thumbMoved(let point): moveThumb(to: point, at: t)
    case .thumbEnded: bar.grip = nil
    default: break
    }
  }

  private mutating func moveThumb(to point: Point, at t: Timestamp) {
    guard let grip = bar.grip, let thumb, point.isFinite else { return }
    let offset = thumb.offset(atTop: point.y - track.minY - grip)
    goTo(offset, animated: false, at: t)
  }
}

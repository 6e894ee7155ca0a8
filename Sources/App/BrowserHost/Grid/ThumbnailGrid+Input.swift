import GalleryCore
import Geometry
import Gestures
import Input
import Motion
import Views

extension ThumbnailGrid {
  /// The distance of one wheel notch, in points.
  ///
  /// - Source: three lines of text, the usual distance.
  private static let wheelStep = 60.0
  /// The fraction of the viewport that Page Up and Page Down move by.
  private static let pageFraction = 0.9

  /// Handles an event in local coordinates; false leaves it to the view behind.
  func feel(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key): return press(key)
    case .pointer(let pointer):
      switch pointer.kind {
      // The window handles the Back and Forward buttons of the mouse.
      case .pressed(.back), .pressed(.forward), .released(.back), .released(.forward):
        return false
      case .pressed: setShowsFocus(false)
      default: break
      }
    case .swipe, .pinch: return false
    default: break
    }
    interpret(arena.receive(event))
    return true
  }

  func interpret(_ events: [GestureEvent]) {
    for event in events { interpret(event) }
  }

  private func interpret(_ event: GestureEvent) {
    switch event {
    case .pressed(_, let time):
      if !scroll.isSettled(at: time) { scroll.grab(at: time) }
    case .released(let time): scroll.release(velocity: 0, at: time)
    case .tap(let point, _): if let index = item(at: point) { open(index) }
    case .pan(let pan): drag(pan)
    case .wheel(let wheel):
      scroll.turn(by: wheel.delta.dy * Self.wheelStep * uiScale, animated: true, at: wheel.time)
    case .hover(let point, _): hover(point.flatMap(item))
    case .doubleTap, .contextMenu, .button, .pinch: break
    }
    requestFrame()
  }

  private func drag(_ pan: PanGesture) {
    switch pan.phase {
    case .began:
      hover(nil)
      scroll.grab(at: pan.time)
      scroll.drag(translation: pan.translation.dy)
    case .changed: scroll.drag(translation: pan.translation.dy)
    case .ended: scroll.release(velocity: pan.velocity.dy, at: pan.time)
    case .cancelled: scroll.release(velocity: 0, at: pan.time)
    }
    setNeedsDisplay()
    onMove?()
  }

  /// The index of the item at a point in local coordinates; nil between cells.
  func item(at point: Point) -> Int? {
    arrangement.item(at: point + Vector(dx: 0, dy: scroll.position(at: lastTime).rounded()))
  }

  func hover(_ index: Int?) {
    guard index != hovered else { return }
    hovered = index
    setNeedsDisplay()
  }

  private func setShowsFocus(_ shows: Bool) {
    guard shows != showsFocus else { return }
    showsFocus = shows
    setNeedsDisplay()
  }

  private func open(_ index: Int) {
    focus = index
    // The pointer will be elsewhere when the user returns.
    hover(nil)
    onOpen(index)
  }

  // MARK: Keys

  private func press(_ key: KeyEvent) -> Bool {
    let last = arrangement.itemCount - 1
    guard key.isPress, key.modifiers.isEmpty, last >= 0 else { return false }
    let here = min(max(0, focus), last)
    let column = arrangement.place(ofItem: here).column
    let page = max(1, Int(bounds.height * Self.pageFraction / arrangement.rowPitch))
    switch key.name {
    case .left: focus = max(0, here - 1)
    case .right: focus = min(last, here + 1)
    case .up: focus = arrangement.item(-1, below: here, column: column)
    case .down: focus = arrangement.item(1, below: here, column: column)
    case .pageUp: focus = arrangement.item(-page, below: here, column: column)
    case .pageDown: focus = arrangement.item(page, below: here, column: column)
    case .home: focus = 0
    case .end: focus = last
    case .enter, .character(" "):
      if !key.isRepeat { open(here) }
      return true
    default: return false
    }
    setShowsFocus(true)
    reveal(focus, animated: true, at: key.time)
    setNeedsDisplay()
    return true
  }

  /// Scrolls a cell and the margin around it into view, without animation.
  public func reveal(_ index: Int) { reveal(index, animated: false, at: lastTime) }

  private func reveal(_ index: Int, animated: Bool, at time: Timestamp) {
    guard place(of: index) != nil else { return }
    let cell = arrangement.frame(ofItem: index)
    let margin = arrangement.metrics.margin
    let offset = scroll.target
    let wanted =
      cell.minY - margin < offset
      ? cell.minY - margin : max(offset, cell.maxY + margin - bounds.height)
    guard wanted != offset else { return }
    scroll.go(to: wanted, animated: animated, at: max(lastTime, time))
    setNeedsDisplay()
    requestFrame()
  }
}

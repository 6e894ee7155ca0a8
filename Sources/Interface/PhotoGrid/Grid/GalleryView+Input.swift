import GalleryCore
import Geometry
import Gestures
import Input
import Motion
import Views

/// The state of pointer and touch input on the grid.
struct GalleryInputState {
  /// The effect of a drag.
  enum Drag {
    case scroll
    case band
  }
  /// The location of the pointer; nil while it is outside, or after the keyboard was used.
  var pointer: Point?
  /// The modifier keys held at the last press.
  var modifiers: Modifiers = []
  /// The effect of the running drag; nil when none runs.
  var drag: Drag?
  /// True while the scroll bar's thumb is dragged.
  var isDraggingThumb = false
  /// True while a pinch resizes the cells.
  var isPinching = false

  /// True while the motion of the grid depends on the next input event. A rubber band does not
  /// count: at an edge it keeps scrolling without events.
  var holds: Bool { drag == .scroll || isDraggingThumb || isPinching }

  /// True while a gesture runs that Escape can cancel.
  var isBusy: Bool { drag != nil || isDraggingThumb || isPinching }
}

extension GalleryView {
  /// Handles an event in the view's points. Returns false to pass it on.
  func feel(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key): return press(key)
    case .pointer(let pointer):
      if handleScrollBar(pointer) { return true }
      switch pointer.kind {
      case .pressed(.back), .pressed(.forward), .pressed(.middle), .released(.back),
        .released(.forward), .released(.middle):
        return false
      case .pressed:
        guard content.contains(pointer.location) else { return false }
        hands.modifiers = pointer.modifiers
        hands.pointer = pointer.location
      // A pointer that merely lies where the grid appears has not asked for a preview.
      case .entered: preview.arrival = pointer.location
      case .moved where preview.arrival != nil:
        preview.arrival = nil
        trackPointer(at: pointer.time)
      default: break
      }
    case .touch:
      hands.pointer = nil
      hands.modifiers = []
    case .swipe: return false
    case .cancelled(let time):
      if hands.isDraggingThumb { endThumb(at: time) }
      endPreview()
    default: break
    }
    interpret(arena.receive(event))
    return true
  }

  // MARK: Scroll bar

  private func handleScrollBar(_ pointer: PointerEvent) -> Bool {
    let isOver = isOnBar(pointer.location) && pointer.kind != .left
    if scrollBar.isHovered != isOver {
      scrollBar.isHovered = isOver
      perform(.scrollBarHover(isOver), at: pointer.time)
    }
    switch pointer.kind {
    case .pressed(.primary) where isOver:
      hands.isDraggingThumb = true
      endPreview()
      perform(.thumbBegan(inContent(pointer.location)), at: pointer.time)
      return true
    case .moved where hands.isDraggingThumb:
      perform(.thumbMoved(inContent(pointer.location)), at: pointer.time)
      return true
    case .released(.primary) where hands.isDraggingThumb:
      endThumb(at: pointer.time)
      return true
    default: return hands.isDraggingThumb
    }
  }

  private func endThumb(at time: Timestamp) {
    hands.isDraggingThumb = false
    perform(.thumbEnded, at: time)
  }

  // MARK: Gestures

  func interpret(_ events: [GestureEvent]) {
    for event in events { interpret(event) }
  }

  private func interpret(_ event: GestureEvent) {
    switch event {
    case .pressed(let point, let time):
      endPreview()
      perform(.press(inContent(point)), at: time)
    case .released(let time): perform(.release, at: time)
    case .tap(let point, let time): tap(point, at: time)
    case .doubleTap: break
    case .contextMenu(let point, let time): showMenu(at: point, time: time)
    case .button: break
    case .pan(let pan): interpret(pan)
    case .pinch(let pinch): interpret(pinch)
    case .wheel(let scroll): turn(scroll)
    case .hover(let point, let time): pointerMoved(to: point, at: time)
    }
  }

  /// A click opens an item; with Ctrl it toggles its selection, with Shift it selects the range up
  /// to it.
  private func tap(_ point: Point, at time: Timestamp) {
    // A touch that stopped a running scroll does not open anything.
    guard !state.didPressCatch else { return }
    let keys = hands.modifiers
    guard let item = item(under: point) else {
      if keys.isEmpty { perform(.deselectAll, at: time) }
      return
    }
    if !allowsSelection {
      perform(.open(item), at: time)
    } else if keys.contains(.shift) {
      perform(.select(item, keys.contains(.control) ? .addRange : .through), at: time)
    } else if keys.contains(.control) || isOnTick(point, of: item) {
      perform(.select(item, .toggle), at: time)
    } else {
      perform(.open(item), at: time)
    }
  }

  /// True when a point lies on the tick disc of a cell.
  private func isOnTick(_ point: Point, of item: Int) -> Bool {
    guard hands.pointer != nil, let cell = shown[item], cell.folder == nil else { return false }
    return painter.tickRect(of: cell).contains(inContent(point))
  }

  private func showMenu(at point: Point, time: Timestamp) {
    endPreview()
    let item = item(under: point)
    if let item { perform(.focus(item), at: time) }
    delegate?.gallery(self, wantsMenuAt: point + (originInStage - Point.zero), for: item)
  }

  private func interpret(_ pan: PanGesture) {
    switch pan.phase {
    case .began:
      // A mouse drag draws a rubber band; any other drag scrolls the grid.
      hands.drag = pan.kind == .mouse && allowsSelection ? .band : .scroll
      endPreview()
      if hands.drag == .band {
        let adds = !hands.modifiers.isDisjoint(with: [.control, .shift])
        perform(.bandBegan(inContent(pan.origin), adds: adds), at: pan.time)
      } else {
        perform(.panBegan, at: pan.time)
      }
      move(pan)
    case .changed: move(pan)
    case .ended:
      let isBand = hands.drag == .band
      hands.drag = nil
      // A pinch takes over: the grid must not continue with the fling's velocity.
      let speed = pan.isHandover ? 0 : pan.velocity.dy
      perform(isBand ? .bandEnded : .panEnded(velocity: speed), at: pan.time)
    case .cancelled:
      let isBand = hands.drag == .band
      hands.drag = nil
      perform(isBand ? .bandCancelled : .panCancelled, at: pan.time)
    }
  }

  private func move(_ pan: PanGesture) {
    switch hands.drag {
    case .band: perform(.bandMoved(inContent(pan.location)), at: pan.time)
    case .scroll: perform(.panChanged(translation: pan.translation.dy), at: pan.time)
    case nil: break
    }
  }

  private func interpret(_ pinch: PinchGesture) {
    let center = inContent(pinch.centroid)
    switch pinch.phase {
    case .began:
      hands.isPinching = true
      endPreview()
      perform(.pinchBegan(centroid: center), at: pinch.time)
      perform(.pinchChanged(factor: pinch.scale, centroid: center), at: pinch.time)
    case .changed: perform(.pinchChanged(factor: pinch.scale, centroid: center), at: pinch.time)
    case .ended:
      hands.isPinching = false
      let rests = pinch.isHandover
      perform(
        .pinchEnded(
          velocity: rests ? .zero : pinch.velocity, growth: rests ? 0 : pinch.scaleVelocity),
        at: pinch.time)
    case .cancelled:
      hands.isPinching = false
      perform(.pinchCancelled, at: pinch.time)
    }
  }

  private func turn(_ scroll: ScrollEvent) {
    endPreview()
    if scroll.modifiers.contains(.control) {
      perform(
        .resizeCells(steps: -scroll.delta.dy, at: inContent(scroll.location)), at: scroll.time)
    } else {
      perform(.wheel(scroll.delta.dy), at: scroll.time)
    }
  }

  func pointerMoved(to point: Point?, at time: Timestamp) {
    let old = hands.pointer
    hands.pointer = point.flatMap { content.contains($0) ? $0 : nil }
    guard old != hands.pointer else { return }
    trackPointer(at: time)
    requestFrame()
  }
}

import GalleryCore
import Geometry
import Gestures
import Input
import Motion

/// The meaning of an input event for a grid. Points are in the coordinates of the grid's view.
enum GridIntent {
  case perform(GalleryAction, Timestamp)
  /// A click or tap at a point in the view's coordinates, with the modifier keys that were held at
  /// its press.
  case tap(Point, Modifiers, Timestamp)
  case showMenu(at: Point, Timestamp)
  case scrollBarHover(isOver: Bool, Timestamp)
  case pointerEntered
  /// The pointer moved anywhere on the grid. Only the first movement after the pointer entered the
  /// grid has an effect.
  case pointerMovedOnGrid(Timestamp)
  /// The pointer moved over the cells, or left them.
  case pointerMovedOrLeftCells(Timestamp)
  case endPreview
}

/// The interpreter of pointer, touch and scroll events on a grid.
struct GridInput {
  /// The effect of the drag or pinch in progress; there is at most one.
  private enum ActiveGesture {
    case none
    case scroll
    case selectionRectangle
    case scrollBarThumb
    case pinch
  }

  /// Whether the user may select items. Otherwise a click with any modifier key opens an item, and
  /// a mouse drag scrolls. Default: true.
  var allowsSelection = true
  /// The rectangle of the view in which cells are shown. Its origin is that of the coordinates of
  /// actions.
  var cellArea = Rect.zero
  /// The position of the pointer in the view's coordinates; nil while it is outside, and after the
  /// use of the keyboard or of a touch screen.
  private(set) var pointer: Point?
  private var arena = GestureArena(tuning: GestureTuning())
  private var activeGesture = ActiveGesture.none
  /// The modifier keys held at the last press of the pointer; none after a touch.
  private var modifiers: Modifiers = []
  private var isOverScrollBar = false

  // MARK: Reading

  var deadline: Timestamp? { arena.deadline }

  /// Whether a drag is scrolling the grid or drawing a selection rectangle.
  var isDragging: Bool { activeGesture == .scroll || activeGesture == .selectionRectangle }

  /// Whether the grid moves only when further input events arrive. A selection rectangle does not
  /// count: at an edge, the grid scrolls without events.
  var movesOnlyByInput: Bool { activeGesture != .none && activeGesture != .selectionRectangle }

  /// Whether a gesture is in progress, which Escape can cancel.
  var isGestureActive: Bool { activeGesture != .none }

  // MARK: Events

  mutating func setTuning(_ tuning: GestureTuning) { arena.tuning = tuning }

  mutating func forgetPointer() { pointer = nil }

  mutating func advance(to time: Timestamp) -> [GridIntent] {
    arena.advance(to: time).flatMap { interpret($0) }
  }

  /// Interprets an input event.
  ///
  /// - Parameter scrollBar: The rectangle of the scroll bar in the view's coordinates; nil when
  ///   everything fits into the grid.
  /// - Returns: Nil for an event that is not for the grid.
  mutating func receive(_ event: InputEvent, scrollBar: Rect?) -> [GridIntent]? {
    var intents: [GridIntent] = []
    switch event {
    case .pointer(let pointer):
      let isOver =
        pointer.kind != .exited && scrollBar.map { $0.contains(pointer.location) } ?? false
      if isOverScrollBar != isOver {
        isOverScrollBar = isOver
        intents.append(.scrollBarHover(isOver: isOver, pointer.time))
      }
      if let drag = dragThumb(pointer, isOver: isOver) { return intents + drag }
      switch pointer.kind {
      case .pressed(.back), .pressed(.forward), .pressed(.middle), .released(.back),
        .released(.forward), .released(.middle):
        return nil
      case .pressed:
        guard cellArea.contains(pointer.location) else { return nil }
        modifiers = pointer.modifiers
        self.pointer = pointer.location
      case .entered: intents.append(.pointerEntered)
      case .moved: intents.append(.pointerMovedOnGrid(pointer.time))
      default: break
      }
    case .touch:
      pointer = nil
      modifiers = []
    case .key, .swipe: return nil
    case .cancelled(let time):
      if activeGesture == .scrollBarThumb {
        activeGesture = .none
        intents.append(.perform(.thumbEnded, time))
      }
      intents.append(.endPreview)
    default: break
    }
    return intents + arena.receive(event).flatMap { interpret($0) }
  }

  /// Interprets a pointer event as part of a drag of the scroll bar's thumb; nil when it is not.
  ///
  /// - Parameter isOver: Whether the pointer is over the scroll bar.
  private mutating func dragThumb(_ pointer: InputEvent.Pointer, isOver: Bool) -> [GridIntent]? {
    let (point, time) = (gridPoint(at: pointer.location), pointer.time)
    switch pointer.kind {
    case .pressed(.primary) where isOver:
      activeGesture = .scrollBarThumb
      return [.endPreview, .perform(.thumbBegan(point), time)]
    case .moved where activeGesture == .scrollBarThumb: return [.perform(.thumbMoved(point), time)]
    case .released(.primary) where activeGesture == .scrollBarThumb:
      activeGesture = .none
      return [.perform(.thumbEnded, time)]
    default: return activeGesture == .scrollBarThumb ? [] : nil
    }
  }

  private func gridPoint(at point: Point) -> Point { point - (cellArea.origin - Point.zero) }

  /// Stores the position of the pointer, in the view's coordinates. `point` is nil, or outside
  /// ``cellArea``, when the pointer is not over the cells.
  mutating func movePointer(to point: Point?, at time: Timestamp) -> [GridIntent] {
    let old = pointer
    pointer = point.flatMap { cellArea.contains($0) ? $0 : nil }
    return old == pointer ? [] : [.pointerMovedOrLeftCells(time)]
  }

  // MARK: Gestures

  private mutating func interpret(_ event: GestureEvent) -> [GridIntent] {
    switch event {
    case .pressed(let point, let time):
      [.endPreview, .perform(.press(gridPoint(at: point)), time)]
    case .released(let time): [.perform(.release, time)]
    case .tap(let point, let time): [.tap(point, modifiers, time)]
    case .contextMenu(let point, let time): [.showMenu(at: point, time)]
    case .doubleTap, .button: []
    case .pan(let pan): interpret(pan)
    case .pinch(let pinch): interpret(pinch)
    case .wheel(let scroll): intents(ofWheel: scroll)
    case .hover(let point, let time): movePointer(to: point, at: time)
    }
  }

  private mutating func interpret(_ pan: PanGesture) -> [GridIntent] {
    switch pan.phase {
    case .began:
      // A mouse drag draws a selection rectangle if items can be selected; any other drag scrolls
      // the grid.
      if activeGesture == .none {
        activeGesture = pan.kind == .mouse && allowsSelection ? .selectionRectangle : .scroll
      }
      let adds = !modifiers.isDisjoint(with: [.control, .shift])
      let begin: GalleryAction =
        activeGesture == .selectionRectangle
        ? .selectionRectangleBegan(gridPoint(at: pan.origin), adds: adds) : .panBegan
      return [.endPreview, .perform(begin, pan.time)] + move(pan)
    case .changed: return move(pan)
    case .ended:
      // The grid must not continue with the velocity of a drag that a pinch has taken over.
      let speed = pan.isHandover ? 0 : pan.velocity.dy
      return end(pan, .panEnded(velocity: speed), selectionRectangle: .selectionRectangleEnded)
    case .cancelled:
      return end(pan, .panCancelled, selectionRectangle: .selectionRectangleCancelled)
    }
  }

  private func move(_ pan: PanGesture) -> [GridIntent] {
    switch activeGesture {
    case .selectionRectangle:
      [.perform(.selectionRectangleMoved(gridPoint(at: pan.location)), pan.time)]
    case .scroll: [.perform(.panChanged(translation: pan.translation.dy), pan.time)]
    case .none, .scrollBarThumb, .pinch: []
    }
  }

  private mutating func end(
    _ pan: PanGesture, _ action: GalleryAction, selectionRectangle rectangleAction: GalleryAction
  ) -> [GridIntent] {
    let isRectangle = activeGesture == .selectionRectangle
    if isDragging { activeGesture = .none }
    return [.perform(isRectangle ? rectangleAction : action, pan.time)]
  }

  private mutating func interpret(_ pinch: PinchGesture) -> [GridIntent] {
    let center = gridPoint(at: pinch.centroid)
    let change = GridIntent.perform(
      .pinchChanged(factor: pinch.scale, centroid: center), pinch.time)
    switch pinch.phase {
    case .began:
      // The state of the grid refuses a pinch during a selection or a drag of the thumb.
      if activeGesture == .none || activeGesture == .scroll { activeGesture = .pinch }
      return [.endPreview, .perform(.pinchBegan(centroid: center), pinch.time), change]
    case .changed: return [change]
    case .ended:
      endPinch()
      let rests = pinch.isHandover
      return [
        .perform(
          .pinchEnded(
            velocity: rests ? .zero : pinch.velocity, growth: rests ? 0 : pinch.scaleVelocity),
          pinch.time)
      ]
    case .cancelled:
      endPinch()
      return [.perform(.pinchCancelled, pinch.time)]
    }
  }

  private mutating func endPinch() {
    if activeGesture == .pinch { activeGesture = .none }
  }

  private func intents(ofWheel scroll: InputEvent.Scroll) -> [GridIntent] {
    let action: GalleryAction =
      scroll.modifiers.contains(.control)
      ? .resizeCells(steps: -scroll.delta.dy, at: gridPoint(at: scroll.location))
      : .wheel(notches: scroll.delta.dy)
    return [.endPreview, .perform(action, scroll.time)]
  }

  /// The action of a click or tap on an item: it opens the item; with Ctrl, or on the cell's disc,
  /// it selects or deselects the item; with Shift it selects the range up to the item, and with
  /// Ctrl and Shift it adds that range to the selection. In a grid without selection it always
  /// opens the item. Beside all items, and without modifier keys, it deselects everything. Nil for
  /// no action.
  func action(
    ofTapOn item: Int?, _ modifiers: Modifiers, isOnSelectionTick: Bool
  ) -> GalleryAction? {
    guard let item else { return modifiers.isEmpty ? .deselectAll : nil }
    guard allowsSelection else { return .open(item) }
    if modifiers.contains(.shift) {
      return .select(item, modifiers.contains(.control) ? .addRange : .through)
    }
    return modifiers.contains(.control) || isOnSelectionTick ? .select(item, .toggle) : .open(item)
  }
}

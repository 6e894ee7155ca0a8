import BrowserCore
import Geometry
import Gestures
import Input
import Motion

extension Browser {
  /// True when a drag in `direction` moves the zoomed picture or turns to another page.
  func follows(_ direction: Vector) -> Bool {
    guard !state.isDismissed else { return false }
    if state.zoom(of: state.index).isZoomed { return true }
    let layout = state.layout
    guard abs(direction[layout.axis]) > abs(direction[layout.axis.cross]) else { return false }
    let step = direction[layout.axis] * layout.direction > 0 ? -1 : 1
    return layout.isEndless || (0..<layout.count).contains(state.index + step)
  }

  func interpret(_ events: [GestureEvent]) {
    for event in events { interpret(event) }
  }

  private func interpret(_ event: GestureEvent) {
    if case .contextMenu(let point, _) = event, cellHandlesHold(point) { return }
    pointer = event.pointer(after: pointer)
    switch event {
    case .pressed(let point, let time):
      pressCaught = !isAtRest
      isPressed = true
      perform(.press(point), at: time)
    case .released(let time):
      endHold()
      perform(.release, at: time)
    case .tap(let point, let time):
      // A touch that stopped a motion is not a tap.
      guard !pressCaught, !cellHandlesTap(point) else { return }
      switch options.clickAction {
      case .close: return perform(.close, at: time)
      case .controls: showsControls.toggle()
      case .report: break
      }
      tell { $0.browser(self, didTapAt: point) }
    case .doubleTap(let point, _, let time): perform(.toggleZoom(at: point), at: time)
    case .contextMenu(let point, _): requestMenu(at: point)
    case .button(let button, _, let time):
      switch button {
      case .back: perform(.turn(-1, animated: animatesTurns), at: time)
      case .forward: perform(.turn(1, animated: animatesTurns), at: time)
      default: break
      }
    case .pan(let pan): interpret(pan)
    case .pinch(let pinch): interpret(pinch)
    case .wheel(let scroll): interpret(scroll)
    case .hover: break
    }
  }

  /// Requests the context menu at a point in the browser's coordinates, as a right click does.
  package func requestMenu(at point: Point) { tell { $0.browser(self, wantsMenuAt: point) } }

  /// True when the page handles the tap itself.
  private func cellHandlesTap(_ point: Point) -> Bool {
    guard let cell = visibleCell else { return false }
    return cell.receiveTap(at: point - (cell.frame.origin - .zero))
  }

  /// True when the page handles the press and hold. A context menu requested by the secondary
  /// button is never passed to the page.
  private func cellHandlesHold(_ point: Point) -> Bool {
    guard isPressed, let cell = visibleCell,
      cell.holdBegan(at: point - (cell.frame.origin - .zero))
    else { return false }
    heldCell = cell
    return true
  }

  private func endHold() {
    isPressed = false
    heldCell?.holdEnded()
    heldCell = nil
  }

  private func interpret(_ pan: PanGesture) {
    if let pinch = heldPinch { return interpret(pan, continuing: pinch) }
    // A second finger takes over the drag: the picture stays held.
    if pan.isHandover, pan.phase == .ended { return }
    switch pan.phase {
    case .began:
      perform(
        .panBegan(at: pan.location - pan.translation, direction: pan.location - pan.origin),
        at: pan.time)
      perform(.panChanged(translation: pan.translation, location: pan.location), at: pan.time)
    case .changed:
      perform(.panChanged(translation: pan.translation, location: pan.location), at: pan.time)
    case .ended:
      perform(.panEnded(velocity: pan.velocity, isMouse: pan.kind == .mouse), at: pan.time)
    case .cancelled: perform(.panCancelled, at: pan.time)
    }
  }

  /// Continues a pinch with the remaining finger, which moves the picture.
  private func interpret(_ pan: PanGesture, continuing pinch: PinchGesture) {
    switch pan.phase {
    case .began, .changed:
      perform(
        .pinchChanged(factor: pinch.scale, centroid: pinch.centroid + pan.translation),
        at: pan.time)
    case .ended where pan.isHandover: heldPinch = nil
    case .ended:
      heldPinch = nil
      perform(.pinchEnded(velocity: pan.velocity, growth: 0), at: pan.time)
    case .cancelled:
      heldPinch = nil
      perform(.pinchCancelled, at: pan.time)
    }
  }

  private func interpret(_ pinch: PinchGesture) {
    if pinch.isHandover, pinch.phase == .ended {
      heldPinch = pinch
      return
    }
    heldPinch = nil
    switch pinch.phase {
    case .began:
      perform(.pinchBegan(centroid: pinch.centroid), at: pinch.time)
      perform(.pinchChanged(factor: pinch.scale, centroid: pinch.centroid), at: pinch.time)
    case .changed:
      perform(.pinchChanged(factor: pinch.scale, centroid: pinch.centroid), at: pinch.time)
    case .ended:
      perform(
        .pinchEnded(velocity: pinch.velocity, growth: pinch.scaleVelocity), at: pinch.time)
    case .cancelled: perform(.pinchCancelled, at: pinch.time)
    }
  }
}

extension GestureEvent {
  /// The position of the pointer after this event; nil when it has left.
  fileprivate func pointer(after last: Point?) -> Point? {
    switch self {
    case .pressed(let point, _), .tap(let point, _), .doubleTap(let point, _, _),
      .contextMenu(let point, _), .button(_, let point, _):
      point
    case .pan(let pan): pan.location
    case .pinch(let pinch): pinch.centroid
    case .wheel(let scroll): scroll.location
    case .hover(let point, _): point
    case .released: last
    }
  }
}

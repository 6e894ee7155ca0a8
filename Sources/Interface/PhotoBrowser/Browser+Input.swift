import BrowserCore
import Geometry
import Gestures
import Input
import Motion

extension Browser {
  func interpret(_ events: [GestureEvent]) {
    for event in events { interpret(event) }
  }

  private func interpret(_ event: GestureEvent) {
    switch event {
    case .pressed(let point, let time):
      pressCaught = !isAtRest
      perform(.press(point), at: time)
    case .released(let time): perform(.release, at: time)
    case .tap(let point, let time):
      // A touch that stopped something was meant for that.
      guard !pressCaught else { return }
      if options.clickAction == .close {
        perform(.close, at: time)
      } else {
        delegate?.browser(self, didTapAt: point)
      }
    case .doubleTap(let point, _, let time): perform(.toggleZoom(at: point), at: time)
    case .contextMenu(let point, _): delegate?.browser(self, wantsMenuAt: point)
    case .button(let button, _, let time):
      switch button {
      case .back: perform(.turn(-1, animated: turnsAnimated), at: time)
      case .forward: perform(.turn(1, animated: turnsAnimated), at: time)
      default: break
      }
    case .pan(let pan): interpret(pan)
    case .pinch(let pinch): interpret(pinch)
    case .wheel(let scroll): interpret(scroll)
    case .hover: break
    }
  }

  private func interpret(_ pan: PanGesture) {
    if let pinch = heldPinch { return interpret(pan, continuing: pinch) }
    // A second finger takes over: what is held stays held.
    if pan.isHandover, pan.phase == .ended { return }
    switch pan.phase {
    case .began:
      perform(
        .panBegan(at: pan.location - pan.translation, direction: pan.location - pan.origin),
        at: pan.time)
      perform(.panChanged(translation: pan.translation, location: pan.location), at: pan.time)
    case .changed:
      perform(.panChanged(translation: pan.translation, location: pan.location), at: pan.time)
    case .ended: perform(.panEnded(velocity: pan.velocity), at: pan.time)
    case .cancelled: perform(.panCancelled, at: pan.time)
    }
  }

  /// One finger of a pinch was lifted: the other one goes on moving the picture.
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

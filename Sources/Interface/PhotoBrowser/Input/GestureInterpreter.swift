import BrowserCore
import Geometry
import Gestures
import Input
import Motion
import Views

/// The interpreter of a browser's input events: the gesture arena recognises gestures, and each
/// gesture becomes an action or an event of the browser.
final class GestureInterpreter {
  private unowned let browser: Browser
  private var arena = GestureArena(tuning: GestureTuning())
  private var wheel = WheelInterpreter()
  /// Whether the last press stopped a motion.
  private var didPressCatchMotion = false
  /// Whether a primary button or a finger is down that has not begun a drag or a pinch.
  private var isPressedWithoutDrag = false
  /// The scroll position before the current press; nil while nothing is pressed.
  private var scrollBeforePress: Browser.PagingStart?
  /// The last position of the pointer in the browser's coordinates; nil after it has left.
  private(set) var pointer: Point?
  /// The cell that handles the current press and hold; nil for none.
  private var heldCell: (any BrowserCell)?
  /// The pinch that goes on with one finger after the other finger was lifted; nil for none.
  private var pinchBeforePan: PinchGesture?

  init(for browser: Browser) { self.browser = browser }

  /// The end of the double-click interval or of the press-and-hold delay; nil when neither is
  /// running.
  var deadline: Timestamp? { arena.deadline }

  /// Sets the thresholds of the gesture arena from the UI scale, the options and the pointer
  /// settings of the browser.
  func updateThresholds() {
    arena.tuning = GestureTuning(
      uiScale: browser.uiScale, doubleTapEnabled: browser.options.isDoubleClickEnabled,
      pointer: browser.pointerSettings)
  }

  /// Applies ``BrowserOptions/isDoubleClickEnabled``.
  func updateDoubleClickOption() {
    arena.tuning.doubleTapEnabled = browser.options.isDoubleClickEnabled
  }

  func receive(_ event: InputEvent) { interpret(arena.receive(event)) }

  func advance(to time: Timestamp) { interpret(arena.advance(to: time)) }

  private func interpret(_ events: [GestureEvent]) {
    for event in events { interpret(event) }
  }

  private func interpret(_ event: GestureEvent) {
    if case .contextMenu(let point, _) = event, passHoldToCell(point) { return }
    pointer = event.pointer(after: pointer)
    switch event {
    case .pressed(let point, let time):
      didPressCatchMotion = !browser.isAtRest
      isPressedWithoutDrag = true
      scrollBeforePress = browser.pagingStart(at: time)
      browser.perform(.press(point), at: time)
    case .released(let time):
      endHold()
      browser.perform(.release, at: time)
    case .tap(let point, let time):
      // A touch that stopped a motion is not a tap.
      guard !didPressCatchMotion, !passTapToCell(point) else { return }
      switch browser.options.clickAction {
      case .close: return browser.perform(.close, at: time)
      case .controls: browser.showsControls.toggle()
      case .report: break
      }
      browser.events.raise(.tapped(point))
    case .doubleTap(let point, _, let time): browser.perform(.toggleZoom(at: point), at: time)
    case .contextMenu(let point, _): browser.requestMenu(at: point)
    case .button(let button, _, let time):
      switch button {
      case .back: browser.performPaging(.turn(-1, animated: browser.animatesTurns), at: time)
      case .forward: browser.performPaging(.turn(1, animated: browser.animatesTurns), at: time)
      default: break
      }
    case .pan(let pan):
      // A drag is in progress from now on, whose end is reported in place of a release.
      isPressedWithoutDrag = false
      interpret(pan)
    case .pinch(let pinch):
      isPressedWithoutDrag = false
      interpret(pinch)
    case .wheel(let scroll):
      let action = wheel.action(
        for: scroll, in: browser.state, profile: browser.options.wheelProfile)
      if let action { browser.performPaging(action, at: scroll.time) }
    case .hover: break
    }
  }

  /// Whether the current cell handles a tap at `point`, in the browser's coordinates.
  private func passTapToCell(_ point: Point) -> Bool {
    guard let cell = browser.visibleCell else { return false }
    return cell.receiveTap(at: point - (cell.frame.origin - .zero))
  }

  /// Whether the current cell handles a press and hold at `point`, in the browser's coordinates. A
  /// request for the context menu by the secondary button is never passed to the cell.
  private func passHoldToCell(_ point: Point) -> Bool {
    guard isPressedWithoutDrag, let cell = browser.visibleCell,
      cell.holdBegan(at: point - (cell.frame.origin - .zero))
    else { return false }
    heldCell = cell
    return true
  }

  private func endHold() {
    isPressedWithoutDrag = false
    heldCell?.holdEnded()
    heldCell = nil
  }

  private func interpret(_ pan: PanGesture) {
    if let pinch = pinchBeforePan { return interpret(pan, continuing: pinch) }
    // A second finger takes over the drag, so the picture stays held.
    if pan.isHandover, pan.phase == .ended { return }
    switch pan.phase {
    case .began:
      browser.perform(
        .panBegan(at: pan.location - pan.translation, direction: pan.location - pan.origin),
        at: pan.time)
      browser.perform(
        .panChanged(translation: pan.translation, location: pan.location), at: pan.time)
    case .changed:
      browser.perform(
        .panChanged(translation: pan.translation, location: pan.location), at: pan.time)
    case .ended:
      let isSwipe = isSwipeUp(pan)
      browser.perform(.panEnded(velocity: pan.velocity, isMouse: pan.kind == .mouse), at: pan.time)
      browser.recordDrag(since: scrollBeforePress)
      scrollBeforePress = nil
      if isSwipe { browser.onSwipeUp() }
    case .cancelled: browser.perform(.panCancelled, at: pan.time)
    }
  }

  /// The minimum length of a swipe up, in points.
  private static let minSwipe = 60.0
  /// The minimum ratio of the vertical to the horizontal part of a swipe up.
  private static let minSwipeRatio = 2.0

  /// Whether a pan that has ended was a swipe up by one finger, for which the browser itself has no
  /// use: pages are side by side, and the picture is at fit.
  private func isSwipeUp(_ pan: PanGesture) -> Bool {
    let state = browser.state
    let offset = pan.translation
    return pan.kind == .touch && pan.fingerCount == 1 && state.tuning.axis == .horizontal
      && state.pull == nil && !state.zoom(of: state.index).isZoomed && !browser.isPannable
      && -offset.dy >= Self.minSwipe * browser.uiScale
      && -offset.dy >= Self.minSwipeRatio * abs(offset.dx)
      && pan.velocity.dy <= 0
  }

  /// Continues a pinch with the remaining finger, which moves the picture.
  private func interpret(_ pan: PanGesture, continuing pinch: PinchGesture) {
    switch pan.phase {
    case .began, .changed:
      browser.perform(
        .pinchChanged(factor: pinch.scale, centroid: pinch.centroid + pan.translation),
        at: pan.time)
    case .ended where pan.isHandover: pinchBeforePan = nil
    case .ended:
      pinchBeforePan = nil
      browser.perform(.pinchEnded(velocity: pan.velocity, growth: 0), at: pan.time)
    case .cancelled:
      pinchBeforePan = nil
      browser.perform(.pinchCancelled, at: pan.time)
    }
  }

  private func interpret(_ pinch: PinchGesture) {
    if pinch.isHandover, pinch.phase == .ended {
      pinchBeforePan = pinch
      return
    }
    pinchBeforePan = nil
    switch pinch.phase {
    case .began:
      browser.perform(.pinchBegan(centroid: pinch.centroid), at: pinch.time)
      browser.perform(.pinchChanged(factor: pinch.scale, centroid: pinch.centroid), at: pinch.time)
    case .changed:
      browser.perform(.pinchChanged(factor: pinch.scale, centroid: pinch.centroid), at: pinch.time)
    case .ended:
      browser.perform(
        .pinchEnded(velocity: pinch.velocity, growth: pinch.scaleVelocity), at: pinch.time)
    case .cancelled: browser.perform(.pinchCancelled, at: pinch.time)
    }
  }
}

extension GestureEvent {
  /// The position of the pointer after this event, where `last` is the one before; nil when the
  /// pointer has left.
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

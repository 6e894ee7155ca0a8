import Geometry
import Input
import Motion

/// The identity of a contact: of the events from the press or start of a gesture to its end, which
/// belong together.
enum ContactID: Hashable {
  case pointer
  case touch(id: UInt32)
  case pinch
  case swipe
  case scroll
}

/// The view that receives all events of a contact, because it handled the first one.
struct ContactCapture {
  private(set) weak var view: View?
  /// The view's parent when the contact began: the views around can still intercept the contact
  /// after the view itself has left the stage.
  private(set) weak var parent: View?

  init(_ view: View) {
    self.view = view
    parent = view.parent
  }
}

/// The delivery of a stage's events to its views. It knows which view receives each contact, and
/// where the pointer is.
final class EventDelivery {
  private unowned let stage: Stage
  private var captures: [ContactID: ContactCapture] = [:]
  /// The pointer's position in the stage's coordinates; nil while it is outside.
  private var pointer: Point?
  private var pressedButtons: Set<InputEvent.Pointer.Button> = []
  /// The correction of touches that begin beside a small control.
  private var touchTargets = TouchTargets()

  init(on stage: Stage) { self.stage = stage }

  /// Whether any button of the pointer is down.
  var isPressed: Bool { !pressedButtons.isEmpty }

  /// Delivers an event to the views; see ``Stage/receive(_:)``.
  func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer): return receive(pointer)
    case .touch(let raw):
      let touch = touchTargets.adapt(raw, on: stage, in: stage.root)
      return deliver(
        .touch(touch), of: .touch(id: touch.id), at: touch.location, begins: touch.phase == .began,
        ends: touch.phase == .ended || touch.phase == .cancelled)
    case .scroll(let scroll): return receive(scroll)
    case .pinch(let pinch):
      return deliver(
        event, of: .pinch, at: pinch.location, begins: pinch.phase == .began,
        ends: pinch.phase == .ended || pinch.phase == .cancelled)
    case .swipe(let swipe):
      return deliver(
        event, of: .swipe, at: swipe.location, begins: swipe.phase == .began,
        ends: swipe.phase == .ended || swipe.phase == .cancelled)
    case .key(let key): return receive(key)
    case .cancelled(let time):
      pressedButtons = []
      captures = [:]
      touchTargets = TouchTargets()
      stage.setHovered(nil, at: time)
      return broadcast(event, to: stage.root)
    }
  }

  /// Determines the view under the resting pointer again, because views may have moved.
  func updateHover(at time: Timestamp) {
    if let pointer { hover(at: pointer, time: time) }
  }

  // MARK: Kinds of events

  private func receive(_ pointer: InputEvent.Pointer) -> Bool {
    let event = InputEvent.pointer(pointer)
    switch pointer.kind {
    case .exited:
      self.pointer = nil
      stage.setHovered(nil, at: pointer.time)
    default:
      self.pointer = pointer.location
      hover(at: pointer.location, time: pointer.time)
    }
    switch pointer.kind {
    case .pressed(let button):
      // A button that is pressed twice means that its release was lost.
      if pressedButtons.contains(button) { pressedButtons = [] }
      // Further buttons pressed during a drag belong to that drag.
      let begins = pressedButtons.isEmpty || captures[.pointer] == nil
      pressedButtons.insert(button)
      return deliver(event, of: .pointer, at: pointer.location, begins: begins, ends: false)
    case .released(let button):
      pressedButtons.remove(button)
      return deliver(
        event, of: .pointer, at: pointer.location, begins: false, ends: pressedButtons.isEmpty)
    case .exited:
      // The location is outside now; the view at the nearest point inside receives the event.
      let inside = Point(
        x: min(max(pointer.location.x, 0), max(0, stage.size.width - 1)),
        y: min(max(pointer.location.y, 0), max(0, stage.size.height - 1)))
      return deliver(event, of: .pointer, at: inside, begins: false, ends: false)
    case .moved, .entered:
      return deliver(event, of: .pointer, at: pointer.location, begins: false, ends: false)
    }
  }

  private func receive(_ scroll: InputEvent.Scroll) -> Bool {
    let event = InputEvent.scroll(scroll)
    guard scroll.source == .touchpad else { return offer(event, at: scroll.location) != nil }
    // Touchpad scrolling stays with the view where it began, but not after the pointer moved
    // elsewhere or the view left the tree: a touchpad may not report when the fingers are lifted.
    if let captor = captures[.scroll],
      !stage.views(at: scroll.location).contains(where: { $0 === captor.view })
    {
      captures[.scroll] = nil
    }
    return deliver(
      event, of: .scroll, at: scroll.location, begins: captures[.scroll] == nil,
      ends: scroll.isEnd)
  }

  private func receive(_ key: KeyEvent) -> Bool {
    // A view that cannot be seen must not act on keys.
    if let focus = stage.focus, !focus.isReachable { stage.setFocus(nil) }
    var view = stage.focus ?? stage.root
    while true {
      if view.receive(.key(view.runsRightToLeft ? key.mirrored : key)) { return true }
      guard let parent = view.parent else { break }
      view = parent
    }
    guard key.isPress else { return false }
    switch key.name {
    case .tab where !key.modifiers.contains(.control):
      return moveFocus(backwards: key.modifiers.contains(.shift))
    case .escape where stage.focus != nil:
      stage.setFocus(nil)
      return true
    default: return false
    }
  }

  private func moveFocus(backwards: Bool) -> Bool {
    var stops: [View] = []
    collectFocusable(stage.root, into: &stops)
    guard !stops.isEmpty else { return false }
    let currentStop = stage.focus.flatMap { focus in stops.firstIndex { $0 === focus } }
    let step = backwards ? stops.count - 1 : 1
    let first = stops.firstIndex(where: \.takesFirstTab)
    let next =
      currentStop.map { ($0 + step) % stops.count } ?? first ?? (backwards ? stops.count - 1 : 0)
    stage.setFocus(stops[next])
    return true
  }

  // MARK: Delivery

  private func deliver(
    _ event: InputEvent, of contact: ContactID, at point: Point, begins: Bool, ends: Bool
  ) -> Bool {
    if begins { captures[contact] = nil }
    defer { if ends { captures[contact] = nil } }
    if let captor = captures[contact] {
      // If the view left the tree during the contact, the rest of the contact goes to no view.
      let view = captor.view.flatMap { $0.stage === stage ? $0 : nil }
      if let interceptingView = interceptor(of: event, around: captor.parent) {
        cancel(from: view ?? captor.parent, upTo: interceptingView, at: event.time)
        captures[contact] = ContactCapture(interceptingView)
        return true
      }
      guard let view else { return false }
      return view.receive(event.local(to: view))
    }
    guard let taker = offer(event, at: point) else { return false }
    if begins { captures[contact] = ContactCapture(taker) }
    return true
  }

  /// Offers an event to the views at a point, the frontmost first, until one handles it. The views
  /// around each may intercept the event first; each of them is asked once.
  ///
  /// - Returns: The view that handled or intercepted the event; nil for none.
  private func offer(_ event: InputEvent, at point: Point) -> View? {
    var asked: Set<ObjectIdentifier> = []
    for view in stage.views(at: point) {
      if let interceptingView = interceptor(of: event, around: view.parent, asked: &asked) {
        cancel(from: view.parent, upTo: interceptingView, at: event.time)
        return interceptingView
      }
      if view.receive(event.local(to: view)) { return view }
    }
    return nil
  }

  private func interceptor(of event: InputEvent, around view: View?) -> View? {
    var asked: Set<ObjectIdentifier> = []
    return interceptor(of: event, around: view, asked: &asked)
  }

  /// The outermost of `view` and the views around it that intercepts the event; nil for none.
  private func interceptor(
    of event: InputEvent, around view: View?, asked: inout Set<ObjectIdentifier>
  ) -> View? {
    guard let view, view.stage === stage else { return nil }
    if let interceptingView = interceptor(of: event, around: view.parent, asked: &asked) {
      return interceptingView
    }
    guard asked.insert(ObjectIdentifier(view)).inserted else { return nil }
    return view.intercept(event.local(to: view)) ? view : nil
  }

  private func cancel(from view: View?, upTo interceptingView: View, at time: Timestamp) {
    var previousTarget = view
    while let view = previousTarget, view !== interceptingView {
      _ = view.receive(.cancelled(time))
      previousTarget = view.parent
    }
  }

  private func broadcast(_ event: InputEvent, to view: View) -> Bool {
    var taken = view.receive(event)
    for child in view.children where broadcast(event, to: child) { taken = true }
    return taken
  }

  private func hover(at point: Point, time: Timestamp) {
    stage.setHovered(stage.views(at: point).first(where: \.tracksHover), at: time)
  }

  private func collectFocusable(_ view: View, into found: inout [View]) {
    guard view.isVisible, view.isInteractive else { return }
    if view.isFocusable { found.append(view) }
    for child in view.children { collectFocusable(child, into: &found) }
  }
}

extension View {
  /// Whether the view can be used: neither it nor a view around it is hidden, transparent or closed
  /// to input.
  fileprivate var isReachable: Bool {
    isVisible && isInteractive && (parent?.isReachable ?? true)
  }
}

extension InputEvent {
  /// The event with its location, and the directions in it, converted to the coordinates of `view`.
  fileprivate func local(to view: View) -> InputEvent {
    let isMirrored = view.runsRightToLeft
    switch self {
    case .pointer(var event):
      event.location = view.fromStage(event.location)
      return .pointer(event)
    case .touch(var event):
      event.location = view.fromStage(event.location)
      return .touch(event)
    case .scroll(var event):
      event.location = view.fromStage(event.location)
      if isMirrored { event.delta = event.delta.mirrored }
      return .scroll(event)
    case .pinch(var event):
      event.location = view.fromStage(event.location)
      if isMirrored { event.delta = event.delta.mirrored }
      return .pinch(event)
    case .swipe(var event):
      event.location = view.fromStage(event.location)
      if isMirrored { event.delta = event.delta.mirrored }
      return .swipe(event)
    case .key, .cancelled: return self
    }
  }
}

extension KeyEvent {
  /// The key with left and right exchanged, for a mirrored view: the right arrow key then leads to
  /// smaller x, which is to the right on the screen.
  var mirrored: KeyEvent {
    var key = self
    switch name {
    case .left: key.name = .right
    case .right: key.name = .left
    default: break
    }
    return key
  }
}

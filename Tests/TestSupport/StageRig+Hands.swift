public import Geometry
public import Input
import Motion
import Views

extension StageRig {
  // MARK: A mouse

  /// Sends what a pointer does at a place; returns whether anything took it.
  @discardableResult
  public func pointer(
    _ kind: PointerEvent.Kind, _ place: Point, _ modifiers: Modifiers = []
  ) -> Bool {
    lastPlace = place
    return stage.receive(
      .pointer(PointerEvent(kind, at: place, modifiers: modifiers, time: now)))
  }

  /// The same at a place told by its coordinates.
  @discardableResult
  public func pointer(_ kind: PointerEvent.Kind, _ x: Double, _ y: Double) -> Bool {
    pointer(kind, Point(x: x, y: y))
  }

  /// Presses the primary button.
  public func press(_ x: Double, _ y: Double) { pointer(.pressed(.primary), x, y) }

  /// Lets the primary button go where the hand is.
  public func release(_ modifiers: Modifiers = []) {
    pointer(.released(.primary), lastPlace, modifiers)
  }

  /// Presses and lets go, 30 ms later.
  public func click(_ x: Double, _ y: Double) {
    press(x, y)
    wait(0.03)
    release()
  }

  /// Moves the pressed pointer along a line at an even speed.
  public func drag(to end: Point, over seconds: Double) {
    move(to: end, over: seconds) { pointer(.moved, $0) }
  }

  /// The same to a place told by its coordinates.
  public func drag(to x: Double, _ y: Double, over seconds: Double) {
    drag(to: Point(x: x, y: y), over: seconds)
  }

  private func move(to end: Point, over seconds: Double, _ send: (Point) -> Void) {
    let start = lastPlace
    evenly(over: seconds) { send(start + (end - start) * $0) }
  }

  /// Lets time pass in 120 even steps a second; tells after each which share of it is over.
  public func evenly(over seconds: Double, _ step: (_ share: Double) -> Void) {
    let steps = max(1, Int((seconds * 120).rounded()))
    for number in 1...steps {
      wait(seconds / Double(steps))
      step(Double(number) / Double(steps))
    }
  }

  // MARK: Fingers, wheel, touchpad

  /// One finger touches, moves or goes; `id` tells it from others.
  public func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, id: UInt32 = 1) {
    lastPlace = Point(x: x, y: y)
    stage.receive(.touch(TouchEvent(id: id, phase, at: lastPlace, time: now)))
  }

  /// Moves the finger along a line at an even speed.
  public func touchDrag(
    to x: Double, _ y: Double, over seconds: Double, id: UInt32 = 1
  ) {
    move(to: Point(x: x, y: y), over: seconds) { touch(.moved, $0.x, $0.y, id: id) }
  }

  /// Turns the wheel, or moves two fingers on a touchpad.
  public func scroll(
    _ source: ScrollEvent.Source, _ delta: Vector, at place: Point, _ modifiers: Modifiers = [],
    isEnd: Bool = false
  ) {
    stage.receive(
      .scroll(
        ScrollEvent(
          source, delta: delta, isEnd: isEnd, at: place, modifiers: modifiers, time: now)))
  }
}

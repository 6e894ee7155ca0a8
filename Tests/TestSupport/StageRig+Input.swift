public import Geometry
public import Input
import Motion
import Views

extension StageRig {
  // MARK: Mouse

  /// Sends a pointer event at a position in points. Returns whether a view handled it.
  @discardableResult
  public func pointer(
    _ kind: InputEvent.Pointer.Kind, _ point: Point, _ modifiers: Modifiers = []
  ) -> Bool {
    lastPlace = point
    return stage.receive(
      .pointer(InputEvent.Pointer(kind, at: point, modifiers: modifiers, time: now)))
  }

  /// Sends a pointer event at (`x`, `y`).
  @discardableResult
  public func pointer(_ kind: InputEvent.Pointer.Kind, _ x: Double, _ y: Double) -> Bool {
    pointer(kind, Point(x: x, y: y))
  }

  /// Presses the primary button.
  public func press(_ x: Double, _ y: Double) { pointer(.pressed(.primary), x, y) }

  /// Releases the primary button at the last position.
  public func release(_ modifiers: Modifiers = []) {
    pointer(.released(.primary), lastPlace, modifiers)
  }

  /// Presses and releases the primary button, 30 ms apart.
  public func click(_ x: Double, _ y: Double) {
    press(x, y)
    wait(0.03)
    release()
  }

  /// Moves the pointer to `end` at constant speed, in 120 steps per second.
  public func drag(to end: Point, over seconds: Double) {
    move(to: end, over: seconds) { pointer(.moved, $0) }
  }

  /// Moves the pointer to (`x`, `y`) at constant speed.
  public func drag(to x: Double, _ y: Double, over seconds: Double) {
    drag(to: Point(x: x, y: y), over: seconds)
  }

  private func move(to end: Point, over seconds: Double, _ send: (Point) -> Void) {
    let start = lastPlace
    evenly(over: seconds) { send(start + (end - start) * $0) }
  }

  /// Advances the time in 120 equal steps per second; calls `step` after each with the elapsed
  /// fraction.
  public func evenly(over seconds: Double, _ step: (_ share: Double) -> Void) {
    let steps = max(1, Int((seconds * 120).rounded()))
    for number in 1...steps {
      wait(seconds / Double(steps))
      step(Double(number) / Double(steps))
    }
  }

  // MARK: Touch, wheel, touchpad

  /// Sends a touch event; `id` identifies the contact.
  public func touch(_ phase: InputEvent.Touch.Phase, _ x: Double, _ y: Double, id: UInt32 = 1) {
    lastPlace = Point(x: x, y: y)
    stage.receive(.touch(InputEvent.Touch(id: id, phase, at: lastPlace, time: now)))
  }

  /// Moves a contact to a position at constant speed, in 120 steps per second.
  public func touchDrag(
    to x: Double, _ y: Double, over seconds: Double, id: UInt32 = 1
  ) {
    move(to: Point(x: x, y: y), over: seconds) { touch(.moved, $0.x, $0.y, id: id) }
  }

  /// Sends a scroll event of a wheel or touchpad at `point`.
  public func scroll(
    _ source: InputEvent.Scroll.Source, _ delta: Vector, at point: Point,
    _ modifiers: Modifiers = [],
    isEnd: Bool = false
  ) {
    stage.receive(
      .scroll(
        InputEvent.Scroll(
          source, delta: delta, isEnd: isEnd, at: point, modifiers: modifiers, time: now)))
  }
}

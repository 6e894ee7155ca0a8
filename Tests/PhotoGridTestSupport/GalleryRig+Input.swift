package import Geometry
package import Input
import PhotoGrid
import TestSupport

/// Input with a pointer that moves to a point before it is pressed, and keys as from a window.
extension GalleryRig {
  package func point(at location: Point) {
    pointer(.moved, location)
  }
  package func press(_ location: Point, _ modifiers: Modifiers = []) {
    point(at: location)
    pointer(.pressed(.primary), location, modifiers)
  }
  package func click(_ location: Point, _ modifiers: Modifiers = []) {
    press(location, modifiers)
    wait(0.03)
    release(modifiers)
  }
  package func wheel(_ dy: Double, at location: Point, _ modifiers: Modifiers = []) {
    scroll(.wheel, dy, at: location, modifiers)
  }
  package func scroll(
    _ source: InputEvent.Scroll.Source, _ dy: Double, at location: Point,
    _ modifiers: Modifiers = [], isEnd: Bool = false
  ) {
    scroll(source, Vector(dx: 0, dy: dy), at: location, modifiers, isEnd: isEnd)
  }

  /// Handles a key like a window does: first as input of the grid, then as a command.
  @discardableResult
  package func key(_ name: KeyEvent.Name, _ modifiers: Modifiers = [], isPress: Bool = true) -> Bool
  {
    let key = KeyEvent(name, isPress: isPress, modifiers: modifiers, time: now)
    if gallery.press(key) { return true }
    guard isPress, let command = GalleryCommand(key) else { return false }
    return gallery.perform(command: command, at: now)
  }
  package func type(_ text: String) {
    for letter in text { key(.character(letter)) }
  }
}

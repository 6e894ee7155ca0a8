package import Geometry
package import Input
import PhotoGrid
import TestSupport

/// Input with a pointer that moves to a point before it is pressed, and keys as from a window.
extension GalleryRig {
  package func point(at place: Point) {
    pointer(.moved, place)
  }
  package func press(_ place: Point, _ modifiers: Modifiers = []) {
    point(at: place)
    pointer(.pressed(.primary), place, modifiers)
  }
  package func click(_ place: Point, _ modifiers: Modifiers = []) {
    press(place, modifiers)
    wait(0.03)
    release(modifiers)
  }
  package func wheel(_ dy: Double, at place: Point, _ modifiers: Modifiers = []) {
    scroll(.wheel, dy, at: place, modifiers)
  }
  package func scroll(
    _ source: InputEvent.Scroll.Source, _ dy: Double, at place: Point, _ modifiers: Modifiers = [],
    isEnd: Bool = false
  ) {
    scroll(source, Vector(dx: 0, dy: dy), at: place, modifiers, isEnd: isEnd)
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

import BrowserCore
import Geometry
import Input
import PhotoBrowser

/// The share of the viewport by which an arrow key scrolls a panorama: half of that of Space.
private let sidewaysShare = 0.45
/// The share of the viewport by which an arrow key scrolls a tall picture, the same as for panning.
private let downwardsShare = 0.15

/// Scrolling of long pictures before the page turns.
extension BrowserScene {
  /// Scrolls a long picture one reading step forward (1) or back (−1).
  ///
  /// - Returns: false when the end of the picture in that direction is visible.
  func read(_ step: Int, share: Double = BrowserState.readingShare) -> Bool {
    guard let way = browser.state.readingStep(step, share: share) else { return false }
    act(.scroll(way, animated: true))
    return true
  }

  /// Turns the page, but not by the repetition of a key that has scrolled to the end.
  func turnAfterReading(_ command: Command) {
    if isRepeating, browser.state.readingAxis != nil { return }
    _ = perform(command)
  }

  /// Scrolls by arrow keys along the long axis of a tall or wide picture, then turns the page.
  func scrollsByArrowKey(_ chord: KeyChord) -> Bool {
    let zoom = browser.state.zoom(of: browser.pageIndex)
    guard chord.modifiers.isEmpty, let axis = zoom.levels.readingAxis else { return false }
    let step: Int
    switch (chord.name, axis) {
    case (.left, .horizontal), (.up, .vertical): step = -1
    case (.right, .horizontal), (.down, .vertical): step = 1
    default: return false
    }
    if read(step, share: axis == .vertical ? downwardsShare : sidewaysShare) || isRepeating {
      return true
    }
    switch bindings.command(for: chord) {
    // An arrow key keeps its direction, which may be back.
    case .next, .previous: return false
    default: return perform(step > 0 ? .next : .previous)
    }
  }
}

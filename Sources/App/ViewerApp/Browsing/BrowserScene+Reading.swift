import BrowserCore
import Geometry
import Input
import PhotoBrowser

/// The part of the screen that an arrow moves a panorama by: half of what Space does.
private let sidewaysShare = 0.45
/// The part of the screen that an arrow moves a strip by, as it pans any picture.
private let downwardsShare = 0.15

/// Long pictures are read before the page turns.
extension BrowserScene {
  /// Moves a long picture to what is read next (1) or was read before (−1).
  ///
  /// - Returns: false when nothing more of it comes in that direction.
  func read(_ step: Int, share: Double = BrowserState.readingShare) -> Bool {
    guard let way = browser.state.readingStep(step, share: share) else { return false }
    act(.scroll(way, animated: true))
    return true
  }

  /// Turns the page, but not by the repetition of a key that has read to the end.
  func turnAfterReading(_ command: Command) {
    if isRepeating, browser.state.readingAxis != nil { return }
    _ = perform(command)
  }

  /// Along the long side of a strip or a panorama the arrows read, and then turn the page.
  func readsByArrow(_ chord: KeyChord) -> Bool {
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
    // An arrow means where it points, which may be back.
    case .next, .previous: return false
    default: return perform(step > 0 ? .next : .previous)
    }
  }
}

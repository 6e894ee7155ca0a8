import Input
import PhotoBrowser

/// The commands on the page of a clip.
extension BrowserScene {
  /// The time in seconds by which a key skips in a clip.
  ///
  /// - Source: mpv's arrow keys.
  static let clipStep = 5.0

  /// The cell of the current clip; nil on any other page.
  var clip: ClipCell? { browser.visibleCell as? ClipCell }

  /// Handles Space on a clip, where it plays and pauses, and Ctrl+Space on a live photo, which
  /// plays while the keys are held.
  ///
  /// - Returns: whether the key is handled.
  func handleClip(_ key: KeyEvent, _ chord: KeyChord) -> Bool {
    guard chord.name == .character(" ") else { return false }
    if let photo = browser.visibleCell as? LivePhotoCell {
      // Ctrl may be released before Space.
      guard chord.modifiers == .control || !key.isPress && photo.isHeldDown else { return false }
      if !key.isRepeat { photo.hold(key.isPress) }
      return true
    }
    guard let clip, key.isPress, chord.modifiers.isEmpty || chord.modifiers == .control else {
      return false
    }
    if !key.isRepeat { clip.togglePlaying() }
    return true
  }

  var clipMenu: [MenuEntry] {
    guard let clip else { return [] }
    return [
      .command(.togglePlaying, isChecked: clip.state.isPlaying),
      .command(.muteClip, isChecked: clip.isMuted),
      .command(.loopClip, isChecked: clip.loops), .separator,
    ]
  }
}

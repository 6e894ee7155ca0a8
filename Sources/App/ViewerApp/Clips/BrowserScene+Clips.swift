import Input
import PhotoBrowser

/// What keys and menus do on the page of a clip.
extension BrowserScene {
  /// How far a key goes in a clip, in seconds.
  ///
  /// - Source: mpv's arrow keys.
  static let clipStep = 5.0

  /// The clip that is seen; nil on any other page.
  var clip: ClipCell? { browser.visibleCell as? ClipCell }

  /// On a clip the space key is the clip's, whatever else it does; on a live photo it is with Ctrl,
  /// as long as it is held.
  ///
  /// - Returns: true when that was all.
  func handleClip(_ key: KeyEvent, _ chord: KeyChord) -> Bool {
    guard chord.name == .character(" ") else { return false }
    if let photo = browser.visibleCell as? LivePhotoCell {
      // The modifier may be let go first.
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

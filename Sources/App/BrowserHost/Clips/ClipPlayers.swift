import PhotoBrowser
package import Video

/// A factory of the players of clips. Choices of the user, such as muting, apply to all later
/// clips.
package final class ClipPlayers {
  /// The options of playback for the next clip.
  var options = ClipCell.Options()

  private let loop: any DescriptorWatching
  private let launcher: any PlayerLauncher
  /// Whether ``claimSilenceExplanation()`` has been called.
  private var hasExplainedSilence = false

  /// Makes a factory; the player process starts when the first clip is opened.
  ///
  /// - Parameter launcher: starts the players; nil for processes on `loop`.
  package init(loop: any DescriptorWatching, launcher: (any PlayerLauncher)? = nil) {
    self.loop = loop
    self.launcher = launcher ?? PlayerProcessLauncher(loop: loop)
  }

  /// Makes a player whose failure messages do not name the file, for a page whose name the title
  /// bar shows.
  func player(for path: FilePath) -> any ClipCell.Player { player(for: path, named: "") }

  /// Makes a player whose failure messages begin with `name`, unless that is empty.
  func player(for path: FilePath, named name: String) -> any ClipCell.Player {
    VideoClipPlayer(path: path.bytes, name: name, loop: loop, launcher: launcher)
  }

  /// Makes an empty queue of requests for thumbnails of clips; no process is started.
  package func makePosters() -> ClipPosters {
    ClipPosters { [loop, launcher] in VideoPlayer(loop: loop, launcher: launcher) }
  }

  /// Records that the user is told why clips have no sound.
  ///
  /// - Returns: whether the message is to be shown: true in the first call, false in all later
  ///   ones.
  func claimSilenceExplanation() -> Bool {
    defer { hasExplainedSilence = true }
    return !hasExplainedSilence
  }
}

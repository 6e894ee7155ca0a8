import PhotoBrowser
package import Video

/// A factory of the players of clips, which keeps the user's choices, such as muting, for later
/// clips.
package final class ClipPlayers {
  /// The options with which clips are played.
  var options = ClipCell.Options()

  private let loop: any DescriptorWatching
  private let launcher: PlayerProcessLauncher
  /// Whether the user has seen the message with the reason why clips have no sound.
  private var hasExplainedSilence = false

  /// Makes a factory without a process; the first clip starts one.
  package init(loop: any DescriptorWatching) {
    self.loop = loop
    launcher = PlayerProcessLauncher(loop: loop)
  }

  /// Makes a player whose messages do not name the file, for a page whose bar shows the name.
  func player(for path: FilePath) -> any ClipCell.Player { player(for: path, named: "") }

  /// Makes a player whose messages begin with `name`.
  func player(for path: FilePath, named name: String) -> any ClipCell.Player {
    VideoClipPlayer(path: path.bytes, name: name, loop: loop, launcher: launcher)
  }

  /// Makes a queue of requests for thumbnails of clips, without a process.
  package func makePosters() -> ClipPosters {
    ClipPosters { [loop, launcher] in VideoPlayer(loop: loop, launcher: launcher) }
  }

  /// Whether the message with the reason why clips have no sound is due; true only once.
  func explainsSilence() -> Bool {
    defer { hasExplainedSilence = true }
    return !hasExplainedSilence
  }
}

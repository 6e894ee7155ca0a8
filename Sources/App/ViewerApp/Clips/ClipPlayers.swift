import BrowserHost
import PhotoBrowser
import Video

/// Makes the players of clips and keeps the user's choices, such as muting, for later clips.
final class ClipPlayers {
  /// The options with which clips are played.
  var options = ClipOptions()
  /// Whether the user has seen the message why clips have no sound.
  var hasExplainedSilence = false

  private let loop: any PlayerLoop
  private let launcher: PlayerProcessLauncher

  /// Makes the object without a process; the first clip starts one.
  init(loop: any PlayerLoop) {
    self.loop = loop
    launcher = PlayerProcessLauncher(loop: loop)
  }

  func player(for path: FilePath) -> any ClipPlayer {
    VideoClipPlayer(path: path.bytes, name: "", loop: loop, launcher: launcher)
  }

  /// Makes the object that renders thumbnails of clips.
  func makePosters() -> ClipPosters {
    ClipPosters { [loop, launcher] in VideoPlayer(loop: loop, launcher: launcher) }
  }
}

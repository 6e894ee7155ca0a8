import BrowserHost
import PhotoBrowser
import Video

/// Makes the players of clips; what the person chose for one is meant for the next ones, too.
final class ClipPlayers {
  /// How clips are played.
  var options = ClipOptions()
  /// True once the person has read why clips have no sound.
  var hasExplainedSilence = false

  private let loop: any PlayerLoop
  private let launcher: PlayerProcessLauncher

  /// Makes players that `loop` serves; no process is started before the first clip.
  init(loop: any PlayerLoop) {
    self.loop = loop
    launcher = PlayerProcessLauncher(loop: loop)
  }

  /// A player for the file at `path`.
  func player(for path: FilePath) -> any ClipPlayer {
    VideoClipPlayer(path: path.bytes, name: "", loop: loop, launcher: launcher)
  }

  /// Makes thumbnails of clips.
  func makePosters() -> ClipPosters {
    ClipPosters { [loop, launcher] in VideoPlayer(loop: loop, launcher: launcher) }
  }
}

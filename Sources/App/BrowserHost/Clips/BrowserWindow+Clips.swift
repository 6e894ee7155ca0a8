public import PhotoBrowser
import Video

extension BrowserWindow {
  /// Makes a player of the clip file at `path`, for a ``ClipCell`` or a ``LivePhotoCell``.
  public func clipPlayer(for path: String) -> any ClipCell.Player {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return VideoClipPlayer(
      path: Array(path.utf8), name: name, loop: bridge,
      launcher: PlayerProcessLauncher(loop: bridge))
  }
}

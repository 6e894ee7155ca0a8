import BrowserHost
import DecoderWire
import Imaging
import PhotoBrowser
import Pixels

/// Playback of animated pictures.
extension PipelinePhotoSource {
  /// Makes the animation player of a page whose picture has several frames.
  func play(_ image: DecodedImage, in cell: PhotoCell, path: FilePath) {
    // An incomplete download is not played: its last frame may be truncated.
    guard image.isExact, image.info.frames > 1, cell.animation == nil, !isNotDownloaded(path),
      case .picture(let cover) = cell.content
    else { return }
    let frames = PipelineFrames(
      key(of: path), naturalSize: image.info.naturalSize, box: pageBox, pipeline: pipeline)
    let player = AnimationPlayer(frames, cover: cover, startsByItself: playsByItself)
    player.onShow = { [weak self] in self?.note($0, of: path) }
    player.onPause = { [weak self] in self?.onPause?() }
    cell.animation = player
  }

  private func note(_ frame: Int, of path: FilePath) {
    if let index = liveCell(of: path)?.index { onFrame?(index, frame) }
  }
}

extension PhotoCell {
  /// The picture of the page; for an animated one the still that is shown before and after
  /// playback.
  var still: Picture? {
    if let animation { return animation.cover }
    if case .picture(let picture) = content { return picture }
    return nil
  }

  /// Shows `picture`; during playback of an animation, once playback stops.
  func show(_ picture: Picture) {
    if let animation { animation.cover = picture } else { content = .picture(picture) }
  }
}

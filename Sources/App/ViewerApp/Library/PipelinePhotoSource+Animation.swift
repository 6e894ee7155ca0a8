import BrowserHost
import DecoderWire
import Imaging
import PhotoBrowser
import Pixels

/// Pictures that move.
extension PipelinePhotoSource {
  /// Has a picture of several frames played, once its page is looked at.
  func play(_ image: DecodedImage, in cell: PhotoCell, path: FilePath) {
    // What is still coming stands still: its last frame may be half of one.
    guard image.isExact, image.info.frames > 1, cell.animation == nil, !isFar(path),
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
  /// The picture it stands for: of one that moves, the one that is seen before and after.
  var still: Picture? {
    if let animation { return animation.cover }
    if case .picture(let picture) = content { return picture }
    return nil
  }

  /// Shows `picture`, or keeps it for when what moves has stopped.
  func show(_ picture: Picture) {
    if let animation { animation.cover = picture } else { content = .picture(picture) }
  }
}

import DecoderWire
import Pixels

/// Thumbnails in the colour space of a display. The shared cache holds sRGB: thumbnails from it are
/// converted while they are read, and new thumbnails are converted by a second request to a helper.
extension ImagePipeline {
  /// The colour space of thumbnails.
  var thumbnailColor: ImageColor { color.isDisplay ? color : .standard }

  /// Drops all cached thumbnails and restarts unfinished ones in the new colour space for the
  /// waiting tasks.
  func thumbnailColorDidChange() {
    thumbnailCache.removeAll()
    for work in thumbnails.works.values where work.isWanted {
      let successor = thumbnails.work(for: work.key, in: thumbnailColor)
      for task in work.tasks {
        work.remove(task)
        successor.add(task)
      }
    }
  }

  /// Converts a new thumbnail to the display's colour space in a helper.
  func recolor(_ made: ThumbnailWork.Made, _ work: ThumbnailWork) {
    let decode = DecodeWork(
      key: DecodeWork.Key(
        path: work.key.path, purpose: .recolor, target: made.thumbnail.bitmap.size,
        color: work.color),
      role: .thumbnail(work))
    decode.input = made.memory
    run(decode, for: work)
  }

  /// Handles the end of the conversion. When it failed the sRGB thumbnail is shown, which is close.
  func finishRecoloring(_ work: ThumbnailWork, _ outcome: DecodeOutcome) {
    guard var made = work.made else { return }
    work.made = nil
    if case .picture(_, let result) = outcome { made.thumbnail.bitmap = result.bitmap }
    show(made.thumbnail, side: made.side, for: work)
  }
}

import DecoderWire
import Pixels

/// Thumbnails in the colours of a display. In the shared cache they are sRGB; what comes from there is
/// converted as it is read, what is made goes to a helper once more.
extension ImagePipeline {
  /// Which colours thumbnails are in.
  var thumbnailColor: ImageColor { color.isDisplay ? color : .standard }

  /// Forgets every thumbnail, and begins anew what is being made: those who wait get thumbnails in
  /// the colours that are wanted.
  func thumbnailColorDidChange() {
    thumbnailMemory.removeAll()
    for work in thumbnails.works.values where work.isWanted {
      let successor = thumbnails.work(for: work.key, in: thumbnailColor)
      for task in work.tasks {
        work.remove(task)
        successor.add(task)
      }
    }
  }

  /// Has a helper change the colours of what it has made.
  func recolor(_ made: ThumbnailWork.Made, _ work: ThumbnailWork) {
    let decode = DecodeWork(
      key: DecodeWork.Key(
        path: work.key.path, purpose: .recolor, target: made.thumbnail.bitmap.size,
        color: work.color),
      role: .thumbnail(work))
    decode.input = made.memory
    run(decode, for: work)
  }

  /// What happens when that is done. If it cannot be, sRGB is nearly right.
  func finishRecoloring(_ work: ThumbnailWork, _ outcome: DecodeOutcome) {
    guard var made = work.made else { return }
    work.made = nil
    if case .picture(_, let result) = outcome { made.thumbnail.bitmap = result.bitmap }
    show(made.thumbnail, side: made.side, for: work)
  }
}

import BrowserCore
import BrowserHost
import DecoderWire
import Imaging
import PhotoBrowser
import Pixels

/// What becomes of what was asked for.
extension PipelinePhotoSource {
  func receive(_ update: ImageUpdate, for path: FilePath, load: Int = 0) {
    guard let (index, cell) = liveCell(of: path) else { return }
    switch update {
    case .preview(var image):
      guard mayStandIn(image, in: cell, path, load) else { return }
      // While all of it is being decoded no part is fetched: it would only keep that waiting.
      image.info.hasParts = false
      showWhatIsThere(image, in: cell, path: path)
      standIns[path] = (image, load)
      onPicture?(image.isWhole ? .preview : .partial, index)
    case .exact(let image):
      showWhatIsThere(image, in: cell, path: path)
      if !hasShownFirst { onFirstImage?(image, index) }
      onPicture?(.exact, index)
      noteFirst()
    case .failed(let failure):
      if let message = message(failure, for: path) { return fail(path, message) }
      let standIn = standIn(of: path, in: cell)?.image
      let message = FailureMessage(failure)
      if cell.content.zoomable == nil || standIn?.isWhole == false {
        cell.content = .failed(message)
      } else {
        // What was good stays; a thumbnail of what fails does so, too, under the sentence.
        if standIn == nil, pipeline.cached(key(of: path), target: pageBox)?.isExact != false {
          return
        }
        cell.failure = message
      }
      onPicture?(.failed, index)
      noteFirst()
    }
  }

  /// What the page shows is better than a stand-in, unless that came before from the same decode: a
  /// page that is decoded anew for another size does not go back to its first rows.
  private func mayStandIn(
    _ image: DecodedImage, in cell: PhotoCell, _ path: FilePath, _ load: Int
  ) -> Bool {
    guard cell.content.zoomable != nil else { return true }
    guard let shown = standIn(of: path, in: cell) else { return false }
    return shown.load == load || image.isWhole && !shown.image.isWhole
  }

  /// The stand-in, if that is what the page shows.
  private func standIn(of path: FilePath, in cell: PhotoCell) -> (image: DecodedImage, load: Int)? {
    standIns[path].flatMap { standIn in
      cell.still?.bitmaps.contains { $0 === standIn.image.bitmap } == true ? standIn : nil
    }
  }

  /// A part of a picture is no smaller size of it: it goes when there is more.
  private func showWhatIsThere(_ image: DecodedImage, in cell: PhotoCell, path: FilePath) {
    if cell.still?.isPartial == true { renew(path) }
    standIns[path] = nil
    show(image, in: cell, path: path)
    note(image, in: cell, path)
  }

  /// The first page has what it waited for.
  func noteFirst() {
    guard !hasShownFirst else { return }
    hasShownFirst = true
    onFirstPicture?()
    prefetch()
  }

  func show(_ image: DecodedImage, in cell: PhotoCell, path: FilePath) {
    if showParts(of: image, in: cell, path: path) { return }
    show(
      [image.bitmap], naturalSize: image.info.naturalSize, isPartial: image.info.isTruncated,
      in: cell, path: path)
    play(image, in: cell, path: path)
  }

  /// Shows `bitmaps` beside those of other sizes that are there already.
  func show(
    _ bitmaps: [Bitmap], naturalSize: PixelSize, isPartial: Bool = false, in cell: PhotoCell,
    path: FilePath
  ) {
    var all = bitmaps
    if stale.remove(path) == nil, let old = cell.still, old.naturalSize == naturalSize {
      all += old.bitmaps.filter { known in !bitmaps.contains { $0.size == known.size } }
    }
    guard var picture = Picture(all, naturalSize: naturalSize) else { return }
    picture.isPartial = isPartial
    cell.show(picture)
  }
}

import BrowserCore
import BrowserHost
import DecoderWire
import Imaging
import PhotoBrowser
import Pixels

/// Handling of the pipeline's responses.
extension PipelinePhotoSource {
  func receive(_ update: ImageUpdate, for path: FilePath, load: Int = 0) {
    guard let (index, cell) = liveCell(of: path) else { return }
    switch update {
    case .preview(var image):
      guard canShowStandIn(image, in: cell, path, load) else { return }
      // During the decode of the whole picture no region is requested: it would only delay the
      // decode.
      image.info.supportsRegions = false
      showReplacingIncomplete(image, in: cell, path: path)
      standIns[path] = (image, load)
      onPicture?(image.isWhole ? .preview : .partial, index)
    case .exact(let image):
      showReplacingIncomplete(image, in: cell, path: path)
      if !hasShownFirst { onFirstImage?(image, index) }
      onPicture?(.exact, index)
      firstPageDidLoad()
    case .failed(let failure):
      if let message = message(failure, for: path) { return fail(path, message) }
      let standIn = standIn(of: path, in: cell)?.image
      let message = FailureMessage(failure)
      if cell.content.zoomable == nil || standIn?.isWhole == false {
        cell.content = .failed(message)
      } else {
        // A good picture stays without a message. A stand-in stays, too, with the message below it.
        if standIn == nil, pipeline.cached(key(of: path), target: pageBox)?.isExact != false {
          return
        }
        cell.failure = message
      }
      onPicture?(.failed, index)
      firstPageDidLoad()
    }
  }

  /// Whether a page may show a stand-in. A better picture stays, so that a page decoded again for
  /// another size does not fall back to its first rows. A stand-in of the same load, or a whole one
  /// after an incomplete one, replaces the previous stand-in.
  private func canShowStandIn(
    _ image: DecodedImage, in cell: PhotoCell, _ path: FilePath, _ load: Int
  ) -> Bool {
    guard cell.content.zoomable != nil else { return true }
    guard let shown = standIn(of: path, in: cell) else { return false }
    return shown.load == load || image.isWhole && !shown.image.isWhole
  }

  /// The page's stand-in, if the page shows it.
  private func standIn(of path: FilePath, in cell: PhotoCell) -> (image: DecodedImage, load: Int)? {
    standIns[path].flatMap { standIn in
      cell.still?.bitmaps.contains { $0 === standIn.image.bitmap } == true ? standIn : nil
    }
  }

  /// Replaces an incomplete picture, which is no smaller version of the next one.
  private func showReplacingIncomplete(_ image: DecodedImage, in cell: PhotoCell, path: FilePath) {
    if cell.still?.isPartial == true { renew(path) }
    standIns[path] = nil
    show(image, in: cell, path: path)
    note(image, in: cell, path)
  }

  /// Notes that the first page has its picture or a failure, and starts prefetching.
  func firstPageDidLoad() {
    guard !hasShownFirst else { return }
    hasShownFirst = true
    onFirstPicture?()
    prefetch()
  }

  func show(_ image: DecodedImage, in cell: PhotoCell, path: FilePath) {
    if showRegions(of: image, in: cell, path: path) { return }
    show(
      [image.bitmap], naturalSize: image.info.naturalSize, isPartial: image.info.isTruncated,
      in: cell, path: path)
    play(image, in: cell, path: path)
  }

  /// Shows `bitmaps` together with the page's bitmaps of other sizes.
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

import Imaging
import PhotoBrowser
import Pixels

/// A live page of a file: its requests, and the pictures that its cell shows.
final class FilePage {
  let path: FilePath
  let cell: PhotoCell
  /// Whether the next picture replaces all older bitmaps, because the file is read again.
  private(set) var replacesPicture = false
  private var task: ImageTask?
  /// The request of a higher resolution; kept after its end, so that it is made only once.
  private var detail: ImageTask?
  private var loads = 0
  /// The stand-in of the picture that is being decoded, with the number of its load.
  private var standIn: (image: DecodedImage, load: Int)?

  init(_ path: FilePath, in cell: PhotoCell) {
    self.path = path
    self.cell = cell
  }

  // MARK: Requests

  /// Replaces the request of the picture; `request` gets the number of the load.
  func load(_ request: (_ load: Int) -> ImageTask) {
    task?.cancel()
    loads += 1
    task = request(loads)
  }

  /// Cancels the request of the picture unless a helper is working on it.
  func cancelQueuedLoad() {
    guard let task, !task.isDecoding else { return }
    task.cancel()
    self.task = nil
  }

  /// Whether the decode of a higher resolution was requested and not cancelled.
  var hasDetail: Bool { detail != nil }

  /// Requests a higher resolution.
  func loadDetail(_ request: () -> ImageTask) { detail = request() }

  /// Cancels the request of a higher resolution, so that another one can be made.
  func cancelDetail() {
    detail?.cancel()
    detail = nil
  }

  /// Cancels all requests.
  func cancel() {
    task?.cancel()
    task = nil
    cancelDetail()
    standIn = nil
  }

  func setPriority(_ priority: ImagePriority) { task?.priority = priority }

  // MARK: Pictures

  /// Makes the next picture replace all older bitmaps.
  func replacePicture() { replacesPicture = true }

  /// Notes that the older bitmaps have been replaced.
  func pictureWasReplaced() { replacesPicture = false }

  func shows(_ bitmap: Bitmap) -> Bool { cell.still?.bitmaps.contains { $0 === bitmap } ?? false }

  /// The stand-in if the cell shows it; nil otherwise.
  var shownStandIn: DecodedImage? {
    standIn.flatMap { shows($0.image.bitmap) ? $0.image : nil }
  }

  /// Whether the cell may show a stand-in in place of its current picture. A better picture stays,
  /// so that a page decoded again for another size does not fall back to its first rows. A stand-in
  /// of the same load, or a whole one after an incomplete one, replaces the previous stand-in.
  func canShow(standIn image: DecodedImage, of load: Int) -> Bool {
    guard cell.content.zoomable != nil else { return true }
    guard let shown = shownStandIn else { return false }
    return standIn?.load == load || image.isWhole && !shown.isWhole
  }

  /// Sets the stand-in that the cell shows; nil for an exact picture.
  func setStandIn(_ image: DecodedImage?, of load: Int = 0) {
    standIn = image.map { ($0, load) }
  }

  /// Shows `bitmaps` together with the cell's bitmaps of other sizes, unless the older bitmaps are
  /// to be replaced.
  func show(_ bitmaps: [Bitmap], naturalSize: PixelSize, isPartial: Bool = false) {
    var all = bitmaps
    if !replacesPicture, let old = cell.still, old.naturalSize == naturalSize {
      all += old.bitmaps.filter { known in !bitmaps.contains { $0.size == known.size } }
    }
    replacesPicture = false
    guard var picture = Picture(all, naturalSize: naturalSize) else { return }
    picture.isPartial = isPartial
    cell.show(picture)
  }

  /// Replaces the bitmap `last` by `bitmap`, which was resampled from `source`, if the cell still
  /// shows the source.
  func refine(_ bitmap: Bitmap, from source: Bitmap, replacing last: Bitmap?) {
    guard let shown = cell.still, shows(source),
      var picture = Picture(
        shown.bitmaps.filter { $0 !== last } + [bitmap], naturalSize: shown.naturalSize)
    else { return }
    picture.isPartial = shown.isPartial
    cell.show(picture)
  }
}

extension PhotoCell {
  /// The picture of the page; for an animated one the still that is shown before and after
  /// playback.
  package var still: Picture? {
    if let animation { return animation.cover }
    if case .picture(let picture) = content { return picture }
    return nil
  }

  /// Shows `picture`; during playback of an animation, once playback stops.
  func show(_ picture: Picture) {
    if let animation { animation.cover = picture } else { content = .picture(picture) }
  }

  /// Whether the page shows a failure.
  var isFailed: Bool { if case .failed = content { true } else { false } }
}

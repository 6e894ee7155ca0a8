import Imaging
import PhotoBrowser
import Pixels

/// A live page of a file: the requests for the page, and the pictures in its cell.
final class FilePage {
  let path: FilePath
  let cell: PhotoCell
  /// Whether the next picture replaces all older bitmaps of the page, because the file is read
  /// again.
  private(set) var replacesPictureAtNextShow = false
  private var task: ImageTask?
  /// The request of a higher resolution; kept after its end, so that the resolution is requested
  /// only once.
  private var detailTask: ImageTask?
  private var lastLoadNumber = 0
  /// The latest stand-in that was shown, and the number of the load that gave it; nil for an exact
  /// picture.
  private var standIn: (image: DecodedImage, load: Int)?

  init(_ path: FilePath, in cell: PhotoCell) {
    self.path = path
    self.cell = cell
  }

  // MARK: Requests

  /// Cancels the running request of the page's picture and starts another one by `request`, which
  /// gets the number of the load.
  func load(_ request: (_ load: Int) -> ImageTask) {
    task?.cancel()
    lastLoadNumber += 1
    task = request(lastLoadNumber)
  }

  /// Cancels the request of the page's picture unless a helper is decoding it.
  func cancelQueuedLoad() {
    guard let task, !task.isDecoding else { return }
    task.cancel()
    self.task = nil
  }

  /// Whether the decode of a higher resolution was requested and not cancelled.
  var hasRequestedDetail: Bool { detailTask != nil }

  /// Starts the request of a higher resolution by `request`.
  func loadDetail(_ request: () -> ImageTask) { detailTask = request() }

  /// Cancels the request of a higher resolution, so that another one can be started.
  func cancelDetail() {
    detailTask?.cancel()
    detailTask = nil
  }

  /// Cancels all requests for the page.
  func cancel() {
    task?.cancel()
    task = nil
    cancelDetail()
    standIn = nil
  }

  func setPriority(_ priority: ImagePriority) { task?.priority = priority }

  // MARK: Pictures

  /// Makes the next picture of the page replace all older bitmaps.
  func replacePictureAtNextShow() { replacesPictureAtNextShow = true }

  /// Notes that the older bitmaps have been replaced.
  func pictureWasReplaced() { replacesPictureAtNextShow = false }

  func shows(_ bitmap: Bitmap) -> Bool {
    cell.stillPicture?.bitmaps.contains { $0 === bitmap } ?? false
  }

  /// The latest stand-in while the cell shows it; nil while the cell shows another picture or none.
  var shownStandIn: DecodedImage? {
    standIn.flatMap { shows($0.image.bitmap) ? $0.image : nil }
  }

  /// Whether the cell may show a stand-in in place of its current picture: when there is no
  /// picture; when the current one is a stand-in of the same load; or when it is an incomplete
  /// stand-in and the new one is whole. A better picture stays, so that a page decoded again for
  /// another size does not fall back to its first rows.
  func canShow(standIn image: DecodedImage, of load: Int) -> Bool {
    guard cell.content.zoomable != nil else { return true }
    guard let shown = shownStandIn else { return false }
    return standIn?.load == load || image.isComplete && !shown.isComplete
  }

  /// Records the stand-in that the cell shows; nil records that the cell shows an exact picture.
  func setStandIn(_ image: DecodedImage?, of load: Int = 0) {
    standIn = image.map { ($0, load) }
  }

  /// Shows `bitmaps` of a picture together with the bitmaps of other sizes that the cell has,
  /// unless ``replacesPictureAtNextShow`` is true.
  func show(_ bitmaps: [Bitmap], naturalSize: PixelSize, isPartial: Bool = false) {
    var all = bitmaps
    if !replacesPictureAtNextShow, let old = cell.stillPicture, old.naturalSize == naturalSize {
      all += old.bitmaps.filter { known in !bitmaps.contains { $0.size == known.size } }
    }
    replacesPictureAtNextShow = false
    guard var picture = Picture(all, naturalSize: naturalSize) else { return }
    picture.isPartial = isPartial
    cell.show(picture)
  }

  /// Replaces the bitmap `last` by `bitmap`, which was resampled from `source`; no effect if the
  /// cell does not show `source` any more.
  func showResampled(_ bitmap: Bitmap, from source: Bitmap, replacing last: Bitmap?) {
    guard let shown = cell.stillPicture, shows(source),
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
  package var stillPicture: Picture? {
    if let animation { return animation.firstPicture }
    if case .picture(let picture) = content { return picture }
    return nil
  }

  /// Shows `picture`; while an animation plays, the picture appears when playback stops.
  func show(_ picture: Picture) {
    if let animation { animation.firstPicture = picture } else { content = .picture(picture) }
  }

  /// Whether the cell shows a failure message in place of a picture.
  var isFailed: Bool { if case .failed = content { true } else { false } }
}

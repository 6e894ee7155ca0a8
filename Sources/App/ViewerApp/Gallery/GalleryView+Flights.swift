import GalleryCore
import Geometry
import Pixels
import Views

/// Where a picture flies out of and back to.
struct ThumbnailPlace {
  /// The cell, in the stage's points; whole pixels.
  var frame: Rect
  /// Corners of the cell, in pixels.
  var radius: Double
  /// The whole, uncropped thumbnail, when it is there.
  var bitmap: Bitmap?
  /// The size of the picture itself, when it is known.
  var naturalSize: PixelSize?
}

extension GalleryView {
  /// Where the thumbnail of an item is at this moment.
  ///
  /// - Returns: nil when nothing of it is on the screen.
  func thumbnailPlace(of index: Int) -> ThumbnailPlace? {
    guard let item = item(index), let cell = state.frame(ofItem: index, at: lastTime)?.snapped,
      cell.intersection(Rect(origin: .zero, size: state.viewport)) != nil
    else { return nil }
    var natural: PixelSize?
    var whole: Bitmap?
    if case .picture(let bitmap, let size, _)? = thumbnails?.thumbnail(for: item) {
      (whole, natural) = (bitmap, size)
    }
    return ThumbnailPlace(
      frame: inStage(cell), radius: painter.radius, bitmap: whole, naturalSize: natural)
  }

  private func inStage(_ cell: Rect) -> Rect {
    cell.offset(by: contentOffset).offset(by: originInStage - Point.zero)
  }

  /// The item whose cell is empty because its picture is elsewhere; nil when there is none.
  var emptySlot: Int? {
    get { state.emptySlot }
    set { if newValue != state.emptySlot { perform(.emptySlot(newValue), at: lastTime) } }
  }

  /// Scrolls an item into view at once, so that its place can be asked for.
  func reveal(_ index: Int) {
    guard item(index) != nil else { return }
    perform(.reveal(index, .nearest, animated: false), at: lastTime)
  }

  /// Gives an item the focus, with a ring if it had one, and without scrolling.
  func setFocus(on index: Int?) { perform(.focus(index), at: lastTime) }
}

import GalleryCore
import Geometry
import PhotoBrowser
import Pixels
import Transitions
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
  /// The cell's very pixels at rest, as large as its frame; nil while it has no picture.
  var rendering: Bitmap?

  /// The same, as a browser wants it.
  func thumbnail(for browser: Browser) -> BrowserThumbnail {
    let isLong = bitmap.map { ThumbnailCrop.showsTop($0.size) } ?? false
    let alignment: TransitionContext.Alignment = isLong ? .top : .center
    var result = BrowserThumbnail(
      frame: frame.offset(by: Point.zero - browser.originInStage),
      alignment: alignment, cornerRadius: radius, bitmap: bitmap,
      naturalSize: naturalSize?.size, rendering: rendering)
    if browser.options.animator == SmoothZoomAnimator.name, bitmap != nil {
      result.flyingView = FlyingThumbnail(result)
    }
    return result
  }
}

extension GalleryView {
  /// Where the thumbnail of an item is at this moment.
  ///
  /// - Returns: nil when nothing of it is on the screen.
  func thumbnailPlace(of index: Int) -> ThumbnailPlace? {
    guard let item = item(index), let cell = state.frame(ofItem: index, at: lastTime)?.snapped,
      cell.intersection(Rect(origin: .zero, size: state.viewport)) != nil
    else { return nil }
    let thumbnail = thumbnails?.thumbnail(for: item) ?? .none
    painter.captionHeight = state.layout.metrics.captionHeight
    let frame = painter.places(
      of: CellPainter.Cell(item: item, rect: cell, thumbnail: thumbnail)
    ).frame
    let rendering = shown[index].flatMap(painter.rendering)
    return ThumbnailPlace(
      frame: inStage(frame), radius: painter.radius, bitmap: thumbnail.bitmap,
      naturalSize: thumbnail.naturalSize,
      rendering: rendering?.size == frame.pixelSize ? rendering : nil)
  }

  private func inStage(_ cell: Rect) -> Rect {
    cell.offset(by: contentOffset).offset(by: originInStage - Point.zero)
  }

  // MARK: Pages of a browser over the grid: its items without the cards before them

  /// The page of an item; nil for a card.
  func page(of item: Int) -> Int? {
    contents.items.indices.contains(item) && item >= contents.cards.count
      ? item - contents.cards.count : nil
  }

  private func item(ofPage page: Int) -> Int { page + contents.cards.count }

  /// The photo of a page; nil when there is none.
  func photo(atPage page: Int) -> GalleryItem? { page < 0 ? nil : item(item(ofPage: page)) }

  /// The present place of a page's thumbnail; nil when nothing of it is on the screen.
  func thumbnailPlace(ofPage page: Int) -> ThumbnailPlace? {
    thumbnailPlace(of: item(ofPage: page))
  }

  /// The page whose cell is empty because its picture is elsewhere; nil when there is none.
  var emptySlot: Int? {
    get { state.emptySlot.flatMap(page) }
    set {
      let slot = newValue.map(item(ofPage:))
      guard slot != state.emptySlot else { return }
      perform(.emptySlot(slot), at: lastTime)
      showSlots()
    }
  }

  /// What flies is above and moves after the grid: its slot is filled in the frame it lands in.
  private func showSlots() {
    for (item, cell) in shown where cell.isEmptySlot != (item == state.emptySlot) {
      shown[item]?.isEmptySlot.toggle()
      damageCell(item)
    }
  }

  /// Scrolls the thumbnail of a page into view at once, so that its place can be asked for.
  func reveal(page: Int) { reveal(item: item(ofPage: page)) }

  /// Scrolls an item into view at once, so that its place can be asked for.
  func reveal(item index: Int) {
    guard item(index) != nil else { return }
    perform(.reveal(index, .nearest, animated: false), at: lastTime)
  }

  /// Moves the focus to the photo of a page, with its ring, and scrolls it into view.
  func moveFocus(toPage page: Int) {
    perform(.move(.to(item(ofPage: page)), extends: false), at: lastTime)
  }

  /// Gives the photo of a page the focus, with a ring if it had one, and without scrolling.
  func setFocus(onPage page: Int?) { perform(.focus(page.map(item(ofPage:))), at: lastTime) }
}

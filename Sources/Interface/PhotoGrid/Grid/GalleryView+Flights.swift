import GalleryCore
package import Geometry
package import PhotoBrowser
package import Pixels
import Transitions
package import Views

/// The geometry and pixels of a thumbnail: the start and the end of its picture's flight.
package struct ThumbnailGeometry {
  /// The frame of the picture in its cell, in the stage's points; whole pixels.
  package var frame: Rect
  /// The corner radius of the cell, in pixels.
  package var radius: Double
  /// The uncropped thumbnail; nil until it is loaded.
  package var bitmap: Bitmap?
  /// The size of the full picture in pixels; nil while unknown.
  package var naturalSize: PixelSize?
  /// The pixels of the cell without hover and focus, of the same size as `frame`; nil without a
  /// picture.
  package var rendering: Bitmap?

  /// The same data as a browser's thumbnail, in the coordinates of `view`, which is the browser or a
  /// view beside it.
  package func thumbnail(for view: View) -> BrowserThumbnail {
    let isLong = bitmap.map { ThumbnailCrop.showsTop($0.size) } ?? false
    let alignment: ContentAlignment = isLong ? .top : .center
    var result = BrowserThumbnail(
      frame: frame.offset(by: Point.zero - view.originInStage),
      alignment: alignment, cornerRadius: radius, bitmap: bitmap,
      naturalSize: naturalSize?.size, rendering: rendering)
    if let browser = view as? Browser, browser.options.animator is SmoothZoomAnimator,
      bitmap != nil
    {
      result.flyingView = FlyingThumbnail(result)
    }
    return result
  }
}

extension GalleryView {
  /// The current geometry of an item's thumbnail.
  ///
  /// - Returns: nil when no part of the cell is visible.
  package func thumbnailGeometry(of index: Int) -> ThumbnailGeometry? {
    guard let item = item(index), let cell = state.frame(ofItem: index, at: lastTime)?.snapped,
      cell.intersection(Rect(origin: .zero, size: state.viewport)) != nil
    else { return nil }
    let thumbnail = thumbnails?.thumbnail(for: item) ?? .none
    painter.captionHeight = state.layout.metrics.captionHeight
    let frame = painter.places(
      of: CellPainter.Cell(item: item, rect: cell, thumbnail: thumbnail)
    ).frame
    let rendering = shown[index].flatMap(painter.rendering)
    return ThumbnailGeometry(
      frame: inStage(frame), radius: painter.radius, bitmap: thumbnail.bitmap,
      naturalSize: thumbnail.naturalSize,
      rendering: rendering?.size == frame.pixelSize ? rendering : nil)
  }

  private func inStage(_ cell: Rect) -> Rect {
    cell.offset(by: contentOffset).offset(by: originInStage - Point.zero)
  }

  // MARK: Pages of a browser over the grid: its items without the cards before them

  /// The page of an item; nil for a folder card.
  package func page(of item: Int) -> Int? {
    contents.items.indices.contains(item) && item >= contents.cards.count
      ? item - contents.cards.count : nil
  }

  private func item(ofPage page: Int) -> Int { page + contents.cards.count }

  /// The photo of a page; nil when the page does not exist.
  package func photo(atPage page: Int) -> GalleryItem? { page < 0 ? nil : item(item(ofPage: page)) }

  /// The current geometry of a page's thumbnail; nil when no part of it is visible.
  package func thumbnailGeometry(ofPage page: Int) -> ThumbnailGeometry? {
    thumbnailGeometry(of: item(ofPage: page))
  }

  /// The page whose picture has left its cell, for a flight or in the browser; nil when there is
  /// none.
  package var emptySlot: Int? {
    get { state.emptySlot.flatMap(page) }
    set {
      let slot = newValue.map(item(ofPage:))
      guard slot != state.emptySlot else { return }
      perform(.emptySlot(slot), at: lastTime)
      updateSlots()
    }
  }

  /// Updates the cells without waiting for the grid's next frame: the flying picture is drawn above
  /// the grid and updated after it, so the slot is filled in the frame in which the picture lands.
  private func updateSlots() {
    for (item, cell) in shown where cell.isEmptySlot != (item == state.emptySlot) {
      shown[item]?.isEmptySlot.toggle()
      damageCell(item)
    }
  }

  /// Scrolls the thumbnail of a page into view without animation, so that its geometry is
  /// available.
  package func reveal(page: Int) { reveal(item: item(ofPage: page)) }

  /// Scrolls an item into view without animation, so that its geometry is available.
  package func reveal(item index: Int) {
    guard item(index) != nil else { return }
    perform(.reveal(index, .nearest, animated: false), at: lastTime)
  }

  /// Moves the focus to the photo of a page, shows the focus ring, and scrolls the photo into view.
  package func moveFocus(toPage page: Int) {
    perform(.move(.to(item(ofPage: page)), extends: false), at: lastTime)
  }

  /// Moves the focus to the photo of a page without scrolling. The ring stays visible if it was
  /// visible.
  package func setFocus(onPage page: Int?) {
    perform(.focus(page.map(item(ofPage:))), at: lastTime)
  }
}

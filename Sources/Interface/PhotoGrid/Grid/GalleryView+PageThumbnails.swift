import GalleryCore
import Views

/// The photos of a grid as the pages of a browser over it: all items without the folder cards
/// before them.
package protocol PageThumbnails: AnyObject {
  /// The page of an item; nil for a folder card.
  func page(of item: Int) -> Int?
  /// The photo of a page; nil when the page does not exist.
  func photo(atPage page: Int) -> GalleryItem?
  /// The current geometry of a page's thumbnail; nil when no part of it is visible.
  func thumbnailGeometry(ofPage page: Int) -> ThumbnailGeometry?
  /// The page whose picture has left its cell, for a flight or in the browser; nil when there is
  /// none.
  var emptySlot: Int? { get set }
  /// Scrolls the thumbnail of a page into view without animation, so that its geometry is
  /// available.
  func reveal(page: Int)
  /// Moves the focus to the photo of a page, shows the focus ring, and scrolls the photo into view.
  func moveFocus(toPage page: Int)
  /// Moves the focus to the photo of a page without scrolling. The ring stays visible if it was
  /// visible.
  func setFocus(onPage page: Int?)
}

extension GalleryView: PageThumbnails {
  package func page(of item: Int) -> Int? { contents.page(of: item) }

  package func photo(atPage page: Int) -> GalleryItem? {
    page < 0 ? nil : item(contents.item(ofPage: page))
  }

  package func thumbnailGeometry(ofPage page: Int) -> ThumbnailGeometry? {
    thumbnailGeometry(of: contents.item(ofPage: page))
  }

  package var emptySlot: Int? {
    get { state.emptySlot.flatMap(contents.page) }
    set {
      let slot = newValue.map(contents.item(ofPage:))
      if slot != state.emptySlot { perform(.emptySlot(slot), at: lastTime) }
    }
  }

  /// The pages whose cells are empty slots, because their pictures are in flight or in the panes of
  /// a comparison.
  package var emptySlots: Set<Int> {
    get { Set(state.emptySlots.compactMap(contents.page)) }
    set {
      let items = Set(newValue.map(contents.item(ofPage:)))
      guard items != state.emptySlots else { return }
      setEmptySlots(items)
      requestFrame()
    }
  }

  /// Draws the empty slots at once: a flying picture is drawn above the grid and updated after it,
  /// so its cell changes in the same frame in which the picture leaves or lands.
  func showEmptySlots() {
    for cell in cells.setEmptySlots(state.emptySlots) { redraw(cell) }
  }

  /// Scrolls an item into view without animation, so that its geometry is available.
  package func reveal(item index: Int) {
    guard item(index) != nil else { return }
    perform(.reveal(index, .nearest, animated: false), at: lastTime)
  }

  package func reveal(page: Int) { reveal(item: contents.item(ofPage: page)) }

  package func moveFocus(toPage page: Int) {
    perform(.move(.to(contents.item(ofPage: page)), extends: false), at: lastTime)
  }

  package func setFocus(onPage page: Int?) {
    perform(.focus(page.map(contents.item(ofPage:))), at: lastTime)
  }
}

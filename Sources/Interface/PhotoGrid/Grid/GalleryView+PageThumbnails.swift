import GalleryCore
import Views

/// The photos of a grid by the page numbers of a browser that shows them: the folder cards, which
/// come first in the grid, have no pages.
package protocol PageThumbnails: AnyObject {
  /// The index of the page that shows an item; nil for a folder card.
  func page(of item: Int) -> Int?
  /// The item that a page shows; nil when there is no such page.
  func photo(atPage page: Int) -> GalleryItem?
  /// The present frame and pixels of the thumbnail of a page's photo, in the stage's coordinates;
  /// nil when no part of its cell is in view.
  func thumbnailGeometry(ofPage page: Int) -> ThumbnailGeometry?
  /// The index of the page whose cell is drawn empty, because its picture is in flight or in the
  /// browser; nil when there is none.
  var emptySlot: Int? { get set }
  /// Scrolls the cell of a page's photo into view without animation, so that
  /// ``thumbnailGeometry(ofPage:)`` is not nil.
  func reveal(page: Int)
  /// Moves the keyboard focus to the photo of a page, shows the focus ring, and scrolls the photo
  /// into view.
  func moveFocus(toPage page: Int)
  /// Moves the keyboard focus to the photo of a page without scrolling; nil removes the focus. The
  /// focus ring stays visible if it was visible.
  func setFocus(onPage page: Int?)
}

extension GalleryView {
  /// The item at an index into the items of all sections; nil when there is none.
  package func item(_ index: Int) -> GalleryItem? {
    contents.items.indices.contains(index) ? contents.items[index] : nil
  }

  /// The indices of the selected items in order; without any, that of the focused item.
  package var selectedOrFocused: [Int] {
    state.selection.isEmpty ? state.focus.map { [$0] } ?? [] : Array(state.selection.items)
  }
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
      if slot != state.emptySlot { perform(.emptySlot(ofItem: slot), at: lastTime) }
    }
  }

  /// The indices of the pages whose cells are drawn empty, because their pictures are in flight or
  /// in the panes of a comparison.
  package var emptySlots: Set<Int> {
    get { Set(state.emptySlots.compactMap(contents.page)) }
    set {
      let items = Set(newValue.map(contents.item(ofPage:)))
      guard items != state.emptySlots else { return }
      setEmptySlots(items)
      requestFrame()
    }
  }

  /// Redraws the cells that become empty, or are filled again, at once. The flying picture is
  /// updated after the grid, so otherwise a cell would change one frame later than the picture
  /// leaves or reaches it.
  func redrawEmptySlots() {
    for cell in cells.setEmptySlots(state.emptySlots) { redraw(cell) }
  }

  /// Scrolls the cell at an index into view without animation, so that ``thumbnailGeometry(of:)``
  /// is not nil.
  package func reveal(item index: Int) {
    guard item(index) != nil else { return }
    perform(.reveal(index, .nearest, animated: false), at: lastTime)
  }

  package func reveal(page: Int) { reveal(item: contents.item(ofPage: page)) }

  package func moveFocus(toPage page: Int) {
    perform(.move(.item(contents.item(ofPage: page)), extends: false), at: nil)
  }

  package func setFocus(onPage page: Int?) {
    perform(.focus(page.map(contents.item(ofPage:))), at: lastTime)
  }
}

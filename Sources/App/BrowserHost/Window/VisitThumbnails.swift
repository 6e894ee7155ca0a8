package import PhotoBrowser
package import PhotoGrid

/// The thumbnails in a scene below a browser, from which the browser's pictures fly and to which
/// they return.
@MainActor
package protocol VisitThumbnails: AnyObject {
  /// The index of the page whose thumbnail is hidden, because its picture is on the page or in
  /// flight; nil shows all thumbnails.
  var emptySlot: Int? { get set }
  /// Called when the thumbnails move, for example by scrolling.
  var onCellsMove: (() -> Void)? { get set }
  /// The thumbnail of the page at an index, with its frame in the browser's coordinates; nil when
  /// there is none.
  func thumbnail(page: Int, for browser: Browser) -> BrowserThumbnail?
  /// Scrolls the thumbnail of the page at an index into view.
  func reveal(page: Int)
  /// Moves the keyboard focus to the thumbnail of the page at an index.
  func setFocus(page: Int)
}

extension ThumbnailGrid: VisitThumbnails {
  package func thumbnail(page: Int, for browser: Browser) -> BrowserThumbnail? {
    thumbnail(of: page, seenFrom: browser)
  }
  package func reveal(page: Int) { reveal(page) }
  package func setFocus(page: Int) { focus = page }
}

extension GalleryView: VisitThumbnails {
  package func thumbnail(page: Int, for browser: Browser) -> BrowserThumbnail? {
    thumbnailGeometry(ofPage: page)?.browserThumbnail(inCoordinatesOf: browser)
  }
  package func setFocus(page: Int) { setFocus(onPage: page) }
}

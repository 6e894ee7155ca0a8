package import PhotoBrowser
package import PhotoGrid

/// The thumbnails of a scene below a browser, which pictures fly from and to.
@MainActor
package protocol VisitThumbnails: AnyObject {
  /// The page whose thumbnail is hidden, because its picture is on the page; nil shows all.
  var emptySlot: Int? { get set }
  /// Called when the thumbnails move, for example by scrolling.
  var onMove: (() -> Void)? { get set }
  /// The thumbnail of page `page`; nil when there is none.
  func thumbnail(page: Int, for browser: Browser) -> BrowserThumbnail?
  /// Scrolls the thumbnail of page `page` into view.
  func reveal(page: Int)
  /// Moves the keyboard focus to the thumbnail of page `page`.
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
    thumbnailGeometry(ofPage: page)?.thumbnail(for: browser)
  }
  package func setFocus(page: Int) { setFocus(onPage: page) }
}

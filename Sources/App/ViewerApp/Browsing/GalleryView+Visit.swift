import BrowserHost
import PhotoBrowser

/// The thumbnails of a visit are the cells of the grid.
extension GalleryView: VisitThumbnails {
  func thumbnail(page: Int, for browser: Browser) -> BrowserThumbnail? {
    thumbnailGeometry(ofPage: page)?.thumbnail(for: browser)
  }

  func setFocus(page: Int) { setFocus(onPage: page) }
}

import BrowserHost
import PhotoBrowser
import PhotoGrid

/// The rows of thumbnails below the current page: the filmstrip with all pages, and the row with
/// the pictures of the file on the page.
final class PageStrips {
  private unowned let browser: Browser
  private unowned let window: ViewerWindow
  private let source: FilePages
  private let leaves: FileLeaves
  private let filmstrip = Filmstrip()
  private let leafStrip: LeafStrip
  private var options: ViewerOptions
  /// Whether the rows have been added to the browser, after the first picture.
  private var isAdded = false

  /// Makes the rows of the pages of a source. They are not shown before ``add()`` is called.
  init(
    of source: FilePages, _ leaves: FileLeaves, on browser: Browser, in window: ViewerWindow,
    options: ViewerOptions, log: Log
  ) {
    self.source = source
    self.leaves = leaves
    self.browser = browser
    self.window = window
    self.options = options
    leafStrip = LeafStrip(of: leaves, in: source, above: filmstrip, log: log)
    filmstrip.item = { [weak source] page in
      source?.file(at: page).map { GalleryItem($0) }
    }
    filmstrip.onRestingRangeChange = { [log] visible, page in
      log.trace("filmstrip first=\(visible.lowerBound) last=\(visible.upperBound - 1) page=\(page)")
    }
  }

  /// Sets the sources of the thumbnails of pages and of the pictures in a file.
  func setThumbnails(ofPages pages: PipelineThumbnailSource, ofLeaves: PipelineThumbnailSource) {
    filmstrip.thumbnails = pages
    leafStrip.view.thumbnails = ofLeaves
  }

  /// Requests the thumbnails of a file with new contents again.
  func refresh(_ file: FilePath) {
    (filmstrip.thumbnails as? PipelineThumbnailSource)?.refresh([GalleryItem(file)])
    leafStrip.refresh(file)
  }

  /// Requests the thumbnails again, after the colours of the image pipeline have changed.
  func colorsDidChange() {
    for strip in [filmstrip, leafStrip.view] {
      (strip.thumbnails as? PipelineThumbnailSource)?.colorsDidChange()
    }
  }

  /// Applies changed preferences.
  func adopt(_ options: ViewerOptions) {
    self.options = options
    update(animated: true)
  }

  /// Adds the rows to the browser. Called when text may be drawn, after the first picture.
  func add() {
    browser.addOverlay(filmstrip)
    browser.addOverlay(leafStrip.view)
    isAdded = true
    update(animated: false)
  }

  /// Shows or hides the rows, by the preferences and the state of the window.
  func update(animated: Bool) {
    guard isAdded else { return reserveRoom() }
    filmstrip.setShown(wantsFilmstrip, animated: animated)
    leafStrip.update(isWanted: wantsLeafStrip && mayShowRows, animated: animated)
  }

  /// The key of the preference that the command for the row below the current page toggles:
  /// `page-strip` for a document whose pages have no filmstrip by the preference `filmstrip`;
  /// otherwise `filmstrip`.
  var toggledPreference: String {
    isOfDocument && options.filmstrip != true ? "page-strip" : "filmstrip"
  }

  /// Whether the filmstrip should be visible. It is wanted if the user has chosen the filmstrip, or
  /// if the pages are those of a document and the user has not switched off the row of a file's
  /// pages; it is never visible in fullscreen or during a slideshow.
  private var wantsFilmstrip: Bool {
    mayShowRows && (options.filmstrip == true || wantsLeafStrip && isOfDocument)
  }

  private var wantsLeafStrip: Bool { options.pageStrip != false }

  /// Whether the rows may be visible: not in fullscreen, and not during a slideshow.
  private var mayShowRows: Bool { !window.window.isFullscreen && browser.slideshowPhase == nil }

  private var isOfDocument: Bool { source.currentFile?.isDocumentPage ?? false }

  /// Reserves the height of the rows below the page until they are added, so that the picture does
  /// not move when they appear. The number of pictures in a file is known with its first picture.
  private func reserveRoom() {
    let showsLeaves = wantsLeafStrip && mayShowRows && leaves.count > 1
    let rows = (wantsFilmstrip ? 1.0 : 0) + (showsLeaves ? 1.0 : 0)
    browser.footerHeight = rows * Filmstrip.height(at: window.stage.scale)
  }
}

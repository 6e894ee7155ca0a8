import BrowserHost
import Geometry
import PhotoBrowser
import Views

/// The search field over the pages of a visit. Only photos that match its text are pages; the photo
/// that was open stays until the page is turned.
final class PageFind {
  /// Called with the filter whenever the text in the search field has become a valid one; with nil
  /// for an empty text, and when the search is cancelled.
  var onFilter: (PhotoFilter?) -> Void = { _ in }
  /// Called when Enter closes the search field; the filter remains.
  var onAccept: () -> Void = {}

  /// The numbers of matching photos and of all photos, shown in the search field unless its text
  /// has an error.
  var counts: FindBar.Counts {
    get { bar.counts }
    set { bar.counts = newValue }
  }

  private let bar = FindBar()
  /// The minimum opacity of the search field, at which it receives keys but is not visible.
  private static let minAlpha = 0.01
  private unowned let browser: Browser
  private let log: Log

  init(on browser: Browser, log: Log) {
    self.browser = browser
    self.log = log
    bar.onFilter = { [weak self] in self?.onFilter($0) }
    bar.onClose = { [weak self] in self?.cancel() }
    bar.onReturnFocus = { [weak self] in self?.accept() }
  }

  var isShown: Bool { bar.parent != nil && !bar.isHidden }

  /// Shows the search field with a text, and gives it the keyboard focus.
  func open(_ text: String) {
    browser.addOverlay(bar)
    // A view with the opacity 0 takes no keys, and the overlays may be at the beginning of their
    // fade-in.
    bar.alpha = max(bar.alpha, Self.minAlpha)
    bar.open(text)
    browser.layoutOverlays()
    log.trace("find shown")
  }

  /// Replaces the text in the search field after the filter was changed elsewhere.
  func setText(_ text: String) {
    guard isShown, bar.field.text != text else { return }
    bar.open(text)
  }

  /// Hides the search field and removes the filter, so that all photos are pages.
  private func cancel() {
    hide()
    onFilter(nil)
  }

  private func accept() {
    hide()
    onAccept()
  }

  private func hide() {
    bar.stage?.setFocus(nil)
    bar.isHidden = true
    browser.removeOverlay(bar)
    log.trace("find hidden")
  }
}

extension FindBar: BrowserOverlay {
  func layout(in room: BrowserOverlays.Room) {
    var wanted = Self.frame(below: room.area.minY, in: room.area, scale: room.scale)
    let margin = wanted.minY - room.area.minY
    // The search field moves beside an overlay that it would cover, such as the information panel,
    // if the window is wide enough for both.
    for obstacle in room.occupied where obstacle.intersection(wanted) != nil {
      let x =
        LayoutDirection.isRightToLeft
        ? obstacle.maxX + margin : obstacle.minX - margin - wanted.width
      if x >= room.area.minX + margin, x + wanted.width <= room.area.maxX - margin {
        wanted.origin.x = x
      }
    }
    frame = wanted
  }

  var occupiedFrame: Rect? { frame }
  var hidesWithControls: Bool { false }
}

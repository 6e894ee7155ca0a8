import BrowserHost
import Geometry
import PhotoBrowser
import Views

/// The field in which photos are searched for, over the page of a visit. The pages are those that
/// match; the photo on the page stays until another one is shown.
final class PageFind {
  /// Called with the filter after every change of the text; nil for an empty text.
  var onFilter: (PhotoFilter?) -> Void = { _ in }
  /// Called when Enter ends the search, and the filter stays.
  var onAccept: () -> Void = {}

  /// The numbers of photos, shown unless the text has an error.
  var counts: FindBar.Counts {
    get { bar.counts }
    set { bar.counts = newValue }
  }

  private let bar = FindBar()
  /// The minimum opacity at which the field takes keys; a field with this opacity is invisible.
  private static let minAlpha = 0.01
  private unowned let browser: Browser
  private let log: Log

  init(on browser: Browser, log: Log) {
    self.browser = browser
    self.log = log
    bar.onFilter = { [weak self] in self?.onFilter($0) }
    bar.onClose = { [weak self] in self?.cancel() }
    bar.onLeave = { [weak self] in self?.accept() }
  }

  var isShown: Bool { bar.parent != nil && !bar.isHidden }

  /// Shows the field with a text, and moves the keyboard focus to it.
  func open(_ text: String) {
    browser.addOverlay(bar)
    // A view without opacity takes no keys, and the fade-in of the overlays may just have begun.
    bar.alpha = max(bar.alpha, Self.minAlpha)
    bar.open(text)
    browser.layoutOverlays()
    log.trace("find shown")
  }

  /// Shows the text of a filter that was changed elsewhere.
  func adopt(_ text: String) {
    guard isShown, bar.field.text != text else { return }
    bar.open(text)
  }

  /// Hides the field, and shows all photos again.
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
    frame = Self.frame(below: room.area.minY, in: room.area, scale: room.scale)
  }

  var occupiedFrame: Rect? { frame }
  var hidesWithControls: Bool { false }
}

import BrowserCore
import BrowserHost
import Geometry
import Localization
import PhotoBrowser
import PhotoGrid
import Scenes
import Transitions
import Views

extension PhotoVisit: @MainActor VisitOwner {
  var title: String {
    guard let name = file?.titleName else { return "" }
    guard let player, player.isPaused, let count = player.frameCount else { return name }
    return tr(
      "{name} (frame {place} / {count})",
      ["name": name, "place": player.frameIndex + 1, "count": count])
  }

  var position: String {
    [browser.positionText, listNote, culling.isOn ? tr("Culling") : ""].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// Updates the key names in the tooltips of the title bar, which depend on the direction in which
  /// pages follow each other.
  func updateTitle() { window.host.titleBar.showKeys(of: bindings) }

  func windowDidSettle() { source.pagesDidResize(to: pageBox) }

  func visitDidEnd() {
    browser.stopSlideshow()
    source.cancelAll()
    versions.photoDidChange(to: nil)
    changePreview.visitDidEnd()
    onPageChange()
    onEnd?()
  }

  func controlsDidFade(to opacity: Double) {
    badge.view.controlsOpacity = opacity
    culling.badge.controlsOpacity = opacity
    strips.update(animated: true)
  }

  func browser(_ browser: Browser, didChangePageIndex index: Int) {
    log.trace("page index=\(index)")
    fileDidChange()
    leaves.refreshCount()
    badge.update()
    strips.update(animated: true)
    onPageChange()
  }

  func browser(_ browser: Browser, reachedEnd side: Int) {
    let isOfDocument = file?.isDocumentPage ?? false
    window.showToast(
      isOfDocument
        ? side < 0 ? tr("First page") : tr("Last page")
        : side < 0 ? tr("First photo") : tr("Last photo"))
  }

  func browser(_ browser: Browser, didTapAt point: Point) { window.host.toggleControls() }

  func browser(_ browser: Browser, wantsMenuAt point: Point) { window.showMenu(at: point) }

  func browser(_ browser: Browser, cellDidAppear cell: any BrowserCell, at index: Int) {
    log.trace("cell appear page=\(index)")
  }

  func browser(_ browser: Browser, cellDidDisappear cell: any BrowserCell, at index: Int) {
    log.trace("cell gone page=\(index)")
  }

  func browserDidDismiss(_ browser: Browser) {
    log.trace("dismissed")
  }

  func browser(_ browser: Browser, flightBegan direction: Flight.Direction, page: Int) {
    log.trace("flight began kind=\(direction == .show ? "show" : "dismiss") page=\(page)")
    if direction == .show { onFlightToPage() }
  }

  func browser(_ browser: Browser, flightCaught page: Int) {
    log.trace("flight caught page=\(page)")
  }

  func browser(_ browser: Browser, flightEndedAt end: Flight.End, page: Int) {
    log.trace("flight ended at=\(end == .page ? "page" : "thumbnail") page=\(page)")
  }
}

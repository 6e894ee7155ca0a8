import BrowserCore
import BrowserHost
import Geometry
import PhotoBrowser
import PhotoGrid
import Pixels
import Scenes
import Transitions
import Views

extension BrowserScene: BrowserDelegate {
  func browser(_ browser: Browser, didChangePageIndex index: Int) {
    log.trace("page index=\(index)")
    source.turned(to: index, at: window.now)
    // The grid follows, so that the photo returns to a visible thumbnail.
    gallery?.setFocus(onPage: index)
    window.updateTitle()
    recent?.turned(to: file)
  }

  func browser(_ browser: Browser, reachedEnd side: Int) {
    window.say(side < 0 ? "First photo" : "Last photo")
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
    onDismiss?()
  }

  // MARK: Over a grid

  func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail? {
    gallery?.thumbnailGeometry(ofPage: index)?.thumbnail(for: browser)
  }

  func browser(_ browser: Browser, emptySlotFor index: Int?) { gallery?.emptySlot = index }

  func browser(_ browser: Browser, revealThumbnailFor index: Int) { gallery?.reveal(page: index) }

  func browser(_ browser: Browser, flightBegan direction: TransitionDirection, page: Int) {
    log.trace("flight began kind=\(direction == .show ? "show" : "dismiss") page=\(page)")
    // A press before the next frame already belongs to the grid.
    if direction == .dismiss, gallery != nil { window.stack?.reveal(under: self, at: window.now) }
  }

  func browser(_ browser: Browser, flightCaught page: Int) {
    log.trace("flight caught page=\(page)")
  }

  func browser(_ browser: Browser, flightEndedAt end: Flight.End, page: Int) {
    log.trace("flight ended at=\(end == .page ? "page" : "thumbnail") page=\(page)")
  }

  /// Shows the grid as soon as the browser covers it only in part.
  func browser(_ browser: Browser, didLayOut frame: BrowserFrame) {
    guard gallery != nil, let stack = window.stack else { return }
    if frame.backdrop < 1 || !frame.flying.isEmpty {
      stack.reveal(under: self, at: window.now)
    } else if !browser.state.isDismissed {
      stack.settle(on: self, at: window.now)
    }
  }
}

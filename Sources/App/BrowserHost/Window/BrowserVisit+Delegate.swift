package import BrowserCore
package import Geometry
package import PhotoBrowser
import PhotoGrid
import Scenes
package import Transitions

/// The browser's delegate: answers for the thumbnails of the grid below, reveals that scene during
/// transitions, and forwards every call to the host's delegate.
extension BrowserVisit: BrowserDelegate {
  // MARK: The scene below

  package func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail? {
    if let thumbnail = next?.browser(browser, thumbnailFor: index) { return thumbnail }
    // A thumbnail hook of the host takes precedence over the grid.
    guard browser.hooks.thumbnail == nil else { return nil }
    return thumbnails?.thumbnail(page: index, for: browser)
  }

  package func browser(_ browser: Browser, emptySlotFor index: Int?) {
    thumbnails?.emptySlot = index
    next?.browser(browser, emptySlotFor: index)
  }

  package func browser(_ browser: Browser, revealThumbnailFor index: Int) {
    thumbnails?.reveal(page: index)
    next?.browser(browser, revealThumbnailFor: index)
  }

  package func browser(_ browser: Browser, flightBegan direction: TransitionDirection, page: Int) {
    // The scene below must get a press that comes before the next frame.
    if direction == .dismiss, isOverScene { window.stack?.reveal(under: self, at: window.now) }
    next?.browser(browser, flightBegan: direction, page: page)
  }

  /// Reveals the scene below as soon as any of it is visible, and hides it when nothing is.
  package func browser(_ browser: Browser, didLayOut frame: BrowserFrame) {
    if isOverScene, let stack = window.stack {
      if frame.backdrop < 1 || !frame.flying.isEmpty {
        stack.reveal(under: self, at: window.now)
      } else if !browser.state.isDismissed {
        stack.settle(on: self, at: window.now)
      }
    }
    next?.browser(browser, didLayOut: frame)
  }

  package func browserDidDismiss(_ browser: Browser) {
    next?.browserDidDismiss(browser)
    if isOverScene {
      window.stack?.finishPop(of: self, at: window.now)
    } else {
      window.close()
    }
  }

  // MARK: Forwarded

  package func browser(_ browser: Browser, didChangePageIndex index: Int) {
    next?.browser(browser, didChangePageIndex: index)
    filePages?.turned(to: index, at: window.now)
    // The grid's keyboard focus follows, so that the picture returns to a visible cell with focus.
    thumbnails?.setFocus(page: index)
    window.updateTitle()
  }

  package func browser(_ browser: Browser, didSettleOn index: Int) {
    next?.browser(browser, didSettleOn: index)
  }

  package func browser(_ browser: Browser, reachedEnd side: Int) {
    next?.browser(browser, reachedEnd: side)
  }

  package func browser(_ browser: Browser, didTapAt point: Point) {
    next?.browser(browser, didTapAt: point)
  }

  package func browser(_ browser: Browser, wantsMenuAt point: Point) {
    next?.browser(browser, wantsMenuAt: point)
  }

  package func browser(_ browser: Browser, isPulledTo scale: Double, backdrop: Double) {
    next?.browser(browser, isPulledTo: scale, backdrop: backdrop)
  }

  package func browser(_ browser: Browser, didEndPullClosing closes: Bool) {
    next?.browser(browser, didEndPullClosing: closes)
  }

  package func browser(_ browser: Browser, flightCaught page: Int) {
    next?.browser(browser, flightCaught: page)
  }

  package func browser(_ browser: Browser, flightEndedAt end: Flight.End, page: Int) {
    next?.browser(browser, flightEndedAt: end, page: page)
  }

  package func browserWillDismiss(_ browser: Browser) -> Bool {
    next?.browserWillDismiss(browser) ?? true
  }

  package func browser(_ browser: Browser, needsMoreAfter count: Int) {
    next?.browser(browser, needsMoreAfter: count)
  }

  package func browser(_ browser: Browser, cellWillAppear cell: any BrowserCell, at index: Int) {
    next?.browser(browser, cellWillAppear: cell, at: index)
  }

  package func browser(_ browser: Browser, cellDidAppear cell: any BrowserCell, at index: Int) {
    next?.browser(browser, cellDidAppear: cell, at: index)
  }

  package func browser(_ browser: Browser, cellWillDisappear cell: any BrowserCell, at index: Int) {
    next?.browser(browser, cellWillDisappear: cell, at: index)
  }

  package func browser(_ browser: Browser, cellDidDisappear cell: any BrowserCell, at index: Int) {
    next?.browser(browser, cellDidDisappear: cell, at: index)
  }
}

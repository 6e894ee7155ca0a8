import BrowserCore
package import PhotoBrowser
import PhotoGrid
import Scenes
import Transitions

/// Supplies the thumbnails of the scene below to the browser, and reveals that scene during
/// transitions.
extension BrowserVisit: BrowserEventReceiver {
  package func browser(_ browser: Browser, hostThumbnailFor index: Int) -> BrowserThumbnail? {
    thumbnails?.thumbnail(page: index, for: browser)
  }

  package func browser(_ browser: Browser, raised event: BrowserEvent) {
    switch event {
    case .emptySlotChanged(let index): thumbnails?.emptySlot = index
    case .thumbnailRevealRequested(let index): thumbnails?.reveal(page: index)
    case .flightBegan(let direction, _):
      // A press before the next frame must already find the scene below in place.
      if direction == .dismiss, isOverScene { window.stack?.reveal(under: self, at: window.now) }
    case .laidOut(let frame): didLayOut(frame)
    case .dismissed: didDismiss()
    case .pageIndexChanged(let index):
      filePages?.pageDidTurn(to: index, at: window.now)
      // The keyboard focus of the grid below follows the page, so that the picture returns to a
      // visible cell with the focus.
      thumbnails?.setFocus(page: index)
      window.updateTitle()
    // An owner updates the title itself, once after a change of several pages.
    case .pagesChanged where owner == nil: window.updateTitle()
    default: break
    }
  }

  /// Reveals the scene below as soon as any part of it is visible behind the backdrop, and hides it
  /// when no part is.
  private func didLayOut(_ frame: BrowserFrame) {
    guard isOverScene, let stack = window.stack else { return }
    if frame.backdrop < 1 || !frame.flying.isEmpty {
      stack.reveal(under: self, at: window.now)
    } else if !browser.state.isDismissed {
      stack.finishPush(of: self, at: window.now)
    }
  }

  private func didDismiss() {
    if isOverScene {
      window.stack?.finishPop(of: self, at: window.now)
    } else {
      window.close()
    }
  }
}

import BrowserCore
package import PhotoBrowser
import PhotoGrid
import Scenes
import Transitions

/// The receiver of the browser's events. It supplies the thumbnails of the grid below, and reveals
/// the scene below during transitions.
extension BrowserVisit: BrowserEventReceiver {
  package func browser(_ browser: Browser, hostThumbnailFor index: Int) -> BrowserThumbnail? {
    thumbnails?.thumbnail(page: index, for: browser)
  }

  package func browser(_ browser: Browser, raised event: BrowserEvent) {
    switch event {
    case .slotEmptied(let index): thumbnails?.emptySlot = index
    case .thumbnailRevealed(let index): thumbnails?.reveal(page: index)
    case .flightBegan(let direction, _):
      // The scene below must get a press that comes before the next frame.
      if direction == .dismiss, isOverScene { window.stack?.reveal(under: self, at: window.now) }
    case .laidOut(let frame): didLayOut(frame)
    case .dismissed: didDismiss()
    case .pageIndexChanged(let index):
      filePages?.turned(to: index, at: window.now)
      // The grid's keyboard focus follows the page, so that the picture returns to a visible cell
      // with the focus.
      thumbnails?.setFocus(page: index)
      window.updateTitle()
    default: break
    }
  }

  /// Reveals the scene below as soon as any of it is visible, and hides it when nothing is.
  private func didLayOut(_ frame: BrowserFrame) {
    guard isOverScene, let stack = window.stack else { return }
    if frame.backdrop < 1 || !frame.flying.isEmpty {
      stack.reveal(under: self, at: window.now)
    } else if !browser.state.isDismissed {
      stack.settle(on: self, at: window.now)
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

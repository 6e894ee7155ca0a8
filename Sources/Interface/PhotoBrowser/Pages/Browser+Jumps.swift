import BrowserCore
import Geometry
public import Motion

/// Jumps to a page, and the request for more pages.
extension Browser {
  /// Scrolls to page `index`; an index out of range is ignored.
  ///
  /// - Parameter time: the present time on the clock of the frames; nil takes the time of the next
  ///   frame.
  public func scrollToPage(_ index: Int, animated: Bool, at time: Timestamp? = nil) {
    guard index >= 0, index < state.layout.count else { return }
    if animated, time == nil {
      pendingJump = index
      hasActed = true
      return requestFrame()
    }
    pendingJump = nil
    perform(.go(to: index, animated: animated), at: time ?? lastTime)
  }

  func jumpWithoutAnimation(to index: Int) {
    guard state.layout.count > 0 else {
      initialIndex = index
      return
    }
    scrollToPage(state.layout.clamped(index), animated: false)
  }

  /// Begins a jump that waited for a frame.
  func jump() {
    guard let index = pendingJump else { return }
    pendingJump = nil
    perform(.go(to: state.layout.clamped(index), animated: true), at: lastTime)
  }

  /// Asks the host for more pages, once each time the last page becomes current.
  func requestMorePages() {
    let count = state.layout.count
    guard count > 0, state.index == state.layout.lastIndex, !state.isDismissed else {
      requestedMoreAtCount = nil
      return
    }
    guard requestedMoreAtCount != count else { return }
    requestedMoreAtCount = count
    tell { $0.browser(self, needsMoreAfter: count) }
  }
}

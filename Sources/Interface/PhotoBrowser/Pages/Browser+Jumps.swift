import BrowserCore
import Geometry
public import Motion

/// Going to a page, and knowing when there should be more of them.
extension Browser {
  /// Goes to page `index`; one that does not exist is ignored.
  ///
  /// - Parameter time: this moment, on the clock frames are timed by; the next frame's when nil.
  public func scrollToPage(_ index: Int, animated: Bool, at time: Timestamp? = nil) {
    guard index >= 0, index < state.layout.count else { return }
    if animated, time == nil {
      waitingJump = index
      hasActed = true
      return requestFrame()
    }
    waitingJump = nil
    perform(.go(to: index, animated: animated), at: time ?? lastTime)
  }

  func goAtOnce(to index: Int) {
    guard state.layout.count > 0 else {
      initialIndex = index
      return
    }
    scrollToPage(state.layout.clamped(index), animated: false)
  }

  /// A jump that waited for a frame begins with it.
  func jump() {
    guard let index = waitingJump else { return }
    waitingJump = nil
    perform(.go(to: state.layout.clamped(index), animated: true), at: lastTime)
  }

  /// The last page is reached: asked once for each time.
  func askForMore() {
    let count = state.layout.count
    guard count > 0, state.index == state.layout.lastIndex, !state.isDismissed else {
      askedAfter = nil
      return
    }
    guard askedAfter != count else { return }
    askedAfter = count
    tell { $0.browser(self, needsMoreAfter: count) }
  }
}

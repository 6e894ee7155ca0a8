import BrowserCore
import Geometry
import Motion

/// The announcement of closing, and closing without an animation.
extension Browser {
  /// A time after which every closing animation has ended, in seconds.
  private static let maxClosingDuration = 60.0

  /// Reports once to the host that closing has begun.
  ///
  /// - Returns: false when the host wants no animation.
  func announceClosing(_ effects: [BrowserEffect]) -> Bool {
    let closes = state.isLeaving || state.isDismissed
    guard closes != isClosing else { return true }
    isClosing = closes
    guard closes else { return true }
    var isAnimated = true
    tell { if !$0.browserWillDismiss(self) { isAnimated = false } }
    return isAnimated
  }

  /// Skips to the end of the closing animation.
  func closeWithoutAnimation() {
    guard state.isLeaving else { return }
    handle(state.advance(to: lastTime + Self.maxClosingDuration))
    requestFrame()
  }
}

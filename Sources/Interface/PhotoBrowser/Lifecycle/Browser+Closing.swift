import BrowserCore
import Geometry
import Motion

/// Saying that it closes, and closing without an animation where the host wants none.
extension Browser {
  /// Every animation that leads out of sight is over after so long, in seconds.
  private static let longestWay = 60.0

  /// Tells the host once that closing has begun.
  ///
  /// - Returns: false when it has to be over at once.
  func announceClosing(_ effects: [BrowserEffect]) -> Bool {
    let closes = state.isLeaving || state.isDismissed
    guard closes != isClosing else { return true }
    isClosing = closes
    guard closes else { return true }
    var isAnimated = true
    tell { if !$0.browserWillDismiss(self) { isAnimated = false } }
    return isAnimated
  }

  /// Goes to the end of whatever leads out of sight.
  func closeAtOnce() {
    guard state.isLeaving else { return }
    handle(state.advance(to: lastTime + Self.longestWay))
    requestFrame()
  }
}

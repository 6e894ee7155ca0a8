import Motion
import Transitions

/// The leaving of the current picture in order to close, at once or after a page turn.
///
/// During a page turn with a page effect, such as a cube, the picture has no rectangle on the
/// screen from which it could leave, or at which a pinch could hold it. Such a turn first ends on
/// the current page, quickly.
extension PresentationState {
  /// The spring that ends a page turn before the current picture leaves or is pinched. The turn
  /// ends within 0.12 s from every position and velocity.
  static let turnEndSpring = Spring.settling(in: 0.1, damping: 1)

  /// True while the current picture leaves in order to close, or a page turn ends before that; a
  /// new contact can still catch it.
  var isLeaving: Bool {
    closesAfterTurn || activity.pull?.motion.phase == .leaving
      || flight?.flight.goal == .thumbnail
  }

  /// True when closing would bring the current picture into its thumbnail, and not fade the page.
  func returnsToThumbnail(from pages: Pager) -> Bool {
    pages.flightPlan(.dismiss, thumbnailAnchor).layers.last?.source != .page
  }

  /// True while a page effect draws the current page; false while a picture is in flight or pulled
  /// out of its page, because the pages then slide.
  func isPageEffectRunning(_ pages: Pager, at t: Timestamp) -> Bool {
    pages.tuning.hasPageEffect && !pages.tuning.reducesMotion && !pages.scroll.isSettled(at: t)
      && flight == nil && pull == nil
  }
}

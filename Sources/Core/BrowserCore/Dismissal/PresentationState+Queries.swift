import Motion
import Transitions

/// The pictures that are out of their pages.
extension PresentationState {
  /// The gesture that holds the current picture out of its page; nil when no gesture does.
  var pullGesture: PullDown.Gesture? { activity.pull?.gesture }

  /// True when the current picture is pulled out of its page, or in flight.
  func isCurrentPictureOutOfPage(in pages: Pager) -> Bool {
    pull != nil || currentFlight(pages) != nil
  }

  /// True when the current picture is in flight, or caught in flight.
  func isFlyingOrCaught(_ pages: Pager) -> Bool {
    currentFlight(pages) != nil || activity.caught != nil
  }

  /// True when the picture of `page` is in flight, or caught in flight.
  func isFlyingOrCaught(page: Int) -> Bool { flight?.page == page || activity.caught?.page == page }

  /// The flight of the current page's picture; nil when another picture or none is in flight.
  func currentFlight(_ pages: Pager) -> PageFlight? {
    flight.flatMap { $0.page == pages.index ? $0 : nil }
  }

  /// The page whose picture is in flight or caught in flight, and the visible state of that picture
  /// in the viewport; nil without one.
  func pictureInFlight(in pages: Pager, at t: Timestamp) -> (page: Int, state: TransitionState)? {
    if let flight {
      return (flight.page, flight.visibleState(in: pages, at: t))
    }
    return activity.caught.map { ($0.page, visibleState(in: pages, at: t)) }
  }
}

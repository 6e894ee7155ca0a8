public import Transitions

/// What a browser asks of its host after an action or the passing of time.
public enum BrowserEffect: Hashable, Sendable {
  /// The current page changed (at the half-way point while scrolling).
  case pageChanged(from: Int, to: Int)
  /// Other pages are alive, or other pictures wanted.
  case windowChanged(PageWindow)
  /// The scroll came to rest on a page.
  case pageSettled(Int)
  /// Turning past the first (−1) or last (1) page was tried.
  case reachedEnd(Int)
  /// The picture was pulled out of its place.
  case pullBegan
  /// It was let go, and closes or comes back.
  case pullEnded(closes: Bool)
  /// It is back in its place.
  case pullReturned
  /// The picture of a page takes off, or turns round in the air.
  case flightBegan(TransitionDirection, page: Int)
  /// A hand took it out of the air.
  case flightCaught(page: Int)
  /// It has arrived.
  case flightEnded(at: Flight.End, page: Int)
  /// The slideshow began, was held, goes on, came to the end, or was ended (nil).
  case slideshowChanged(Slideshow.Phase?)
  /// The browser is closed: nothing of it is visible any more.
  case dismissed
}

package import Transitions

/// An event or request for the host, after an action or the passing of time.
package enum BrowserEffect: Hashable, Sendable {
  /// The current page changed (at the half-way point while scrolling).
  case pageChanged(from: Int, to: Int)
  /// The pages that have a cell, or the pictures to be prefetched, changed.
  case windowChanged(PageWindow)
  /// The scroll came to rest on a page.
  case pageSettled(Int)
  /// A turn past the first (−1) or last (1) page was attempted.
  case reachedEnd(Int)
  /// A pull-down took the picture out of its page.
  case pullBegan
  /// The pull-down was released; the picture leaves or returns.
  case pullEnded(closes: Bool)
  /// The picture is back on its page.
  case pullReturned
  /// The flight of a page's picture began or changed its direction.
  case flightBegan(Flight.Direction, page: Int)
  /// A new contact caught the picture in flight.
  case flightCaught(page: Int)
  /// The flight has ended.
  case flightEnded(at: Flight.End, page: Int)
  /// The slideshow started, was paused, was resumed, reached the last page, or ended (nil).
  case slideshowChanged(Slideshow.Phase?)
  /// The browser is closed; no part of it is visible.
  case dismissed
}

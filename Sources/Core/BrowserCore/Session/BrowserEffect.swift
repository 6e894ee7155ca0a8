package import Transitions

/// An event of the browser, reported to the host after an action or the passing of time.
package enum BrowserEffect: Hashable, Sendable {
  /// The current page changed, from one index to another; while scrolling, half-way between the
  /// pages.
  case pageChanged(from: Int, to: Int)
  /// The pages that have a cell, or those whose pictures are prefetched, changed.
  case windowChanged(PageWindow)
  /// The scroll came to rest on the page with this index.
  case pageSettled(Int)
  /// A page turn was attempted beyond the first (−1) or last (1) page.
  case reachedEnd(side: Int)
  /// A pull-down took the current picture out of its page.
  case pullBegan
  /// The pull-down was released; the picture leaves if `closes`, otherwise it returns.
  case pullEnded(closes: Bool)
  /// The picture of a pull-down is back in its page.
  case pullReturned
  /// The flight of a page's picture began or changed its direction.
  case flightBegan(Flight.Direction, page: Int)
  /// A new contact caught the picture of a page in flight.
  case flightCaught(page: Int)
  /// The flight of a page's picture has ended at its thumbnail or its page.
  case flightEnded(at: Flight.End, page: Int)
  /// The slideshow started, was paused, was resumed, reached the last page, or was stopped (nil).
  case slideshowChanged(Slideshow.Phase?)
  /// The browser is closed; no part of it is visible.
  case dismissed
}

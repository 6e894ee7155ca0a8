public import BrowserCore
public import Geometry
public import Transitions

/// A receiver of the events of a browser. All methods are optional.
public protocol BrowserDelegate: AnyObject {
  /// The page at `index` has become the current page.
  func browser(_ browser: Browser, didChangePageIndex index: Int)
  /// Scrolling has settled on the page at `index`. Called once also for the page that is shown
  /// first, when it becomes visible.
  func browser(_ browser: Browser, didSettleOn index: Int)
  /// The user tried to page past the first page (`side` −1) or the last page (1).
  func browser(_ browser: Browser, reachedEnd side: Int)
  /// A click or tap on the page, reported as soon as it cannot become a double click; `point` is in
  /// the browser's coordinates.
  func browser(_ browser: Browser, didTapAt point: Point)
  /// A context menu is requested at `point`, in the browser's coordinates: by press and hold, the
  /// secondary button, or the Menu key.
  func browser(_ browser: Browser, wantsMenuAt point: Point)
  /// The scale of the pulled picture or the opacity of the backdrop has changed; both are 0…1.
  /// Called from the beginning of a pull-down until the picture is back on its page, with 1 and 1,
  /// or the browser has closed. Not called when the browser opens, or closes by a command.
  func browser(_ browser: Browser, isPulledTo scale: Double, backdrop: Double)
  /// A pull-down was released; `closes` says whether the browser closes then.
  func browser(_ browser: Browser, didEndPullClosing closes: Bool)
  /// The browser is about to close: by a command, by a pull-down, or because no pages are left. A
  /// closing that is caught and then resumed is announced again.
  ///
  /// - Returns: false to close without an animation. Default: true.
  func browserWillDismiss(_ browser: Browser) -> Bool
  /// The browser has closed, and nothing of it is visible.
  func browserDidDismiss(_ browser: Browser)
  /// The last page of `count` pages has become the current page, so that more pages may be
  /// appended. The call is repeated when the last page of a longer list is reached, and when the
  /// user comes back to the last page.
  func browser(_ browser: Browser, needsMoreAfter count: Int)

  /// The page at `index` becomes visible while the browser heads for it.
  ///
  /// The four methods about the visibility of a page are called after the corresponding methods of
  /// the cell. Every *will* call is followed by one *did* call. If the user reverses, it is the
  /// opposite one: a page that was about to appear gets the call that it did disappear, one that
  /// was about to disappear the call that it did appear. Pages that are only partly dragged into
  /// view, or passed at speed, get no calls.
  func browser(_ browser: Browser, cellWillAppear cell: any BrowserCell, at index: Int)
  /// The page at `index` rests in place as the current page.
  func browser(_ browser: Browser, cellDidAppear cell: any BrowserCell, at index: Int)
  /// The browser begins to leave the page at `index`: it heads for another page, it closes, or its
  /// window is hidden. A pull-down that has not ended does not count.
  func browser(_ browser: Browser, cellWillDisappear cell: any BrowserCell, at index: Int)
  /// Nothing of the page at `index` is visible any more. The call precedes the reuse of its cell.
  func browser(_ browser: Browser, cellDidDisappear cell: any BrowserCell, at index: Int)
  /// A frame was laid out; called for every frame.
  func browser(_ browser: Browser, didLayOut frame: BrowserFrame)

  /// The current thumbnail of the page at `index`, out of which its picture flies and to which it
  /// returns; nil when it has none. Called only over a scene (see ``Browser/isOverScene``): before
  /// flights and pull-downs, and after ``Browser/thumbnailsDidMove()``. Default: nil.
  func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail?
  /// The thumbnail of the page at `index` is to be hidden, because its picture is in flight or on
  /// its page, and all others are to be shown; nil shows all.
  func browser(_ browser: Browser, emptySlotFor index: Int?)
  /// The thumbnail of the page at `index` is to be scrolled into view immediately, because its
  /// position is requested next.
  func browser(_ browser: Browser, revealThumbnailFor index: Int)
  /// The flight of a page's picture has begun, or has reversed its direction.
  func browser(_ browser: Browser, flightBegan direction: Flight.Direction, page: Int)
  /// A pointer or finger has caught the picture of a page in flight.
  func browser(_ browser: Browser, flightCaught page: Int)
  /// The flight of a page's picture has ended, at its thumbnail or on its page.
  func browser(_ browser: Browser, flightEndedAt end: Flight.End, page: Int)
}

extension BrowserDelegate {
  public func browser(_ browser: Browser, didChangePageIndex index: Int) {}
  public func browser(_ browser: Browser, didSettleOn index: Int) {}
  public func browser(_ browser: Browser, reachedEnd side: Int) {}
  public func browser(_ browser: Browser, didTapAt point: Point) {}
  public func browser(_ browser: Browser, wantsMenuAt point: Point) {}
  public func browser(_ browser: Browser, isPulledTo scale: Double, backdrop: Double) {}
  public func browser(_ browser: Browser, didEndPullClosing closes: Bool) {}
  public func browserDidDismiss(_ browser: Browser) {}
  /// Returns true: the browser closes with its animation.
  public func browserWillDismiss(_ browser: Browser) -> Bool { true }
  public func browser(_ browser: Browser, needsMoreAfter count: Int) {}
  public func browser(_ browser: Browser, cellWillAppear cell: any BrowserCell, at index: Int) {}
  public func browser(_ browser: Browser, cellDidAppear cell: any BrowserCell, at index: Int) {}
  public func browser(_ browser: Browser, cellWillDisappear cell: any BrowserCell, at index: Int) {}
  public func browser(_ browser: Browser, cellDidDisappear cell: any BrowserCell, at index: Int) {}
  public func browser(_ browser: Browser, didLayOut frame: BrowserFrame) {}
  /// Returns nil: the page has no thumbnail.
  public func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail? { nil }
  public func browser(_ browser: Browser, emptySlotFor index: Int?) {}
  public func browser(_ browser: Browser, revealThumbnailFor index: Int) {}
  public func browser(_ browser: Browser, flightBegan direction: Flight.Direction, page: Int) {}
  public func browser(_ browser: Browser, flightCaught page: Int) {}
  public func browser(_ browser: Browser, flightEndedAt end: Flight.End, page: Int) {}
}

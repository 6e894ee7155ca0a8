public import BrowserCore
public import Geometry
public import Transitions

/// What happens in a browser. All of it is optional.
public protocol BrowserDelegate: AnyObject {
  /// The current page changed.
  func browser(_ browser: Browser, didChangePageIndex index: Int)
  /// The scroll came to rest on a page.
  func browser(_ browser: Browser, didSettleOn index: Int)
  /// Turning past the first (−1) or last (1) page was tried.
  func browser(_ browser: Browser, reachedEnd side: Int)
  /// A click or tap on the page, after the double-click time.
  func browser(_ browser: Browser, didTapAt point: Point)
  /// Press-and-hold, secondary button, or the Menu key.
  func browser(_ browser: Browser, wantsMenuAt point: Point)
  /// A picture in the hand: its scale, and how much backdrop is left.
  func browser(_ browser: Browser, isPulledTo scale: Double, backdrop: Double)
  /// The picture was let go.
  func browser(_ browser: Browser, didEndPullClosing closes: Bool)
  /// Nothing of the browser is visible any more.
  func browserDidDismiss(_ browser: Browser)
  /// A frame was laid out.
  func browser(_ browser: Browser, didLayOut frame: BrowserFrame)

  /// Where page `index` comes from and goes back to, as it is at this moment; nil when it has no
  /// thumbnail. Only asked over a scene.
  func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail?
  /// The picture of page `index` is away from its thumbnail, whose slot is empty; nil: every slot is
  /// filled.
  func browser(_ browser: Browser, emptySlotFor index: Int?)
  /// Scroll the thumbnail of page `index` into view, at once: it is going to be asked for.
  func browser(_ browser: Browser, revealThumbnailFor index: Int)
  /// A picture took off, or turned round in the air.
  func browser(_ browser: Browser, flightBegan direction: TransitionDirection, page: Int)
  /// A hand took a picture out of the air.
  func browser(_ browser: Browser, flightCaught page: Int)
  /// A picture arrived.
  func browser(_ browser: Browser, flightEndedAt end: Flight.End, page: Int)
}

extension BrowserDelegate {
  /// Does nothing.
  public func browser(_ browser: Browser, didChangePageIndex index: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, didSettleOn index: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, reachedEnd side: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, didTapAt point: Point) {}
  /// Does nothing.
  public func browser(_ browser: Browser, wantsMenuAt point: Point) {}
  /// Does nothing.
  public func browser(_ browser: Browser, isPulledTo scale: Double, backdrop: Double) {}
  /// Does nothing.
  public func browser(_ browser: Browser, didEndPullClosing closes: Bool) {}
  /// Does nothing.
  public func browserDidDismiss(_ browser: Browser) {}
  /// Does nothing.
  public func browser(_ browser: Browser, didLayOut frame: BrowserFrame) {}
  /// No thumbnail.
  public func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail? { nil }
  /// Does nothing.
  public func browser(_ browser: Browser, emptySlotFor index: Int?) {}
  /// Does nothing.
  public func browser(_ browser: Browser, revealThumbnailFor index: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, flightBegan direction: TransitionDirection, page: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, flightCaught page: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, flightEndedAt end: Flight.End, page: Int) {}
}

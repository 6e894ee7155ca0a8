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
  /// It is about to close: by a command, by the hand that let go, or because no pages are left. One
  /// that is caught on its way out and closes again asks again.
  ///
  /// - Returns: false to be gone at once, without an animation. Default: true.
  func browserWillDismiss(_ browser: Browser) -> Bool
  /// Nothing of the browser is visible any more.
  func browserDidDismiss(_ browser: Browser)
  /// The last page has become the current one: more may be appended. Asked again when there are
  /// more and the last of those is reached, or when the person comes back to it.
  func browser(_ browser: Browser, needsMoreAfter count: Int)

  /// Something of page `index` is seen, and the person is on the way to it.
  ///
  /// These four are told once each for a visit to a page, after the cell itself. A *will* whose
  /// announcement does not come true is answered by the other *did*: a page that was on its way in
  /// and is turned back did disappear, one that was about to be left and is kept did appear. Pages
  /// that are only peeked at, or rush by, are told nothing.
  func browser(_ browser: Browser, cellWillAppear cell: any BrowserCell, at index: Int)
  /// Page `index` rests in its place as the current one.
  func browser(_ browser: Browser, cellDidAppear cell: any BrowserCell, at index: Int)
  /// The person begins to leave page `index`: for another page, by closing, because the window is
  /// hidden. A pull-down that may still come back leaves nothing.
  func browser(_ browser: Browser, cellWillDisappear cell: any BrowserCell, at index: Int)
  /// Nothing of page `index` is seen any more. Told before its cell is used for another page.
  func browser(_ browser: Browser, cellDidDisappear cell: any BrowserCell, at index: Int)
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
  /// With its animation.
  public func browserWillDismiss(_ browser: Browser) -> Bool { true }
  /// Does nothing.
  public func browser(_ browser: Browser, needsMoreAfter count: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, cellWillAppear cell: any BrowserCell, at index: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, cellDidAppear cell: any BrowserCell, at index: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, cellWillDisappear cell: any BrowserCell, at index: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, cellDidDisappear cell: any BrowserCell, at index: Int) {}
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

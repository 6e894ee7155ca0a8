package import BrowserCore
package import Geometry
package import Transitions

/// An event of a browser, as a value. ``BrowserHooks`` and ``BrowserDelegate`` describe the events.
package enum BrowserEvent {
  case pageIndexChanged(to: Int)
  /// Pages were inserted, removed, moved or reloaded; the page index may be the same.
  case pagesChanged
  case settled(page: Int)
  case reachedEnd(side: Int)
  case needsMore(count: Int)
  case tapped(Point)
  case menuRequested(Point)
  case pulled(scale: Double, backdrop: Double)
  case pullEnded(closes: Bool)
  case dismissed
  case cellWillAppear(any BrowserCell, index: Int)
  case cellDidAppear(any BrowserCell, index: Int)
  case cellWillDisappear(any BrowserCell, index: Int)
  case cellDidDisappear(any BrowserCell, index: Int)
  case laidOut(BrowserFrame)
  case emptySlotChanged(page: Int?)
  case thumbnailRevealRequested(page: Int)
  case flightBegan(Flight.Direction, page: Int)
  case flightCaught(page: Int)
  case flightEnded(Flight.End, page: Int)
  case slideshowChanged(Slideshow.Phase?)
  case controlsChanged(isVisible: Bool)
}

/// A host that receives the events of a browser, each after the closures and the delegate.
@MainActor
package protocol BrowserEventReceiver: AnyObject {
  func browser(_ browser: Browser, raised event: BrowserEvent)
  /// The thumbnail of the page at `index`, for a browser whose delegate and closures give none; nil
  /// for none.
  func browser(_ browser: Browser, hostThumbnailFor index: Int) -> BrowserThumbnail?
}

extension BrowserDelegate {
  /// Calls the method of the delegate that corresponds to `event`.
  func receive(_ event: BrowserEvent, of browser: Browser) {
    switch event {
    case .pageIndexChanged(let index): self.browser(browser, didChangePageIndex: index)
    case .settled(let index): self.browser(browser, didSettleOn: index)
    case .reachedEnd(let side): self.browser(browser, reachedEnd: side)
    case .needsMore(let count): self.browser(browser, needsMoreAfter: count)
    case .tapped(let point): self.browser(browser, didTapAt: point)
    case .menuRequested(let point): self.browser(browser, wantsMenuAt: point)
    case .pulled(let scale, let backdrop):
      self.browser(browser, isPulledTo: scale, backdrop: backdrop)
    case .pullEnded(let closes): self.browser(browser, didEndPullClosing: closes)
    case .dismissed: browserDidDismiss(browser)
    case .cellWillAppear(let cell, let index):
      self.browser(browser, cellWillAppear: cell, at: index)
    case .cellDidAppear(let cell, let index): self.browser(browser, cellDidAppear: cell, at: index)
    case .cellWillDisappear(let cell, let index):
      self.browser(browser, cellWillDisappear: cell, at: index)
    case .cellDidDisappear(let cell, let index):
      self.browser(browser, cellDidDisappear: cell, at: index)
    case .laidOut(let frame): self.browser(browser, didLayOut: frame)
    case .emptySlotChanged(let index): self.browser(browser, emptySlotFor: index)
    case .thumbnailRevealRequested(let index): self.browser(browser, revealThumbnailFor: index)
    case .flightBegan(let direction, let page):
      self.browser(browser, flightBegan: direction, page: page)
    case .flightCaught(let page): self.browser(browser, flightCaught: page)
    case .flightEnded(let end, let page): self.browser(browser, flightEndedAt: end, page: page)
    case .pagesChanged, .slideshowChanged, .controlsChanged: break
    }
  }
}

extension BrowserHooks {
  /// Calls the closure for `event`, if it has one.
  func receive(_ event: BrowserEvent) {
    switch event {
    case .pageIndexChanged(let index): didChangePageIndex?(index)
    case .settled(let index): didSettle?(index)
    case .reachedEnd(let side): reachedEnd?(side)
    case .needsMore(let count): needsMore?(count)
    case .tapped(let point): tap?(point)
    case .menuRequested(let point): menu?(point)
    case .pulled(let scale, let backdrop): pull?(scale, backdrop)
    case .pullEnded(let closes): didEndPull?(closes)
    case .dismissed: didDismiss?()
    case .cellWillAppear(let cell, let index): cellWillAppear?(cell, index)
    case .cellDidAppear(let cell, let index): cellDidAppear?(cell, index)
    case .cellWillDisappear(let cell, let index): cellWillDisappear?(cell, index)
    case .cellDidDisappear(let cell, let index): cellDidDisappear?(cell, index)
    case .emptySlotChanged(let index): emptySlot?(index)
    case .thumbnailRevealRequested(let index): revealThumbnail?(index)
    case .slideshowChanged(let phase): slideshowChange?(phase)
    case .controlsChanged(let isVisible): controlsChange?(isVisible)
    case .pagesChanged, .laidOut, .flightBegan, .flightCaught, .flightEnded: break
    }
  }
}

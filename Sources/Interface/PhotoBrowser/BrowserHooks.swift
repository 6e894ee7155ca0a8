public import Geometry

/// What happens in a browser, as closures: for hosts that care for a few things only.
///
/// Each is what the ``BrowserDelegate``'s method of that name is. The browser keeps them: a closure
/// that needs the browser takes it weakly.
public final class BrowserHooks {
  /// It is about to close; false to be gone at once.
  public var willDismiss: (() -> Bool)?
  /// Nothing of it is visible any more.
  public var didDismiss: (() -> Void)?
  /// The current page changed.
  public var didChangePageIndex: ((Int) -> Void)?
  /// The scroll came to rest on a page.
  public var didSettle: ((Int) -> Void)?
  /// Turning past the first (−1) or last (1) page was tried.
  public var reachedEnd: ((Int) -> Void)?
  /// The last of so many pages is the current one.
  public var needsMore: ((_ count: Int) -> Void)?
  /// A page is seen, on the way to it.
  public var cellWillAppear: ((any BrowserCell, _ index: Int) -> Void)?
  /// A page is in place.
  public var cellDidAppear: ((any BrowserCell, _ index: Int) -> Void)?
  /// A page is about to be left.
  public var cellWillDisappear: ((any BrowserCell, _ index: Int) -> Void)?
  /// A page is out of sight.
  public var cellDidDisappear: ((any BrowserCell, _ index: Int) -> Void)?
  /// A picture in the hand: its scale, and how much backdrop is left.
  public var pull: ((_ scale: Double, _ backdrop: Double) -> Void)?
  /// The picture was let go.
  public var didEndPull: ((_ closes: Bool) -> Void)?
  /// A click or tap on the page.
  public var tap: ((Point) -> Void)?
  /// A menu is asked for.
  public var menu: ((Point) -> Void)?
  /// Where a page comes from and goes back to; only over a scene, and where the delegate knows none.
  public var thumbnail: ((_ index: Int) -> BrowserThumbnail?)?
  /// That page's thumbnail is empty; nil: none is.
  public var emptySlot: ((_ index: Int?) -> Void)?
  /// That page's thumbnail is to be scrolled into view.
  public var revealThumbnail: ((_ index: Int) -> Void)?

  init() {}
}

/// Calls the closures of a browser's hooks.
final class HookCaller: BrowserDelegate {
  let hooks = BrowserHooks()

  func browserWillDismiss(_ browser: Browser) -> Bool { hooks.willDismiss?() ?? true }
  func browserDidDismiss(_ browser: Browser) { hooks.didDismiss?() }
  func browser(_ browser: Browser, didChangePageIndex index: Int) {
    hooks.didChangePageIndex?(index)
  }
  func browser(_ browser: Browser, didSettleOn index: Int) { hooks.didSettle?(index) }
  func browser(_ browser: Browser, reachedEnd side: Int) { hooks.reachedEnd?(side) }
  func browser(_ browser: Browser, needsMoreAfter count: Int) { hooks.needsMore?(count) }
  func browser(_ browser: Browser, cellWillAppear cell: any BrowserCell, at index: Int) {
    hooks.cellWillAppear?(cell, index)
  }
  func browser(_ browser: Browser, cellDidAppear cell: any BrowserCell, at index: Int) {
    hooks.cellDidAppear?(cell, index)
  }
  func browser(_ browser: Browser, cellWillDisappear cell: any BrowserCell, at index: Int) {
    hooks.cellWillDisappear?(cell, index)
  }
  func browser(_ browser: Browser, cellDidDisappear cell: any BrowserCell, at index: Int) {
    hooks.cellDidDisappear?(cell, index)
  }
  func browser(_ browser: Browser, isPulledTo scale: Double, backdrop: Double) {
    hooks.pull?(scale, backdrop)
  }
  func browser(_ browser: Browser, didEndPullClosing closes: Bool) { hooks.didEndPull?(closes) }
  func browser(_ browser: Browser, didTapAt point: Point) { hooks.tap?(point) }
  func browser(_ browser: Browser, wantsMenuAt point: Point) { hooks.menu?(point) }
  func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail? {
    hooks.thumbnail?(index)
  }
  func browser(_ browser: Browser, emptySlotFor index: Int?) { hooks.emptySlot?(index) }
  func browser(_ browser: Browser, revealThumbnailFor index: Int) {
    hooks.revealThumbnail?(index)
  }
}

extension Browser {
  /// Tells everybody who listens.
  func tell(_ body: (any BrowserDelegate) -> Void) {
    body(hookCaller)
    if let delegate { body(delegate) }
  }
}

public import BrowserCore
public import Geometry
public import Input

/// The events of a browser as closures, for hosts that need only a few of them.
///
/// Each closure but ``key``, ``slideshowChange`` and ``controlsChange`` corresponds to the
/// ``BrowserDelegate`` method for the same event and is called before it (``thumbnail`` after it).
/// The browser retains the closures, so one that uses the browser must capture it weakly. Default:
/// all nil.
public final class BrowserHooks {
  /// The browser is about to close. Returning false closes it without an animation.
  public var willDismiss: (() -> Bool)?
  /// The browser has closed, and nothing of it is visible.
  public var didDismiss: (() -> Void)?
  /// Another page has become the current page; the argument is its index.
  public var didChangePageIndex: ((_ index: Int) -> Void)?
  /// Scrolling has settled on the page at an index.
  public var didSettle: ((_ index: Int) -> Void)?
  /// The user tried to page past the first page (−1) or the last page (1).
  public var reachedEnd: ((_ side: Int) -> Void)?
  /// The last of `count` pages has become the current page, so that more pages may be appended.
  public var needsMore: ((_ count: Int) -> Void)?
  /// The page at `index` becomes visible while the browser heads for it.
  public var cellWillAppear: ((any BrowserCell, _ index: Int) -> Void)?
  /// The page at `index` rests in place as the current page.
  public var cellDidAppear: ((any BrowserCell, _ index: Int) -> Void)?
  /// The browser begins to leave the page at `index`.
  public var cellWillDisappear: ((any BrowserCell, _ index: Int) -> Void)?
  /// Nothing of a page is visible any more.
  public var cellDidDisappear: ((any BrowserCell, _ index: Int) -> Void)?
  /// The scale of the pulled picture or the opacity of the backdrop has changed during a pull-down;
  /// both are 0…1.
  public var pull: ((_ scale: Double, _ backdrop: Double) -> Void)?
  /// A pull-down was released; `closes` says whether the browser closes then.
  public var didEndPull: ((_ closes: Bool) -> Void)?
  /// A click or tap on the page, with its point in the browser's coordinates.
  public var tap: ((_ point: Point) -> Void)?
  /// A request for a context menu, at a point in the browser's coordinates.
  public var menu: ((_ point: Point) -> Void)?
  /// A key was pressed or released while the browser was in front and no other view used the key.
  /// Returning true keeps the key from the scene's and the window's own key bindings.
  public var key: ((KeyEvent) -> Bool)?
  /// A closure that returns the thumbnail out of which the picture of the page at `index` flies and
  /// to which it returns. It is called only over a scene, and only if the delegate returns nil.
  public var thumbnail: ((_ index: Int) -> BrowserThumbnail?)?
  /// The thumbnail of the page at `index` is to be hidden and all others shown; nil shows all.
  public var emptySlot: ((_ index: Int?) -> Void)?
  /// The thumbnail of the page at `index` is to be scrolled into view.
  public var revealThumbnail: ((_ index: Int) -> Void)?

  /// The phase of the slideshow has changed: it has started, was paused, has resumed or has reached
  /// its end; nil when it was stopped.
  public var slideshowChange: ((Slideshow.Phase?) -> Void)?
  /// ``Browser/showsControls`` has changed to the value of the argument.
  public var controlsChange: ((_ isVisible: Bool) -> Void)?

  init() {}
}

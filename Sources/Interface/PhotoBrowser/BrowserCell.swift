public import BrowserCore
public import Geometry
public import Views

/// Shows one page. Any view can be one; ``PhotoCell`` is the default.
///
/// A cell that states a ``contentSize`` can be zoomed, pulled down and flown: it draws its content
/// where ``place(_:)`` says. One without is a page as large as the viewport, which the browser moves
/// and fades as a whole; it needs to write nothing but its drawing.
public protocol BrowserCell: View {
  /// The size of what can be zoomed, in its own pixels; nil when there is nothing to zoom. Default:
  /// nil. A cell whose size becomes another one has its host call
  /// ``Browser/contentSizeDidChange(at:)``.
  var contentSize: Size? { get }
  /// True when it has no pixels of its own, and may be enlarged to fill its page. Default: false.
  var isContentScalable: Bool { get }
  /// Puts the content where the browser says, rectangles in the browser's points; the cell's own
  /// frame is already the page's. Default: the whole cell follows the hand.
  func place(_ page: BrowserFrame.Page)
  /// Forgets what it showed; it will show something else next. Default: does nothing.
  func prepareForReuse()
  /// Why a slideshow must not leave its page yet; nil when it may. Asked at every frame. Default: it
  /// may.
  var slideshowHold: Slideshow.Hold? { get }
  /// Its page is seen, and the person is on the way to it.
  ///
  /// The four calls come once each for a visit to the page; every *will* is answered by one *did*:
  /// the one it announces or, where the person changes their mind, the other one.
  func willAppear()
  /// Its page has come to rest as the current one: what moves by itself may begin.
  func didAppear()
  /// The person begins to leave its page: what moves by itself pauses.
  func willDisappear()
  /// Nothing of its page is seen any more: what moves by itself begins anew next time.
  func didDisappear()
  /// A click or tap on it, in its own points.
  ///
  /// - Returns: true when it did something with it; the host is asked otherwise.
  func receiveTap(at point: Point) -> Bool
  /// A press that stays where it is, in its own points.
  ///
  /// - Returns: true when it wants it, and ``holdEnded()`` after it; the host's menu comes otherwise.
  func holdBegan(at point: Point) -> Bool
  /// The press it wanted was let go.
  func holdEnded()
}

extension BrowserCell {
  /// Nothing to zoom.
  public var contentSize: Size? { nil }
  /// It ends where its pixels do.
  public var isContentScalable: Bool { false }

  /// Moves, shrinks and fades the cell as a whole.
  public func place(_ page: BrowserFrame.Page) {
    alpha = page.opacity
    guard page.placement == .pulled, page.frame.width > 0, !page.content.isEmpty else {
      drawnScale = 1
      return
    }
    frame = Rect(center: page.content.center, size: page.frame.size)
    drawnScale = page.content.width / page.frame.width
  }

  /// Does nothing.
  public func prepareForReuse() {}
  /// It may.
  public var slideshowHold: Slideshow.Hold? { nil }
  /// Does nothing.
  public func willAppear() {}
  /// Does nothing.
  public func didAppear() {}
  /// Does nothing.
  public func willDisappear() {}
  /// Does nothing.
  public func didDisappear() {}
  /// Leaves it to the host.
  public func receiveTap(at point: Point) -> Bool { false }
  /// Leaves it to the host.
  public func holdBegan(at point: Point) -> Bool { false }
  /// Does nothing.
  public func holdEnded() {}
}

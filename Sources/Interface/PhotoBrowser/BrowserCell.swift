public import BrowserCore
public import Geometry
public import Views

/// A view that shows one page. Any view can conform; ``PhotoCell`` is the default.
///
/// A cell with a ``contentSize`` can be zoomed, pulled down and flown: it draws its content where
/// ``layout(for:)`` says. A cell without one fills its page, which the browser moves and fades as a
/// whole; it only has to draw itself.
public protocol BrowserCell: View {
  /// The natural size of the zoomable content, in pixels; nil when there is none. Default: nil.
  ///
  /// After a change of the size, call ``Browser/contentSizeDidChange(at:)``.
  var contentSize: Size? { get }
  /// Whether the content is sharp at every scale and may be enlarged to fill its page. Default:
  /// false.
  var isContentScalable: Bool { get }
  /// The insets of the page that controls of the cell occupy, in device pixels; messages are laid
  /// out inside them. Default: zero.
  var controlsInsets: Insets { get }
  /// Lays out the content as `page` describes it, with rectangles in the browser's coordinates; the
  /// frame of the cell is already that of the page. Default: moves, scales and fades the cell as a
  /// whole.
  func layout(for page: BrowserFrame.Page)
  /// Resets the cell before it is reused for another page. Default: does nothing.
  func prepareForReuse()
  /// The reason why a slideshow must stay on the page; nil when it may turn the page. Read for
  /// every frame. Default: nil.
  var slideshowWaitReason: Slideshow.WaitReason? { get }
  /// The page becomes visible while the browser heads for it. Default: does nothing.
  ///
  /// Of the four lifecycle methods, ``willAppear()`` and ``didDisappear()`` are called at most once
  /// per visit to the page, the other two again if the user reverses. Every *will* call is followed
  /// by one *did* call: the announced one or, if the user reverses, the opposite one.
  func willAppear()
  /// The page rests as the current page: animations may start. Default: does nothing.
  func didAppear()
  /// The browser begins to leave the page: animations pause. Default: does nothing.
  func willDisappear()
  /// Nothing of the page is visible any more: animations are rewound. Default: does nothing.
  func didDisappear()
  /// A click or tap on the cell, at a point in the cell's coordinates. Default: returns false.
  ///
  /// - Returns: true when the cell has handled the tap; otherwise the host gets it.
  func receiveTap(at point: Point) -> Bool
  /// A press and hold on the cell, at a point in the cell's coordinates. Default: returns false.
  ///
  /// - Returns: true when the cell handles it; ``holdEnded()`` is then called at its end. Otherwise
  ///   the host's context menu opens.
  func holdBegan(at point: Point) -> Bool
  /// The end of a press and hold that the cell handles. Default: does nothing.
  func holdEnded()
}

extension BrowserCell {
  /// Nil: the content of the cell cannot be zoomed.
  public var contentSize: Size? { nil }
  /// False: the content has a finite resolution.
  public var isContentScalable: Bool { false }
  /// Zero: the cell has no controls.
  public var controlsInsets: Insets { .zero }

  /// Moves the cell with its page, scales it during a pull-down, and fades it.
  public func layout(for page: BrowserFrame.Page) {
    alpha = page.opacity
    guard page.placement == .pulled, page.frame.width > 0, !page.content.isEmpty else {
      drawnScale = 1
      return
    }
    frame = Rect(center: page.content.center, size: page.frame.size)
    drawnScale = page.content.width / page.frame.width
  }

  public func prepareForReuse() {}
  /// Nil: the cell gives a slideshow no reason to stay.
  public var slideshowWaitReason: Slideshow.WaitReason? { nil }
  public func willAppear() {}
  public func didAppear() {}
  public func willDisappear() {}
  public func didDisappear() {}
  /// Returns false: the host handles taps.
  public func receiveTap(at point: Point) -> Bool { false }
  /// Returns false: the host handles press and hold.
  public func holdBegan(at point: Point) -> Bool { false }
  public func holdEnded() {}
}

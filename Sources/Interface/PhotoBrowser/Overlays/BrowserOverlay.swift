public import Geometry
public import Views

/// A view over a browser's pages that follows them: an indicator, a caption, a button.
///
/// The browser reports the current page to the overlay, lays it out, and fades it together with all
/// other overlays, for instance while a picture is pulled down. The browser sets the overlay's
/// `alpha`; an overlay that fades independently does so with a subview. An interactive overlay
/// receives the presses on it before the page does.
public protocol BrowserOverlay: View {
  /// The overlay was added to `browser`. Called once, before all other methods. Default: does
  /// nothing.
  func attached(to browser: Browser)
  /// The browser has `count` pages, and page `index` is current. Called when the overlay is added
  /// and whenever the data changes. Default: does nothing.
  func reload(count: Int, index: Int)
  /// Page `index` has become current; the number of pages is unchanged. Default: does nothing.
  func indexDidChange(to index: Int)
  /// Sets the overlay's frame, in the browser's coordinates.
  func place(in room: OverlayRoom)
  /// The insets that this overlay occupies at the edges of ``OverlayRoom/area``, in device pixels,
  /// as of the last layout. Overlays laid out after it can avoid them. Default: zero.
  var reach: Insets { get }
  /// Whether the overlay is hidden together with the controls; see ``Browser/showsControls``. False
  /// for overlays that report a state, such as progress. Default: true.
  var hidesWithControls: Bool { get }
}

extension BrowserOverlay {
  public func attached(to browser: Browser) {}
  public func reload(count: Int, index: Int) {}
  public func indexDidChange(to index: Int) {}
  /// Zero: overlays laid out later ignore this one.
  public var reach: Insets { .zero }
  /// True: the overlay is a control.
  public var hidesWithControls: Bool { true }
}

/// The layout context of an overlay.
nonisolated public struct OverlayRoom: Hashable, Sendable {
  /// The area of the browser that no bar of the host covers, in the browser's coordinates.
  public var area: Rect
  /// The insets of ``area`` that earlier overlays occupy, in device pixels.
  public var taken: Insets
  /// The scale of the user interface: device pixels per point.
  public var scale: Double
  /// True where pages follow each other from right to left; rows of page marks are mirrored then.
  public var isRightToLeft: Bool

  /// Makes a layout context.
  public init(
    area: Rect, taken: Insets = .zero, scale: Double = 1, isRightToLeft: Bool = false
  ) {
    self.area = area
    self.taken = taken
    self.scale = scale
    self.isRightToLeft = isRightToLeft
  }

  /// The part of ``area`` that no earlier overlay occupies.
  public var free: Rect { area.inset(by: taken) }
}

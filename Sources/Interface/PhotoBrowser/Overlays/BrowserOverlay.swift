public import Geometry
public import Views

/// Something laid over a browser's pages that goes with them: an indicator, a caption, a button.
///
/// The browser tells it what it shows, puts it in its place, and fades it with the rest of what is
/// not a picture: it is gone while a picture is in the hand. Its `alpha` belongs to the browser; what
/// has to fade by itself does that with a view inside. Presses on it are its own unless it is not
/// interactive.
public protocol BrowserOverlay: View {
  /// It was laid over `browser`, once, before anything else is asked of it.
  func attached(to browser: Browser)
  /// There are `count` pages, and page `index` is current; called at the beginning and whenever the
  /// data changed.
  func reload(count: Int, index: Int)
  /// Page `index` is current; as many pages as before.
  func indexDidChange(to index: Int)
  /// Puts itself where it belongs, its frame in the browser's points.
  func place(in room: OverlayRoom)
  /// How far it reaches over the edges of its room, in points, as placed: what is placed after it may
  /// keep clear. Default: not at all.
  var reach: Insets { get }
}

extension BrowserOverlay {
  /// Does nothing.
  public func attached(to browser: Browser) {}
  /// Does nothing.
  public func reload(count: Int, index: Int) {}
  /// Does nothing.
  public func indexDidChange(to index: Int) {}
  /// Not at all.
  public var reach: Insets { .zero }
}

/// The room an overlay is placed in.
nonisolated public struct OverlayRoom: Hashable, Sendable {
  /// The part of the browser that no bar of the host covers, in the browser's points.
  public var area: Rect
  /// How much of the area's edges others have taken already, in points.
  public var taken: Insets
  /// The user interface's scale: lengths of chrome are multiplied by it.
  public var scale: Double
  /// True where the next page lies to the left: what tells pages in a row is mirrored.
  public var isRightToLeft: Bool

  /// Makes room; nothing is taken unless told otherwise.
  public init(
    area: Rect, taken: Insets = .zero, scale: Double = 1, isRightToLeft: Bool = false
  ) {
    self.area = area
    self.taken = taken
    self.scale = scale
    self.isRightToLeft = isRightToLeft
  }

  /// What nobody has taken yet.
  public var free: Rect { area.inset(by: taken) }
}

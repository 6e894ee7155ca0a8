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
  func layout(in room: BrowserOverlays.Room)
  /// The insets that this overlay occupies at the edges of ``BrowserOverlays/Room/area``, in device
  /// pixels, as of the last layout. Overlays laid out after it can avoid them. Default: zero.
  var reach: Insets { get }
  /// The rectangle that later overlays in a corner avoid, in the browser's coordinates, as of the
  /// last layout; nil for none. See ``BrowserOverlays/Room/frame(of:in:margin:)``. Default: the
  /// frame of an overlay with a ``reach``, nil for others.
  var occupiedFrame: Rect? { get }
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
  public var occupiedFrame: Rect? { reach == .zero ? nil : frame }
  /// True: the overlay is a control.
  public var hidesWithControls: Bool { true }
}

nonisolated extension Rect {
  fileprivate func overlap(_ other: Rect) -> Bool {
    intersection(other).map { !$0.isEmpty } ?? false
  }
}

extension BrowserOverlays {
  /// The layout context of an overlay.
  nonisolated public struct Room: Hashable, Sendable {
    /// The area of the browser that no bar of the host covers, in the browser's coordinates.
    public var area: Rect
    /// The insets of ``area`` that earlier overlays occupy, in device pixels.
    public var taken: Insets
    /// The rectangles that earlier overlays occupy, in the browser's coordinates.
    public var occupied: [Rect] = []
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

    /// The part of ``area`` without the edges that earlier overlays occupy. A corner button has
    /// more room: see ``frame(of:in:margin:)``.
    public var free: Rect { area.inset(by: taken) }

    /// A corner of the area.
    public enum Corner: Hashable, Sendable, CaseIterable {
      case topLeft, topRight, bottomLeft, bottomRight
    }

    /// The frame of an overlay in a corner of ``area``, such as a button. It lies beside earlier
    /// overlays where there is room, otherwise beyond them, towards the other end of the same side.
    ///
    /// - Parameters:
    ///   - size: the size in device pixels.
    ///   - margin: the distance to the edges and to earlier overlays, in device pixels.
    public func frame(of size: Size, in corner: Corner, margin: Double) -> Rect {
      let isLeft = corner == .topLeft || corner == .bottomLeft
      let isTop = corner == .topLeft || corner == .topRight
      var frame = Rect(
        x: isLeft ? area.minX + margin : area.maxX - margin - size.width,
        y: isTop ? area.minY + margin : area.maxY - margin - size.height, width: size.width,
        height: size.height)
      // The nearest obstacles come first, so that one pass is enough.
      let obstacles = occupied.sorted { isTop ? $0.minY < $1.minY : $0.maxY > $1.maxY }
      for obstacle in obstacles where obstacle.overlap(frame) {
        frame.origin.y = isTop ? obstacle.maxY + margin : obstacle.minY - margin - size.height
      }
      return frame.snapped
    }
  }
}

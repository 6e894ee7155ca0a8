public import Geometry
public import Views

/// A view over a browser's pages that follows the current page: an indicator, a caption, a button.
///
/// The browser reports the current page to the overlay, lays it out, and fades it together with all
/// other overlays, for instance while a picture is pulled down. For this fade the browser sets the
/// overlay's `alpha`; an overlay with a fade of its own changes the opacity of a subview instead.
/// An interactive overlay receives the presses on it before the page does.
public protocol BrowserOverlay: View {
  /// The overlay was added to `browser`. Called before all other methods. Default: does nothing.
  func attached(to browser: Browser)
  /// The browser has `count` pages, and the one at `index` is the current page. Called when the
  /// overlay is added and whenever the data changes. Default: does nothing.
  func reload(count: Int, index: Int)
  /// The page at `index` has become the current one; the number of pages is unchanged. Default:
  /// does nothing.
  func indexDidChange(to index: Int)
  /// Lays out the overlay in `room`, by setting its frame in the browser's coordinates.
  func layout(in room: BrowserOverlays.Room)
  /// The insets that this overlay occupies at the edges of ``BrowserOverlays/Room/area``, in device
  /// pixels, after the last layout. Overlays that are laid out later can avoid them. Default: zero.
  var reach: Insets { get }
  /// The rectangle that later overlays in a corner avoid, in the browser's coordinates, after the
  /// last layout; nil for none. See ``BrowserOverlays/Room/frame(of:in:margin:)``. Default: the
  /// frame of an overlay with a ``reach``, nil for others.
  var occupiedFrame: Rect? { get }
  /// Whether the overlay is hidden together with the controls; see ``Browser/showsControls``. An
  /// overlay that reports a state, such as progress, returns false. Default: true.
  var hidesWithControls: Bool { get }
}

extension BrowserOverlay {
  public func attached(to browser: Browser) {}
  public func reload(count: Int, index: Int) {}
  public func indexDidChange(to index: Int) {}
  /// Zero: overlays that are laid out later may cover this one.
  public var reach: Insets { .zero }
  public var occupiedFrame: Rect? { reach == .zero ? nil : frame }
  /// True: the overlay counts as a control.
  public var hidesWithControls: Bool { true }
}

/// An overlay at a side of the pages, such as a panel with facts. Centred overlays are laid out
/// beside it, also those that were added earlier.
package protocol SideOverlay: BrowserOverlay {
  /// The insets of `area` that the overlay covers at the left and the right, in device pixels; zero
  /// while the overlay lies at neither side.
  func sideInsets(in area: Rect, scale: Double) -> Insets
}

nonisolated extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    intersection(other).map { !$0.isEmpty } ?? false
  }
}

extension BrowserOverlays {
  /// The space in which an overlay is laid out.
  nonisolated public struct Room: Hashable, Sendable {
    /// The area of the browser that no bar of the host covers, in the browser's coordinates.
    public var area: Rect
    /// The insets of ``area`` that earlier overlays occupy, in device pixels.
    public var taken: Insets
    /// The rectangles that earlier overlays occupy, in the browser's coordinates.
    public var occupied: [Rect] = []
    /// The insets of ``area`` that overlays at the sides cover, in device pixels.
    package var sideInsets = Insets.zero
    /// The UI scale: device pixels per point.
    public var scale: Double
    /// Whether pages follow each other from right to left, so that a row of dots, one per page, is
    /// mirrored.
    public var isRightToLeft: Bool

    /// Makes a space for the layout of overlays.
    public init(
      area: Rect, taken: Insets = .zero, scale: Double = 1, isRightToLeft: Bool = false
    ) {
      self.area = area
      self.taken = taken
      self.scale = scale
      self.isRightToLeft = isRightToLeft
    }

    /// The part of ``area`` inside ``taken``, in the browser's coordinates. A button in a corner
    /// has more room: see ``frame(of:in:margin:)``.
    public var free: Rect { area.inset(by: taken) }

    /// The part of ``free`` beside the overlays at the sides, in the browser's coordinates.
    package var areaBetweenSides: Rect {
      area.inset(
        by: Insets(
          top: taken.top, left: max(taken.left, sideInsets.left), bottom: taken.bottom,
          right: max(taken.right, sideInsets.right)))
    }

    /// A corner of ``area``.
    public enum Corner: Hashable, Sendable, CaseIterable {
      case topLeft, topRight, bottomLeft, bottomRight
    }

    /// The frame of an overlay of a size, such as a button, in a corner of ``area``. The frame lies
    /// clear of the rectangles in ``occupied``, and is moved up or down if necessary. If a frame
    /// that is moved in this way would leave the area, it lies instead in the corner of the part of
    /// the area beside the overlays at the sides.
    ///
    /// - Parameters:
    ///   - size: the size of the overlay in device pixels.
    ///   - margin: the distance to the edges and to earlier overlays, in device pixels.
    public func frame(of size: Size, in corner: Corner, margin: Double) -> Rect {
      let wanted = unobstructedFrame(size, in: corner, of: area, margin: margin)
      guard wanted.minY < area.minY || wanted.maxY > area.maxY else { return wanted }
      let beside = area.inset(by: Insets(left: sideInsets.left, right: sideInsets.right))
      return unobstructedFrame(size, in: corner, of: beside, margin: margin)
    }

    /// The frame of an overlay in a corner of `area`, a part of ``area``, clear of ``occupied``, in
    /// the browser's coordinates.
    private func unobstructedFrame(
      _ size: Size, in corner: Corner, of area: Rect, margin: Double
    ) -> Rect {
      let isLeft = corner == .topLeft || corner == .bottomLeft
      let isTop = corner == .topLeft || corner == .topRight
      var frame = Rect(
        x: isLeft ? area.minX + margin : area.maxX - margin - size.width,
        y: isTop ? area.minY + margin : area.maxY - margin - size.height, width: size.width,
        height: size.height)
      // The obstacles nearest to the corner come first, so that one pass over them is enough.
      let obstacles = occupied.sorted { isTop ? $0.minY < $1.minY : $0.maxY > $1.maxY }
      for obstacle in obstacles where obstacle.overlaps(frame) {
        frame.origin.y = isTop ? obstacle.maxY + margin : obstacle.minY - margin - size.height
      }
      return frame.snapped
    }
  }
}

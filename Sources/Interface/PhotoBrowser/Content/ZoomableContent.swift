public import Drawing
public import Geometry

/// A content with proportions that a page can show, zoom, move, fly and pull down, such as a
/// ``Picture``.
public protocol ZoomableContent: Sendable {
  /// The natural size of the content. At a scale of 1 one unit is one device pixel. The proportions
  /// must not change.
  var contentSize: Size { get }
  /// Whether nothing behind the content shows through it.
  var isOpaque: Bool { get }
  /// Whether the content is sharp at every scale, and is enlarged to fill its page however small
  /// its natural size is. Default: true.
  var isScalable: Bool { get }
  /// Whether transparent areas may be drawn on a checkerboard or another background. Default:
  /// false.
  var showsCheckerboard: Bool { get }
  /// Draws all of the content into `placement.rect`; parts outside `placement.visible` may be
  /// omitted.
  func draw(in canvas: Canvas, at placement: ContentPlacement)
  /// The rectangle in which the content is drawn when it rests at `rect`, in the canvas's
  /// coordinates, on whole pixels. Default: `rect` aligned to pixels.
  func restingRect(_ rect: Rect) -> Rect
  /// The picture whose bitmaps look the same as the content drawn at `rect`, in the canvas's
  /// coordinates; nil when there is none. Default: nil.
  func picture(at rect: Rect) -> Picture?
  /// The content has come to rest at `placement`, or has changed at rest, so that sharper pixels
  /// should be requested. Default: does nothing.
  func rest(at placement: ContentPlacement)
  /// The closure to be called whenever the appearance changes; set by the cell that shows the
  /// content. Default: never called.
  var onChange: (() -> Void)? { get nonmutating set }
}

extension ZoomableContent {
  public var isScalable: Bool { true }
  /// False: transparent areas show the backdrop.
  public var showsCheckerboard: Bool { false }
  public func restingRect(_ rect: Rect) -> Rect { rect.pixelAligned }
  public func picture(at rect: Rect) -> Picture? { nil }
  public func rest(at placement: ContentPlacement) {}
  /// Nil: the content never changes, and a closure that is set is ignored.
  public var onChange: (() -> Void)? {
    get { nil }
    nonmutating set {}
  }
}

/// The rectangle in which a content is drawn, and its visible part.
nonisolated public struct ContentPlacement: Hashable, Sendable {
  /// The rectangle of the whole content, in the canvas's coordinates; on whole device pixels at
  /// rest.
  public var rect: Rect
  /// The visible part of ``rect``, in the canvas's coordinates.
  public var visible: Rect
  /// Whether the content is at another place in every frame. Speed then matters more than quality.
  public var isMoving: Bool
  /// The filter for an enlarged content.
  public var filter: Filter
  /// The position of the pointer, in the canvas's coordinates; nil when it is unknown.
  public var pointer: Point?

  /// Makes a placement in `rect`, in the canvas's coordinates.
  ///
  /// - Parameter visible: the visible part of `rect`. Default: all of it.
  public init(
    _ rect: Rect, visible: Rect? = nil, isMoving: Bool = false, filter: Filter = .bilinear
  ) {
    self.rect = rect
    self.visible = visible?.intersection(rect) ?? (visible == nil ? rect : .zero)
    self.isMoving = isMoving
    self.filter = filter
  }
}

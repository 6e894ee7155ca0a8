public import Drawing
public import Geometry

/// Anything with proportions that a page can show: it is fitted, zoomed, moved, flown and pulled away
/// like a picture, which is one of these.
public protocol ZoomableContent: Sendable {
  /// Its own size: at a scale of 1 one of its points is one device pixel. Its proportions stay.
  var contentSize: Size { get }
  /// True when nothing behind it is seen through it.
  var isOpaque: Bool { get }
  /// True when it is as sharp at every scale: it fills its page, however small it calls itself.
  /// Default: true.
  var isScalable: Bool { get }
  /// True when what is behind it is to be seen as behind a transparent picture. Default: false.
  var isOnSquares: Bool { get }
  /// Draws all of it into the place's rectangle; what cannot be seen there need not be drawn.
  func draw(in canvas: Canvas, at place: ContentPlace)
  /// Where it is drawn when it rests at `rect`, on whole pixels. Default: as near as can be.
  func restingRect(_ rect: Rect) -> Rect
  /// The picture of pixels that is all there is to see of it at `rect`; nil where there is more to it.
  /// Default: nil.
  func picture(at rect: Rect) -> Picture?
  /// It has come to rest, or something about its rest has changed: the time to fetch what would make
  /// it sharper. Default: nothing.
  func rest(at place: ContentPlace)
  /// To be called whenever it looks different; set by the page that shows it. Default: never called.
  var onChange: (() -> Void)? { get nonmutating set }
}

extension ZoomableContent {
  /// It is.
  public var isScalable: Bool { true }
  /// The backdrop is seen through it.
  public var isOnSquares: Bool { false }
  /// The nearest whole pixels.
  public func restingRect(_ rect: Rect) -> Rect { rect.pixelAligned }
  /// It is none.
  public func picture(at rect: Rect) -> Picture? { nil }
  /// Does nothing.
  public func rest(at place: ContentPlace) {}
  /// It never changes.
  public var onChange: (() -> Void)? {
    get { nil }
    nonmutating set {}
  }
}

/// Where a content is drawn, and how much of it is seen there.
nonisolated public struct ContentPlace: Hashable, Sendable {
  /// Where all of it is, in the canvas's points; on whole pixels at rest.
  public var rect: Rect
  /// The part of ``rect`` that can be seen.
  public var visible: Rect
  /// True while it is somewhere else in every frame: then speed counts, at rest only looks do.
  public var isMoving: Bool
  /// How pixels are drawn where they are enlarged.
  public var filter: Filter
  /// Where the person points; nil when that is not known.
  public var focus: Point?

  /// Makes a place; all of it is seen and rests there unless told otherwise.
  public init(
    _ rect: Rect, visible: Rect? = nil, isMoving: Bool = false, filter: Filter = .bilinear
  ) {
    self.rect = rect
    self.visible = visible?.intersection(rect) ?? (visible == nil ? rect : .zero)
    self.isMoving = isMoving
    self.filter = filter
  }
}

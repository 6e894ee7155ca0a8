public import Geometry

/// Which way a transition goes.
public enum TransitionDirection: Hashable, Sendable, CaseIterable {
  /// From the thumbnail to the page.
  case show
  /// From the page to the thumbnail.
  case dismiss
}

/// What becomes of a picture whose thumbnail is not on the screen.
public enum OffscreenStyle: String, Hashable, Sendable, CaseIterable {
  /// It fades where it is.
  ///
  /// - Source: PhotoBrowser 0.2.6.
  case fadeInPlace = "fade"
  /// It shrinks to a point below the middle of the lower edge.
  ///
  /// - Source: JunPhotoBrowseDemo.
  case shrinkBelow = "shrink"
}

/// Everything an animator may know about the two ends of a transition.
public struct TransitionContext: Hashable, Sendable {
  /// Which part of a picture a thumbnail shows that has other proportions.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    /// The middle.
    case center
    /// The top, for long pictures.
    case top
  }

  /// The place of a thumbnail.
  public struct Thumbnail: Hashable, Sendable {
    /// Its rectangle, in the viewport's points.
    public var frame: Rect
    /// Which part of the picture it shows.
    public var alignment: Alignment
    /// The radius of its corners, in points.
    public var cornerRadius: Double
    /// The size of its bitmap, uncropped; nil when none is at hand.
    public var bitmapSize: Size?

    /// Makes a place; square corners, the middle of the picture and no bitmap unless told.
    public init(
      frame: Rect, alignment: Alignment = .center, cornerRadius: Double = 0,
      bitmapSize: Size? = nil
    ) {
      self.frame = frame
      self.alignment = alignment
      self.cornerRadius = cornerRadius
      self.bitmapSize = bitmapSize
    }

    /// Where the whole of a picture is whose part fills the thumbnail.
    public func picture(of size: Size) -> Rect { frame.filled(by: size, alignment) }
  }

  /// How far below the lower edge the point lies that ``OffscreenStyle/shrinkBelow`` leads to.
  ///
  /// - Source: JunPhotoBrowseDemo, 50.
  private static let belowDistance = 50.0

  /// Which way it goes.
  public var direction: TransitionDirection
  /// The size of everything.
  public var viewport: Size
  /// The thumbnail's place, nil when there is none.
  public var thumbnail: Thumbnail?
  /// Where the whole picture is on its page; it may exceed the viewport. Empty when not known.
  public var content: Rect
  /// True when the page has a picture to draw.
  public var hasPicture: Bool
  /// Where the host's own flying view is at the thumbnail, nil when it has none.
  public var provided: Rect?
  /// What to do without a thumbnail on the screen.
  public var offscreen: OffscreenStyle

  /// Makes a context.
  public init(
    direction: TransitionDirection, viewport: Size, thumbnail: Thumbnail?, content: Rect,
    hasPicture: Bool = true, provided: Rect? = nil, offscreen: OffscreenStyle = .fadeInPlace
  ) {
    self.direction = direction
    self.viewport = viewport
    self.thumbnail = thumbnail
    self.content = content
    self.hasPicture = hasPicture
    self.provided = provided
    self.offscreen = offscreen
  }

  /// The viewport as a rectangle.
  public var bounds: Rect { Rect(origin: .zero, size: viewport) }

  /// The part of the picture that its page shows.
  public var visibleContent: Rect { content.intersection(bounds) ?? content }

  /// True when there is a bitmap to draw, of one kind or the other, and room for it.
  public var canFly: Bool { !content.isEmpty && (hasPicture || thumbnail?.bitmapSize != nil) }

  /// Where the picture flies to or from; nil when it stays where it is.
  public var place: Thumbnail? {
    if let thumbnail, thumbnail.frame.intersection(bounds) != nil { return thumbnail }
    guard offscreen == .shrinkBelow else { return nil }
    let point = Point(x: viewport.width / 2, y: viewport.height + Self.belowDistance)
    return Thumbnail(
      frame: Rect(origin: point, size: .zero), bitmapSize: thumbnail?.bitmapSize)
  }
}

extension Rect {
  /// Where the whole of something of `size` is whose part fills this rectangle.
  func filled(by size: Size, _ alignment: TransitionContext.Alignment = .center) -> Rect {
    // Nothing is filled by nothing.
    guard !isEmpty else { return Rect(origin: center, size: .zero) }
    var rect = ContentFit.fill.rect(content: size, in: self)
    if alignment == .top { rect.origin.y = minY }
    return rect
  }
}

public import Geometry

extension Flight {
  /// The direction of a picture's flight.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// The flight from the thumbnail to the page.
    case show
    /// The flight from the page to the thumbnail.
    case dismiss
  }
}

extension TransitionStyle {
  /// The transition of a picture whose thumbnail is not visible.
  public enum Offscreen: String, Hashable, Sendable, CaseIterable {
    /// The picture fades in place.
    ///
    /// - Source: PhotoBrowser 0.2.6.
    case fadeInPlace = "fade"
    /// The picture shrinks to a point below the middle of the viewport's lower edge.
    ///
    /// - Source: JunPhotoBrowseDemo.
    case shrinkBelow = "shrink"
  }
}

extension TransitionPlan {
  /// The geometry of the two ends of a flight, thumbnail and page: all that an animator needs to
  /// know.
  public struct Context: Hashable, Sendable {
    /// The geometry and the bitmap size of a thumbnail.
    package struct Thumbnail: Hashable, Sendable {
      /// The thumbnail's rectangle, in the viewport's coordinates, in device pixels.
      package var frame: Rect
      /// The part of the picture that the thumbnail shows: its middle or its top.
      package var alignment: ContentAlignment
      /// The radius of the thumbnail's corners, in device pixels.
      package var cornerRadius: Double
      /// The size of the thumbnail's bitmap in its pixels, uncropped; nil when there is no bitmap.
      package var bitmapSize: Size?
      /// Whether the thumbnail is also visible outside the viewport, as around a pane of a
      /// comparison. Default: false.
      package var isVisibleOutside = false

      package init(
        frame: Rect, alignment: ContentAlignment = .center, cornerRadius: Double = 0,
        bitmapSize: Size? = nil
      ) {
        self.frame = frame
        self.alignment = alignment
        self.cornerRadius = cornerRadius
        self.bitmapSize = bitmapSize
      }

      /// The rectangle, in the viewport's coordinates, of a whole picture of `size` scaled so that
      /// its visible part fills the thumbnail.
      package func pictureRect(of size: Size) -> Rect { frame.filled(by: size, alignment) }
    }

    /// The distance below the lower edge of the viewport, in device pixels, of the point to which a
    /// picture shrinks in ``TransitionStyle/Offscreen/shrinkBelow``.
    ///
    /// - Source: JunPhotoBrowseDemo, 50.
    private static let belowDistance = 50.0

    package var direction: Flight.Direction
    /// The size of the viewport, in device pixels.
    public var viewport: Size
    /// The thumbnail of the picture; nil when it has none.
    package var thumbnail: Thumbnail?
    /// The rectangle of the whole picture on its page, in the viewport's coordinates in device
    /// pixels; it may exceed the viewport. Empty when unknown.
    public var content: Rect
    /// The rectangle of a page of unknown content at the page's end of the flight, in the
    /// viewport's coordinates: the viewport, unless a drag has moved the page. Default: the
    /// viewport.
    package var page: Rect
    /// True when the page has a decoded picture to draw.
    public var hasPicture: Bool
    /// The rectangle of the host's own flying view when it is at the thumbnail, in the viewport's
    /// coordinates; nil when the host has no such view.
    public var flyingViewFrame: Rect?
    /// The transition to use when the thumbnail is not visible.
    package var offscreen: TransitionStyle.Offscreen

    package init(
      direction: Flight.Direction, viewport: Size, thumbnail: Thumbnail?, content: Rect,
      page: Rect? = nil, hasPicture: Bool = true, flyingViewFrame: Rect? = nil,
      offscreen: TransitionStyle.Offscreen = .fadeInPlace
    ) {
      self.direction = direction
      self.viewport = viewport
      self.thumbnail = thumbnail
      self.content = content
      self.page = page ?? Rect(origin: .zero, size: viewport)
      self.hasPicture = hasPicture
      self.flyingViewFrame = flyingViewFrame
      self.offscreen = offscreen
    }

    /// The viewport as a rectangle with origin zero.
    public var bounds: Rect { Rect(origin: .zero, size: viewport) }

    /// The part of the picture's rectangle inside the viewport; the whole rectangle when no part of
    /// it is inside.
    public var visibleContent: Rect { content.intersection(bounds) ?? content }

    /// True when there is a bitmap, of the page or of the thumbnail, and the picture's rectangle is
    /// known.
    public var canFly: Bool { !content.isEmpty && (hasPicture || thumbnail?.bitmapSize != nil) }

    /// The thumbnail, or a point below the viewport, that the picture flies to or from; nil when
    /// the picture fades in place instead.
    package var endpoint: Thumbnail? {
      if let thumbnail, thumbnail.isVisibleOutside || thumbnail.frame.intersection(bounds) != nil {
        return thumbnail
      }
      guard offscreen == .shrinkBelow else { return nil }
      let point = Point(x: viewport.width / 2, y: viewport.height + Self.belowDistance)
      return Thumbnail(
        frame: Rect(origin: point, size: .zero), bitmapSize: thumbnail?.bitmapSize)
    }

    /// The rectangle of the thumbnail, or of the point below the viewport, that the picture flies
    /// to or from, in the viewport's coordinates; nil when the picture fades in place instead.
    public var thumbnailFrame: Rect? { endpoint?.frame }

    /// The radius of the thumbnail's corners, in device pixels; 0 when the picture does not fly to
    /// a thumbnail.
    public var thumbnailCornerRadius: Double { endpoint?.cornerRadius ?? 0 }

    /// The size of the thumbnail's bitmap in its pixels, uncropped; nil when the picture has no
    /// bitmap or fades in place.
    public var thumbnailBitmapSize: Size? { endpoint?.bitmapSize }

    /// The rectangle of a whole picture of `size` scaled so that its visible part fills the
    /// thumbnail, in the viewport's coordinates; nil when the picture fades in place.
    public func thumbnailFrame(ofPicture size: Size) -> Rect? { endpoint?.pictureRect(of: size) }
  }
}

extension Rect {
  /// The rectangle of content of `size`, scaled so that it just covers this rectangle, in the same
  /// coordinates.
  func filled(by size: Size, _ alignment: ContentAlignment = .center) -> Rect {
    // An empty rectangle has no scale that fills it.
    guard !isEmpty else { return Rect(origin: center, size: .zero) }
    return ContentFit.fill.rect(content: size, in: self, alignment: alignment)
  }
}

import BrowserCore
import Drawing
import Geometry

/// What is seen of a page, and where.
extension PhotoCell {
  /// Scale from which single pixels are drawn as squares.
  private static let pixelScale = 3.0

  /// Where nothing behind the cell can be seen, in the browser's points; nil when there is no such
  /// place.
  var opaqueArea: Rect? {
    guard let content = content.zoomable, content.isOpaque, opacity >= 1, standIn == nil,
      !isHidden
    else { return nil }
    var rect = painting(of: content).rect
    // The moving picture below the arriving one may end within a pixel of its edge.
    if isArriving { rect = rect.inset(by: .all(PictureArrival.farthest)) }
    let seen = placement == .pulled ? rect : rect.intersection(bounds)
    return seen?.offset(by: frame.origin - .zero)
  }

  /// What is seen now; nil while there is nothing.
  var painting: Painting? {
    if let content = content.zoomable { return painting(of: content) }
    guard isWaiting else { return nil }
    return standIn ?? thumbnail.map(painting)
  }

  /// At rest on whole pixels.
  func painting(of content: any ZoomableContent) -> Painting {
    let isStill = placement == .still
    let rect = isStill ? content.restingRect(contentRect) : contentRect
    var place = ContentPlace(
      rect, visible: placement == .pulled ? rect : bounds, isMoving: !isStill, filter: filter)
    place.focus = focus
    var painting = Painting(content: content, place: place)
    painting.coarse = coarse(below: content)
    return painting
  }

  /// The thumbnail, when it shows what has not come of a content.
  private func coarse(below content: any ZoomableContent) -> Picture? {
    guard case .picture(let picture) = self.content, picture.isPartial, let thumbnail,
      !thumbnail.isPartial, thumbnail.isOpaque
    else { return nil }
    let (a, b) = (picture.naturalSize.size, thumbnail.naturalSize.size)
    let difference = abs(a.width * b.height - b.width * a.height)
    return difference <= Self.maxSkew * a.width * b.height ? thumbnail : nil
  }

  /// The largest relative difference between the proportions of a picture and its thumbnail, whose
  /// sides are rounded to whole pixels.
  private static let maxSkew = 0.03

  /// What is seen now; what rests at `rect` on a page that was passed between two frames.
  func painting(restingAt rect: Rect) -> Painting? {
    guard contentRect.isEmpty, let content = content.zoomable else { return painting }
    return painting(of: content, restingAt: rect)
  }

  /// A content, this page's or another one's, at rest in this page's place.
  func painting(of content: any ZoomableContent, restingAt rect: Rect) -> Painting {
    Painting(
      content: content, place: ContentPlace(content.restingRect(rect), visible: bounds))
  }

  private var filter: Filter {
    switch options.magnification {
    case .smooth: .bilinear
    case .pixels: imageScale > 1 ? .nearest : .bilinear
    case .auto: imageScale >= Self.pixelScale ? .nearest : .bilinear
    }
  }
}

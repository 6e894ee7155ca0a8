import BrowserCore
import Drawing
import Geometry

/// The visible content of a page, and its rectangle.
extension PhotoCell {
  /// The scale from which on single pixels are drawn as squares.
  private static let pixelScale = 3.0

  /// The area in which nothing behind the cell is visible, in the browser's coordinates; nil when
  /// there is none.
  var opaqueArea: Rect? {
    guard let content = content.zoomable, content.isOpaque, opacity >= 1, standIn == nil,
      !isHidden
    else { return nil }
    var rect = painting(of: content).rect
    // The moving picture below the arriving one may end within a few pixels of its edge.
    if isSettling { rect = rect.inset(by: .all(SettleFade.maxDistance)) }
    let seen = placement == .pulled ? rect : rect.intersection(bounds)
    return seen?.offset(by: frame.origin - .zero)
  }

  /// The visible content; nil while there is none.
  var painting: Painting? {
    if let content = content.zoomable { return painting(of: content) }
    guard isWaiting else { return nil }
    return standIn ?? thumbnail.map(painting)
  }

  /// The content in its current rectangle, which is aligned to whole pixels at rest.
  func painting(of content: any ZoomableContent) -> Painting {
    let isStill = placement == .still
    let rect = isStill ? content.restingRect(contentRect) : contentRect
    var target = ContentPlacement(
      rect, visible: placement == .pulled ? rect : bounds, isMoving: !isStill, filter: filter)
    target.focus = focus
    var painting = Painting(content: content, placement: target)
    painting.coarse = coarse(below: content)
    return painting
  }

  /// The thumbnail, if it can fill the missing parts of a partial picture.
  private func coarse(below content: any ZoomableContent) -> Picture? {
    guard case .picture(let picture) = self.content, picture.isPartial, let thumbnail,
      !thumbnail.isPartial, thumbnail.isOpaque
    else { return nil }
    let (a, b) = (picture.naturalSize.size, thumbnail.naturalSize.size)
    let difference = abs(a.width * b.height - b.width * a.height)
    return difference <= Self.maxSkew * a.width * b.height ? thumbnail : nil
  }

  /// The maximum relative difference between the proportions of a picture and of its thumbnail,
  /// whose sides are rounded to whole pixels.
  private static let maxSkew = 0.03

  /// The visible content, or the content at rest at `rect` for a page that no frame has laid out.
  func painting(restingAt rect: Rect) -> Painting? {
    guard contentRect.isEmpty, let content = content.zoomable else { return painting }
    return painting(of: content, restingAt: rect)
  }

  /// The content of another page, at rest at `rect` on this page.
  func painting(of content: any ZoomableContent, restingAt rect: Rect) -> Painting {
    Painting(
      content: content, placement: ContentPlacement(content.restingRect(rect), visible: bounds))
  }

  private var filter: Filter {
    switch options.magnification {
    case .smooth: .bilinear
    case .pixels: imageScale > 1 ? .nearest : .bilinear
    case .auto: imageScale >= Self.pixelScale && !smoothsPixels ? .nearest : .bilinear
    }
  }
}

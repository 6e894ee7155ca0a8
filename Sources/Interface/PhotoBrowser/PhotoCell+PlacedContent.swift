import BrowserCore
import Drawing
import Geometry

/// The drawing of the visible content of a cell.
extension PhotoCell {
  /// The scale, in device pixels per pixel of the picture, from which single pixels are drawn as
  /// squares.
  private static let minScaleOfPixelSquares = 3.0

  /// The area in which the cell hides all that lies behind it, in the browser's coordinates; nil
  /// when there is none.
  var opaqueArea: Rect? {
    guard let content = content.zoomable, content.isOpaque, opacity >= 1, standIn == nil,
      !isHidden
    else { return nil }
    var rect = placedContent(of: content).rect
    // During the cross-fade to the resting picture the moving picture may be smaller by a few
    // pixels.
    if isRestingPictureFadingIn { rect = rect.inset(by: .all(SettleFade.maxDistance)) }
    let seen = placement == .pulled ? rect : rect.intersection(bounds)
    return seen?.offset(by: frame.origin - .zero)
  }

  /// The visible content: that of the cell, or a stand-in or the thumbnail while the cell waits for
  /// it; nil for none.
  var placedContent: PlacedContent? {
    if let content = content.zoomable { return placedContent(of: content) }
    guard isWaiting else { return nil }
    return standIn ?? thumbnail.map { placedContent(of: $0) }
  }

  /// `content` in the current rectangle of the cell's picture, which is aligned to whole pixels at
  /// rest.
  func placedContent(of content: any ZoomableContent) -> PlacedContent {
    let isStill = placement == .still
    let rect = isStill ? content.restingRect(contentRect) : contentRect
    var target = ContentPlacement(
      rect, visible: placement == .pulled ? rect : bounds, isMoving: !isStill, filter: filter)
    target.pointer = pointer
    var placedContent = PlacedContent(content: content, placement: target)
    placedContent.coarsePicture = coarsePicture(below: content)
    return placedContent
  }

  /// The thumbnail, if it can fill the missing parts of a partial picture; nil otherwise.
  private func coarsePicture(below content: any ZoomableContent) -> Picture? {
    guard case .picture(let picture) = self.content, picture.isPartial, let thumbnail,
      !thumbnail.isPartial, thumbnail.isOpaque
    else { return nil }
    let (a, b) = (picture.naturalSize.size, thumbnail.naturalSize.size)
    let difference = abs(a.width * b.height - b.width * a.height)
    return difference <= Self.maxAspectDifference * a.width * b.height ? thumbnail : nil
  }

  /// The maximum relative difference between the proportions of a picture and of its thumbnail,
  /// whose sides are rounded to whole pixels.
  private static let maxAspectDifference = 0.03

  /// The visible content; for a page that no frame has laid out yet, the content at rest at `rect`,
  /// in the cell's coordinates.
  func placedContent(restingAt rect: Rect) -> PlacedContent? {
    guard contentRect.isEmpty, let content = content.zoomable else { return placedContent }
    return placedContent(of: content, restingAt: rect)
  }

  /// `content`, for example that of another page, at rest at `rect`, a rectangle in the cell's
  /// coordinates.
  func placedContent(of content: any ZoomableContent, restingAt rect: Rect) -> PlacedContent {
    PlacedContent(
      content: content, placement: ContentPlacement(content.restingRect(rect), visible: bounds))
  }

  private var filter: Filter {
    switch options.magnificationFilter {
    case .bilinear: .bilinear
    case .nearest: imageScale > 1 ? .nearest : .bilinear
    case .automatic:
      imageScale >= Self.minScaleOfPixelSquares && !smoothsPixels ? .nearest : .bilinear
    }
  }
}

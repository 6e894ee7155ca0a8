public import Drawing
public import Geometry
import Pixels

/// A picture is the commonest thing to zoom.
extension Picture: ZoomableContent {
  /// Its natural size.
  public var contentSize: Size { naturalSize.size }
  /// Its pixels end somewhere: a small picture stays small.
  public var isScalable: Bool { false }
  /// What is seen through it is a matter of taste.
  public var isOnSquares: Bool { true }

  /// Draws it; at rest the bitmap of the drawn size is copied pixel for pixel, if there is one.
  public func draw(in canvas: Canvas, at place: ContentPlace) {
    canvas.draw(
      levels(at: place), in: place.rect, filter: filter(at: place), replaces: isOpaque)
  }

  /// It is one.
  public func picture(at rect: Rect) -> Picture? { self }

  /// Squares are the picture's own pixels: while there are fewer, they are no more than a blur.
  func filter(at place: ContentPlace) -> Filter {
    place.filter != .nearest || isSharp(at: 1) ? place.filter : .bilinear
  }

  /// The sizes of it to draw from.
  func levels(at place: ContentPlace) -> [Bitmap] {
    guard !place.isMoving, let exact = exact(for: place.rect.pixelSize) else { return bitmaps }
    return [exact]
  }

  /// The place where it is drawn when it rests at `rect`: the bitmap there is for that may be a pixel
  /// larger or smaller.
  public func restingRect(_ rect: Rect) -> Rect {
    let aligned = rect.pixelAligned
    guard let exact = exact(for: aligned.pixelSize) else { return aligned }
    return Rect(center: rect.center, size: exact.size.size).pixelAligned
  }
}

extension Rect {
  /// Its size in whole pixels.
  fileprivate nonisolated var pixelSize: PixelSize {
    PixelSize(width: Int(width), height: Int(height))
  }
}

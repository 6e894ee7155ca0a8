public import Drawing
public import Geometry
import Pixels

/// Makes a picture a zoomable content.
extension Picture: ZoomableContent {
  /// The natural size of the picture.
  public var contentSize: Size { naturalSize.size }
  /// False: a picture has a finite resolution, and a small picture is not enlarged to its page.
  public var isScalable: Bool { false }
  /// True: transparent areas can show the checkerboard.
  public var showsCheckerboard: Bool { true }

  /// Draws the picture. At rest a bitmap of exactly the drawn size is copied pixel by pixel.
  public func draw(in canvas: Canvas, at placement: ContentPlacement) {
    canvas.draw(
      bitmaps(at: placement), in: placement.rect, filter: filter(at: placement), replaces: isOpaque)
  }

  /// Returns the picture itself.
  public func picture(at rect: Rect) -> Picture? { self }

  /// The filter with which the picture is drawn. Nearest-neighbour filtering shows the picture's
  /// own pixels as squares; while only reduced bitmaps are available, bilinear filtering is used
  /// instead.
  func filter(at placement: ContentPlacement) -> Filter {
    placement.filter != .nearest || isSharp(at: 1) ? placement.filter : .bilinear
  }

  /// The bitmaps from which the picture is drawn, largest first.
  func bitmaps(at placement: ContentPlacement) -> [Bitmap] {
    guard !placement.isMoving, let exact = exact(for: placement.rect.truncatedPixelSize) else {
      return bitmaps
    }
    return [exact]
  }

  /// The rectangle in which the picture is drawn when it rests at `rect`, in the canvas's
  /// coordinates, on whole pixels. If a bitmap matches the size within one pixel, its exact size is
  /// used.
  public func restingRect(_ rect: Rect) -> Rect {
    let aligned = rect.pixelAligned
    guard let exact = exact(for: aligned.truncatedPixelSize) else { return aligned }
    return Rect(center: rect.center, size: exact.size.size).pixelAligned
  }
}

extension Rect {
  /// The size of the rectangle, truncated to whole pixels.
  fileprivate nonisolated var truncatedPixelSize: PixelSize {
    PixelSize(width: Int(width), height: Int(height))
  }
}

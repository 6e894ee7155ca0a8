public import Drawing
public import Geometry

/// A content drawn by a closure, for example a chart or a map.
public final class DrawingContent: ZoomableContent {
  public let contentSize: Size
  /// The background colour; nil shows the backdrop.
  public let background: Color?
  /// The closure to be called when the appearance has changed; set by the cell that shows the
  /// content.
  public var onChange: (() -> Void)?

  private let commands: (Canvas, _ part: Rect) -> Void
  private let pixels = DrawnPixelCache()

  /// Makes a content that the closure `commands` draws.
  ///
  /// The closure draws in the content's own coordinates, from (0, 0) to `size`; only the rectangle
  /// `part` has to be drawn. The closure runs when the content comes to rest, not for every frame.
  public init(
    size: Size, background: Color? = nil, _ commands: @escaping (Canvas, _ part: Rect) -> Void
  ) {
    contentSize = size
    self.background = background
    self.commands = commands
  }

  /// Whether the background colour is opaque; false without one.
  public var isOpaque: Bool { (background?.alpha ?? 0) >= 1 }

  /// Discards the rendered pixels, because the closure now draws something else.
  public func setNeedsDisplay() {
    pixels.discard()
    onChange?()
  }

  public func draw(in canvas: Canvas, at placement: ContentPlacement) {
    pixels.draw(in: canvas, at: placement, size: contentSize, isOpaque: isOpaque) { canvas, part in
      if let background { canvas.clear(part, to: background) }
      commands(canvas, part)
    }
  }
}

public import Drawing
public import Geometry

/// A content drawn by a closure, for example a chart or a map.
public final class DrawingContent: ZoomableContent {
  public let contentSize: Size
  /// The background colour; nil shows the backdrop.
  public let background: Color?
  /// Called when the appearance has changed.
  public var onChange: (() -> Void)?

  private let commands: (Canvas, _ part: Rect) -> Void
  private let pixels = DrawnPixels()

  /// Makes a content that `commands` draw.
  ///
  /// The closure draws in the content's own coordinates, from (0, 0) to `size`; only `part` has to
  /// be drawn. It runs when the content comes to rest, not for every frame.
  public init(
    size: Size, background: Color? = nil, _ commands: @escaping (Canvas, _ part: Rect) -> Void
  ) {
    contentSize = size
    self.background = background
    self.commands = commands
  }

  /// True when the background colour is opaque.
  public var isOpaque: Bool { (background?.alpha ?? 0) >= 1 }

  /// Discards the rendered pixels: the closure draws differently from now on.
  public func setNeedsDisplay() {
    pixels.forget()
    onChange?()
  }

  public func draw(in canvas: Canvas, at placement: ContentPlacement) {
    pixels.draw(in: canvas, at: placement, size: contentSize, isOpaque: isOpaque) { canvas, part in
      if let background { canvas.clear(part, to: background) }
      commands(canvas, part)
    }
  }
}

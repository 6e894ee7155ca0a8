public import Drawing
public import Geometry

/// Something a closure draws: a chart, a map, a page of one's own.
public final class DrawingContent: ZoomableContent {
  /// Its own size.
  public let contentSize: Size
  /// What it is drawn on; nil lets the backdrop through.
  public let paper: Color?
  /// Called when it looks different.
  public var onChange: (() -> Void)?

  private let commands: (Canvas, _ part: Rect) -> Void
  private let pixels = DrawnPixels()

  /// Makes a content that `commands` draw, in points from its top left corner to its size; only the
  /// given part of it is needed. They run when it comes to rest, not for every frame.
  public init(
    size: Size, paper: Color? = nil, _ commands: @escaping (Canvas, _ part: Rect) -> Void
  ) {
    contentSize = size
    self.paper = paper
    self.commands = commands
  }

  /// True when its paper is.
  public var isOpaque: Bool { (paper?.alpha ?? 0) >= 1 }

  /// It would be drawn differently from now on.
  public func setNeedsDisplay() {
    pixels.forget()
    onChange?()
  }

  /// Draws it.
  public func draw(in canvas: Canvas, at place: ContentPlace) {
    pixels.draw(in: canvas, at: place, size: contentSize, isOpaque: isOpaque) { canvas, part in
      if let paper { canvas.clear(part, to: paper) }
      commands(canvas, part)
    }
  }
}

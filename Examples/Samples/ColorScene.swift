public import BrowserHost

/// A scene of the container examples: a coloured area with a name.
///
/// - Source: the three child view controllers in objc.io, issue 12.
public final class ColorScene: Scene {
  public let view: View
  public let title: String

  public init(_ title: String, _ color: Color) {
    self.title = title
    view = ColorView(title, color)
  }

  /// The tabs of three scenes in the colours of the article in objc.io.
  public static func tabs() -> [SceneContainer.Tab] {
    [
      SceneContainer.Tab(
        ColorScene("First", Color(red: 0.4, green: 0.8, blue: 1)), icon: .tiles),
      SceneContainer.Tab(
        ColorScene("Second", Color(red: 1, green: 0.4, blue: 0.8)), icon: .clock),
      SceneContainer.Tab(
        ColorScene("Third", Color(red: 1, green: 0.8, blue: 0.4)), icon: .folder),
    ]
  }
}

private final class ColorView: View {
  private let title: String
  private let color: Color

  init(_ title: String, _ color: Color) {
    self.title = title
    self.color = color
    super.init()
    isOpaque = true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.clear(damage, to: color)
    let text = TextLayout(title, style: TextStyle(size: 34 * uiScale, weight: .medium))
    let corner = Point(
      x: bounds.midX - text.size.width / 2, y: bounds.height * 0.6 - text.size.height / 2)
    canvas.draw(text, at: corner, Color(white: 0, alpha: 0.72))
  }
}

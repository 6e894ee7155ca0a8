import Drawing
import Geometry
import Input
import Localization
import Views

/// A panel in a sheet with a heading and a Close button at its top. Subclasses add the content.
class HeadedCard: View {
  let closeButton = IconButton(.close, label: tr("Close"))
  /// The rectangle of the heading in the coordinates of the panel, set by subclasses in their
  /// layout. A heading that does not fit ends with an ellipsis.
  var headingArea = Rect.zero

  private let title: String
  private var heading: CachedText?

  /// The sizes of the panel, in points.
  private enum Style {
    static let radius = 16.0
    static let shadowBlur = 22.0
    static let titleSize = 15.0
  }

  init(_ title: String) {
    self.title = title
    super.init(frame: .zero)
    closeButton.keys = ["Esc"]
    add(closeButton)
  }

  /// Consumes presses and touches that no control of the panel has taken, so that they do not close
  /// the sheet.
  override func receive(_ event: InputEvent) -> Bool { event.isPressOrTouch }

  override var drawingBounds: Rect { bounds.inset(by: .all(-Style.shadowBlur * uiScale)) }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.drawPanel(
      bounds, radius: Style.radius * uiScale, blur: Style.shadowBlur * uiScale, scale: uiScale)
    let text = CachedText.layout(
      &heading, title, TextStyle(size: Style.titleSize * uiScale, weight: .semibold),
      maxWidth: max(1, headingArea.width), flow: .ellipsisAtEnd)
    canvas.draw(
      text,
      at: Point(x: headingArea.minX, y: (headingArea.midY - text.size.height / 2).rounded()),
      Chrome.text)
  }
}

import Drawing
import Geometry
import PhotoGrid
import Views

/// The line below a pane of the comparison with the name and the marks of its photo.
final class PaneCaption: View {
  /// The name of the photo, and its rating, flag and colour label.
  struct Content: Hashable {
    var name = ""
    var marks = PhotoMarks()
  }

  var content = Content() {
    didSet {
      guard content != oldValue else { return }
      let words = [content.name] + content.marks.spokenNames
      accessibilityLabel = words.filter { !$0.isEmpty }.joined(separator: ", ")
      setNeedsDisplay()
    }
  }
  private var captionText: CachedText?

  /// The sizes and the colour of the caption; lengths in points.
  private enum Style {
    static let fontSize = 12.0
    static let marksHeight = 13.0
    static let gap = 10.0
    static let padding = 8.0
    /// The distance between the contents of the caption and the ends of its dark background, in
    /// points.
    static let backgroundPadding = 10.0
    static let backgroundHeight = 20.0
    /// The colour of the dark background, which is visible only over light backgrounds of the
    /// window.
    static var background: Color { Chrome.OverPhoto.veil(0.60) }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let marksHeight = Style.marksHeight * uiScale
    let marksWidth =
      content.marks.isEmpty ? 0 : MarkPainter.width(of: content.marks, height: marksHeight)
    let gap = marksWidth > 0 ? Style.gap * uiScale : 0
    let backgroundPadding = Style.backgroundPadding * uiScale
    let room =
      bounds.width - 2 * (Style.padding * uiScale + backgroundPadding) - marksWidth - gap
    guard room > 0 else { return }
    let text = CachedText.layout(
      &captionText, content.name, TextStyle(size: Style.fontSize * uiScale), maxWidth: room,
      flow: .ellipsisInMiddle)
    let x = ((bounds.width - text.size.width - gap - marksWidth) / 2).rounded()
    guard !content.name.isEmpty else { return }
    let width = text.size.width + gap + marksWidth + 2 * backgroundPadding
    let height = min(bounds.height, (Style.backgroundHeight * uiScale).rounded())
    canvas.fillRounded(
      Rect(
        x: x - backgroundPadding, y: ((bounds.height - height) / 2).rounded(), width: width,
        height: height), radius: height / 2, Style.background)
    canvas.draw(
      text, at: Point(x: x, y: ((bounds.height - text.size.height) / 2).rounded()),
      Chrome.OverPhoto.text)
    guard marksWidth > 0 else { return }
    MarkPainter.draw(
      content.marks, in: canvas,
      at: Point(
        x: (x + text.size.width + gap).rounded(), y: ((bounds.height - marksHeight) / 2).rounded()),
      height: marksHeight)
  }
}

import Drawing
import Geometry
import Localization
import Pixels
import Views

/// The size in pixels of the picture that a crop makes.
final class CropSizeLabel: View {
  /// The shown size in pixels.
  var size: PixelSize {
    didSet { if size != oldValue { sizeDidChange() } }
  }
  /// The size of the whole picture in pixels. The text of this size is about as long as the longest
  /// text of the label.
  private let wholeSize: PixelSize
  private var text: CachedText?
  private var wholeSizeText: CachedText?

  /// The measures of the label in points.
  private enum Style {
    static let fontSize = 13.0
    static let inset = 12.0
  }

  init(whole: PixelSize) {
    wholeSize = whole
    size = whole
    super.init(frame: .zero)
    mirroring = .byLanguage
    isInteractive = false
    accessibilityLabel = Self.text(of: whole)
  }

  /// The width in device pixels that the label needs for the size of any part of the picture.
  var naturalWidth: Double {
    let text = CachedText.layout(
      &wholeSizeText, Self.text(of: wholeSize), style, maxWidth: nil, flow: .line)
    return (text.size.width + 2 * Style.inset * uiScale).rounded(.up)
  }

  private var style: TextStyle { TextStyle(size: Style.fontSize * uiScale) }

  private static func text(of size: PixelSize) -> String {
    tr("{width} × {height} pixels", ["width": size.width, "height": size.height])
  }

  private func sizeDidChange() {
    accessibilityLabel = Self.text(of: size)
    setNeedsDisplay()
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let inset = (Style.inset * uiScale).rounded()
    let line = CachedText.layout(
      &text, Self.text(of: size), style, maxWidth: max(1, bounds.width - 2 * inset),
      flow: .ellipsisAtEnd)
    canvas.draw(
      line, at: Point(x: inset, y: ((bounds.height - line.size.height) / 2).rounded()),
      Chrome.secondaryText)
  }
}

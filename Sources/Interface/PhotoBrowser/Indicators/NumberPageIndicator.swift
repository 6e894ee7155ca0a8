public import Drawing
public import Geometry
public import Views

/// A page indicator: the page number and page count, as in “3 / 20”, in a pill at the top centre.
///
/// - Source: JXPhotoBrowser 3.1.5: 17-point text, as wide as the text plus the height, 20 from the
///   top. Its background of black 0.4 is too light for white text over a white picture, so it is
///   darker here.
public final class NumberPageIndicator: View, PageIndicator {
  /// The font size, in points.
  private static let fontSize = 17.0
  /// The distance between the text and the edge of the pill, in points.
  private static let padding = 7.0
  /// The distance from the top edge of the area for overlays to the pill, in points.
  private static let topPadding = 20.0
  private static var pillColor: Color { Chrome.OverPhoto.veil(0.55) }

  private var count = 0
  private var text = ""
  private var cachedText: CachedText?
  private var scale = 1.0

  /// Makes an indicator that shows no pages yet.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isRasterized = true
  }

  /// Shows the number of the page at `index` of `count` pages; the indicator is hidden for fewer
  /// than two.
  public func reload(count: Int, index: Int) {
    self.count = count
    isHidden = count <= 1
    indexDidChange(to: index)
  }

  /// Shows the number of the page at `index`.
  public func indexDidChange(to index: Int) {
    text = "\(min(index, max(0, count - 1)) + 1) / \(count)"
    accessibilityLabel = text
    setNeedsDisplay()
  }

  /// Lays the pill out at the top centre of `room`, in the size of its text.
  public func layout(in room: BrowserOverlays.Room) {
    scale = room.scale
    guard !isHidden else { return }
    let size = layoutText().size
    let height = size.height + 2 * Self.padding * scale
    let width = size.width + height
    frame = Rect(
      x: (room.area.midX - width / 2).rounded(),
      y: (room.area.minY + Self.topPadding * scale).rounded(), width: width.rounded(),
      height: height.rounded())
  }

  /// The insets that the indicator takes from the browser, in device pixels: the pill and the gap
  /// above it.
  public var reach: Insets { Insets(top: Self.topPadding * scale + frame.height) }

  public override func draw(in canvas: Canvas, damage: Rect) {
    let text = layoutText()
    canvas.fillRounded(bounds, radius: bounds.height / 2, Self.pillColor)
    canvas.draw(
      text,
      at: Point(
        x: ((bounds.width - text.size.width) / 2).rounded(),
        y: ((bounds.height - text.size.height) / 2).rounded()), .white)
  }

  private func layoutText() -> TextLayout {
    CachedText.layout(
      &cachedText, text, TextStyle(size: Self.fontSize * scale), maxWidth: nil, flow: .line)
  }
}

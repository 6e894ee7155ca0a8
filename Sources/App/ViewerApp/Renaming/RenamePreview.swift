import Drawing
import Geometry
import Input
import Localization
import Views

/// A list of old and new names in a sheet, which scrolls by the wheel, touch and the arrow keys.
final class RenamePreview: View, FormItem {
  /// The old and the new name of one photo.
  struct Row: Hashable {
    var old: String
    var new: String
    /// Whether the new name has a problem.
    var isProblem: Bool
  }

  /// The rows of the list. When they change, the list keeps its scroll offset, unless a name has a
  /// problem: then it scrolls to the first one with a problem.
  var rows: [Row] = [] {
    didSet {
      guard rows != oldValue else { return }
      texts = [:]
      scroll(to: scrollOffset)
      if let first = rows.firstIndex(where: \.isProblem) { reveal(first) }
      setNeedsDisplay()
    }
  }

  private var texts: [Int: (old: CachedText?, new: CachedText?)] = [:]
  /// The scroll offset of the list of names, in device pixels.
  private var scrollOffset = 0.0
  /// The y coordinate of a touch when it moved last, in device pixels; nil while nothing touches
  /// the list.
  private var lastTouchY: Double?

  /// The measures of the list in points, and its colours.
  private enum Style {
    static let visibleRowCount = 6.0
    static let rowHeight = 26.0
    static let radius = 9.0
    static let inset = 12.0
    static let gap = 10.0
    static let arrowSide = 12.0
    static let fontSize = 13.0
    static let topMargin = 10.0
    static var background: Color { Chrome.fill(0.05) }
    static var problemColor: Color { Chrome.destructive }
    /// The number of rows that one wheel notch scrolls.
    static let rowsPerNotch = 3.0
    /// The maximum number of rows whose laid-out texts are kept.
    static let maxTexts = 256
  }

  init() {
    super.init(frame: .zero)
    isFocusable = true
    clipsChildren = true
    accessibilityLabel = tr("New names")
  }

  func height(for width: Double, scale: Double) -> Double {
    ((Style.visibleRowCount * Style.rowHeight + Style.topMargin) * scale).rounded()
  }

  private var rowHeight: Double { (Style.rowHeight * uiScale).rounded() }

  private var rowsArea: Rect {
    bounds.inset(by: Insets(top: (Style.topMargin * uiScale).rounded()))
  }

  private func scroll(to wanted: Double) {
    let maxOffset = max(0, rowHeight * Double(rows.count) - rowsArea.height)
    let next = min(max(0, wanted), maxOffset).rounded()
    guard next != scrollOffset else { return }
    scrollOffset = next
    setNeedsDisplay()
  }

  private func reveal(_ row: Int) {
    let top = rowHeight * Double(row)
    scroll(to: min(max(scrollOffset, top + rowHeight - rowsArea.height), top))
  }

  override func layout() { scroll(to: scrollOffset) }

  override func focusChanged(_ isFocused: Bool) { setNeedsDisplay() }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Style.radius * uiScale
    canvas.fillRounded(rowsArea, radius: radius, Style.background)
    let first = max(0, Int(scrollOffset / max(1, rowHeight)))
    let last = min(rows.count, Int((scrollOffset + rowsArea.height) / max(1, rowHeight)) + 1)
    if texts.count > Style.maxTexts { texts = [:] }
    canvas.saved {
      canvas.clip(to: rowsArea)
      for row in first..<max(first, last) { draw(row, in: canvas) }
    }
    if isFocused {
      canvas.strokeRounded(
        rowsArea, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }

  /// The rectangle of the row with an index, in the coordinates of the list in device pixels.
  func frame(ofRow row: Int) -> Rect {
    Rect(
      x: rowsArea.minX, y: rowsArea.minY + rowHeight * Double(row) - scrollOffset,
      width: rowsArea.width,
      height: rowHeight)
  }

  private func draw(_ row: Int, in canvas: Canvas) {
    let frame = frame(ofRow: row)
    let (inset, gap, arrow) = (
      Style.inset * uiScale, Style.gap * uiScale, Style.arrowSide * uiScale
    )
    let column = max(1, (frame.width - 2 * inset - 2 * gap - arrow) / 2)
    let style = TextStyle(size: Style.fontSize * uiScale)
    var cached = texts[row] ?? (nil, nil)
    let old = CachedText.layout(
      &cached.old, rows[row].old, style, maxWidth: column, flow: .ellipsisInMiddle)
    let new = CachedText.layout(
      &cached.new, rows[row].new, style, maxWidth: column, flow: .ellipsisInMiddle)
    texts[row] = cached
    canvas.draw(
      old, at: Point(x: frame.minX + inset, y: frame.midY - old.size.height / 2),
      Chrome.secondaryText)
    let middle = frame.minX + inset + column + gap
    Icon.forward.draw(
      in: canvas, Rect(x: middle, y: frame.midY - arrow / 2, width: arrow, height: arrow),
      Chrome.secondaryText)
    canvas.draw(
      new, at: Point(x: middle + arrow + gap, y: frame.midY - new.size.height / 2),
      rows[row].isProblem ? Style.problemColor : Chrome.text)
  }

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .scroll(let event):
      scroll(to: scrollOffset + event.delta.dy * Style.rowsPerNotch * rowHeight)
      return true
    case .touch(let touch):
      if touch.phase == .moved, let lastTouchY {
        scroll(to: scrollOffset + lastTouchY - touch.location.y)
      }
      lastTouchY = touch.phase == .began || touch.phase == .moved ? touch.location.y : nil
      return true
    case .key(let key): return isFocused && key.isPress && handle(key)
    default: return false
    }
  }

  private func handle(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .down: scroll(to: scrollOffset + rowHeight)
    case .up where scrollOffset > 0: scroll(to: scrollOffset - rowHeight)
    case .pageDown: scroll(to: scrollOffset + rowsArea.height)
    case .pageUp: scroll(to: scrollOffset - rowsArea.height)
    case .home: scroll(to: 0)
    case .end: scroll(to: .infinity)
    default: return false
    }
    return true
  }
}

/// An empty space between two fields of a sheet.
final class FormSpacer: View, FormItem {
  private static let heightInPoints = 8.0

  init() { super.init(frame: .zero) }

  func height(for width: Double, scale: Double) -> Double {
    (Self.heightInPoints * scale).rounded()
  }
}

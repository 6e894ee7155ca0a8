import BrowserHost
import Drawing
import Geometry
import Input
import Localization
import Motion
import Views

/// The list of remembered target folders in a sheet, each with the digit key that chooses it.
final class TargetList: View, FormItem {
  /// Called with the folder that the user has clicked.
  var onChoose: (FilePath) -> Void = { _ in }

  /// The remembered target folders in the order of their digits.
  var targets: [TargetFolders.Target] = [] {
    didSet {
      guard targets != oldValue else { return }
      texts = [:]
      isHidden = targets.isEmpty
      setNeedsDisplay()
    }
  }

  private struct Texts {
    var digit: CachedText?
    var name: CachedText?
    var parent: CachedText?
  }

  private var texts: [Int: Texts] = [:]
  private var hoveredRow: Int? {
    didSet { if hoveredRow != oldValue { setNeedsDisplay() } }
  }

  /// The measures of the list in points, and its colours.
  private enum Style {
    static let rowHeight = 28.0
    static let capSide = 20.0
    static let capRadius = 5.0
    static let inset = 4.0
    static let gap = 10.0
    static let starSide = 12.0
    static let fontSize = 14.0
    static let parentFontSize = 12.0
    static let topMargin = 4.0
    static var capBackground: Color { Chrome.fill(0.12) }
    /// The maximum width of a folder's name, as a share of the width of its row.
    static let maxNameShare = 0.5
  }

  init() {
    super.init(frame: .zero)
    isHidden = true
    tracksHover = true
    accessibilityLabel = tr("Folders used before")
  }

  func height(for width: Double, scale: Double) -> Double {
    ((Style.rowHeight * Double(targets.count) + Style.topMargin) * scale).rounded()
  }

  private var rowHeight: Double {
    targets.isEmpty
      ? 1 : max(1, (bounds.height - Style.topMargin * uiScale) / Double(targets.count))
  }

  private func row(at point: Point) -> Int? {
    let row = Int(((point.y - Style.topMargin * uiScale) / rowHeight).rounded(.down))
    return bounds.contains(point) && targets.indices.contains(row) ? row : nil
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    for row in targets.indices { draw(row, in: canvas) }
  }

  /// The rectangle of the row with an index, in the coordinates of the list in device pixels.
  func frame(ofRow row: Int) -> Rect {
    Rect(
      x: 0, y: Style.topMargin * uiScale + rowHeight * Double(row), width: bounds.width,
      height: rowHeight)
  }

  private func draw(_ row: Int, in canvas: Canvas) {
    let target = targets[row]
    let frame = frame(ofRow: row)
    if row == hoveredRow {
      canvas.fillRounded(frame, radius: Style.capRadius * uiScale, Chrome.hover)
    }
    var cached = texts[row] ?? Texts()
    let cap = (Style.capSide * uiScale).rounded()
    let capFrame = Rect(
      x: Style.inset * uiScale, y: (frame.midY - cap / 2).rounded(), width: cap, height: cap)
    canvas.fillRounded(capFrame, radius: Style.capRadius * uiScale, Style.capBackground)
    let small = TextStyle(size: Style.parentFontSize * uiScale)
    let digit = CachedText.layout(
      &cached.digit, "\(row + 1)", small, maxWidth: nil, flow: .line)
    canvas.draw(
      digit,
      at: Point(
        x: capFrame.midX - digit.size.width / 2, y: capFrame.midY - digit.size.height / 2),
      Chrome.text)
    var left = capFrame.maxX + Style.gap * uiScale
    let room = max(1, frame.maxX - Style.inset * uiScale - left)
    let name = CachedText.layout(
      &cached.name, (target.isFavourite ? "★ " : "") + target.folder.readableName,
      TextStyle(size: Style.fontSize * uiScale), maxWidth: room * Style.maxNameShare,
      flow: .ellipsisInMiddle)
    canvas.draw(name, at: Point(x: left, y: frame.midY - name.size.height / 2), Chrome.text)
    left += name.size.width + Style.gap * uiScale
    let folder = CachedText.layout(
      &cached.parent, target.folder.folder.abbreviated(home: HomeFolder.path).display, small,
      maxWidth: max(1, frame.maxX - Style.inset * uiScale - left), flow: .ellipsisInMiddle)
    canvas.draw(
      folder, at: Point(x: left, y: frame.midY - folder.size.height / 2), Chrome.secondaryText)
    texts[row] = cached
  }

  override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    if !isInside { hoveredRow = nil }
  }

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      switch pointer.kind {
      case .moved, .entered:
        hoveredRow = row(at: pointer.location)
        return true
      case .pressed(.primary): return true
      case .released(.primary):
        if let row = row(at: pointer.location) { onChoose(targets[row].folder) }
        return true
      default: return false
      }
    case .touch(let touch):
      if touch.phase == .ended, let row = row(at: touch.location) {
        onChoose(targets[row].folder)
      }
      return true
    default: return false
    }
  }
}

import Drawing
import Geometry
import Input
import Views

/// A row in the list of keyboard shortcuts: a title on the left, and its keys and gestures on the
/// right, or below the title in a narrow column. A click or Enter runs the row's command.
final class ShortcutRow: Control {
  let item: ShortcutItem
  /// Called when the row has received the keyboard focus.
  var onFocus: () -> Void = {}

  private var keyCaps: [KeyCaps]
  private var titleText: CachedText?
  private var titleAtNaturalWidth: CachedText?
  private var separator: CachedText?
  private var arrangement = Arrangement()

  /// The positions of the parts of the row for one width and UI scale, in device pixels.
  private struct Arrangement {
    var size = Size.zero
    var scale = 0.0
    var titleWidth = 1.0
    var titleTop = 0.0
    var capOrigins: [Point] = []
    /// The top left corners of the slashes between alternative keys, in the coordinates of the row.
    var separatorOrigins: [Point] = []
  }

  /// The sizes and the colour of the row; lengths in points.
  private enum Style {
    static let fontSize = 13.5
    static let inset = 8.0
    static let verticalPadding = 4.0
    static let minHeight = 32.0
    /// The distance between the title and the keys beside it, in points.
    static let gap = 16.0
    /// The distance between two lines of keys, in points.
    static let lineGap = 4.0
    /// The distance between the slash and the keys on both sides of it, in points.
    static let separatorGap = 5.0
    /// The minimum width that is left for the title if the keys are beside it, in points.
    static let minTitleWidth = 110.0
    /// The minimum share of the row's inner width that the keys receive, if the title and the keys
    /// together are too wide for one line.
    static let capsShare = 0.55
    /// The inner width of a row, in points, below which keys that do not fit on the title's line
    /// are placed below the title instead of receiving a share of the width.
    static let minWidthForSharing = 220.0
    static let maxTitleLines = 4
    static let radius = 8.0
    static var separator: Color { Chrome.secondaryText }
  }

  init(_ item: ShortcutItem) {
    self.item = item
    keyCaps = item.inputs.map { KeyCaps($0) }
    super.init(label: ([item.title] + item.labels).joined(separator: ", "))
    isFocusable = item.isRunnable
    tracksHover = item.isRunnable
  }

  override func receive(_ event: InputEvent) -> Bool {
    item.isRunnable && super.receive(event)
  }

  override func focusChanged(_ isFocused: Bool) {
    super.focusChanged(isFocused)
    if isFocused { onFocus() }
  }

  // MARK: Layout

  /// The height of the row in device pixels, for a column of `width` device pixels.
  ///
  /// - Parameter scale: the UI scale, in device pixels per point.
  func height(for width: Double, scale: Double) -> Double {
    if arrangement.size.width != width || arrangement.scale != scale {
      arrangement = arrange(width, scale)
    }
    return arrangement.size.height
  }

  private func arrange(_ width: Double, _ scale: Double) -> Arrangement {
    let inner = max(1, width - 2 * Style.inset * scale)
    let gap = Style.gap * scale
    let title = CachedText.layout(
      &titleAtNaturalWidth, item.title, style(scale), maxWidth: nil, flow: .line
    ).size.width
    let natural = lines(in: .infinity, scale)
    let isOneLine = title + gap + (natural.first?.width ?? 0) <= inner
    let capsRoom = isOneLine ? .infinity : max(inner * Style.capsShare, inner - title - gap)
    let lines = isOneLine ? natural : lines(in: capsRoom, scale)
    let capsWidth = lines.map(\.width).max() ?? 0
    let titleRoom = inner - capsWidth - gap
    let isBeside =
      isOneLine
      || inner >= Style.minWidthForSharing * scale
        && titleRoom >= min(title, Style.minTitleWidth * scale)
        && capsWidth <= capsRoom
    return isBeside
      ? arrangementBeside(lines, titleRoom: titleRoom, width, scale)
      : arrangementBelow(self.lines(in: inner, scale), inner, width, scale)
  }

  /// The arrangement with the keys at the right edge; title and keys are centred vertically.
  ///
  /// - Parameter titleRoom: the width for the title, in device pixels.
  private func arrangementBeside(
    _ lines: [Line], titleRoom: Double, _ width: Double, _ scale: Double
  ) -> Arrangement {
    var result = Arrangement(scale: scale, titleWidth: max(1, titleRoom))
    let text = layoutTitle(result.titleWidth, scale).size.height
    let keys = height(of: lines, scale)
    let height = rowHeight(max(text, keys), scale)
    result.titleTop = ((height - text) / 2).rounded()
    result.size = Size(width: width, height: height)
    layOut(lines, from: ((height - keys) / 2).rounded(), in: &result, scale) { line in
      width - Style.inset * scale - line.width
    }
    return result
  }

  /// The arrangement with the keys below the title. `inner` is the width of the title, and
  /// `width` the width of the row, both in device pixels.
  private func arrangementBelow(
    _ lines: [Line], _ inner: Double, _ width: Double, _ scale: Double
  ) -> Arrangement {
    var result = Arrangement(scale: scale, titleWidth: inner)
    let text = layoutTitle(inner, scale).size.height
    let gap = Style.lineGap * scale
    let height = rowHeight(text + gap + height(of: lines, scale), scale)
    result.titleTop = (Style.verticalPadding * scale).rounded()
    result.size = Size(width: width, height: height)
    layOut(lines, from: (result.titleTop + text + gap).rounded(), in: &result, scale) { _ in
      Style.inset * scale
    }
    return result
  }

  private func rowHeight(_ contents: Double, _ scale: Double) -> Double {
    max(Style.minHeight * scale, contents + 2 * Style.verticalPadding * scale).rounded()
  }

  /// One line of alternative keys: the range of their indices, and the width of the line in device
  /// pixels.
  private struct Line {
    var range: Range<Int>
    var width: Double
  }

  /// Breaks the alternative keys into lines of at most `room` device pixels. A wider alternative
  /// has a line of its own.
  private func lines(in room: Double, _ scale: Double) -> [Line] {
    var lines: [Line] = []
    for index in keyCaps.indices {
      let width = keyCaps[index].size(at: scale).width
      let wider = (lines.last?.width ?? 0) + separatorWidth(scale) + width
      if var line = lines.last, wider <= room {
        line = Line(range: line.range.lowerBound..<(index + 1), width: wider)
        lines[lines.count - 1] = line
      } else {
        lines.append(Line(range: index..<(index + 1), width: width))
      }
    }
    return lines
  }

  private func height(of lines: [Line], _ scale: Double) -> Double {
    let line = (KeyCaps.defaultHeight * scale).rounded()
    return line * Double(lines.count) + Style.lineGap * scale * Double(max(0, lines.count - 1))
  }

  private func layOut(
    _ lines: [Line], from top: Double, in result: inout Arrangement, _ scale: Double,
    left: (Line) -> Double
  ) {
    let step = (KeyCaps.defaultHeight * scale).rounded() + (Style.lineGap * scale).rounded()
    for (number, line) in lines.enumerated() {
      var x = left(line)
      let y = top + step * Double(number)
      for index in line.range {
        if index > line.range.lowerBound {
          result.separatorOrigins.append(Point(x: x + Style.separatorGap * scale, y: y))
          x += separatorWidth(scale)
        }
        result.capOrigins.append(Point(x: x, y: y))
        x += keyCaps[index].size(at: scale).width
      }
    }
  }

  private func separatorWidth(_ scale: Double) -> Double {
    layoutSeparator(scale).size.width + 2 * Style.separatorGap * scale
  }

  private func layoutSeparator(_ scale: Double) -> TextLayout {
    CachedText.layout(&separator, "/", style(scale), maxWidth: nil, flow: .line)
  }

  private func layoutTitle(_ width: Double, _ scale: Double) -> TextLayout {
    CachedText.layout(
      &titleText, item.title, style(scale), maxWidth: width,
      flow: .wrapped(maxLines: Style.maxTitleLines))
  }

  private func style(_ scale: Double) -> TextStyle { TextStyle(size: Style.fontSize * scale) }

  // MARK: Drawing

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Style.radius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let title = layoutTitle(arrangement.titleWidth, uiScale)
    canvas.draw(
      title, at: Point(x: (Style.inset * uiScale).rounded(), y: arrangement.titleTop), Chrome.text)
    let cap = (KeyCaps.defaultHeight * uiScale).rounded()
    let stroke = layoutSeparator(uiScale)
    for corner in arrangement.separatorOrigins {
      canvas.draw(
        stroke,
        at: Point(x: corner.x.rounded(), y: (corner.y + (cap - stroke.size.height) / 2).rounded()),
        Style.separator)
    }
    for (index, corner) in arrangement.capOrigins.enumerated() {
      keyCaps[index].draw(in: canvas, at: corner, scale: uiScale)
    }
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }
}

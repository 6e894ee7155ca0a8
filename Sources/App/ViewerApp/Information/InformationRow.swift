import Drawing
import Geometry
import Input
import Motion
import Views

/// A row of the information panel: the name of a fact, and its value beside the name. A click,
/// Enter or Space copies the value. A drag over the value, a double click, and the arrow keys with
/// Shift select a part of it, which Ctrl+C copies.
final class InformationRow: Control {
  /// The fact that the row shows.
  private(set) var line: MetadataLines.Line
  /// Called when the row gets the keyboard focus.
  var onFocus: () -> Void = {}

  /// Called with the selected part of the value when the user copies it.
  var onCopy: (String) -> Void = { _ in }

  /// The value of the fact, with the selected part and the caret.
  private var value: EditedText {
    didSet { if value != oldValue { setNeedsDisplay() } }
  }
  private var drag: Drag?
  private var lastClick: (time: Timestamp, point: Point)?

  /// A drag of the pointer over the value, which selects text.
  private struct Drag {
    /// The point of the press, in the coordinates of the row in device pixels.
    var start: Point
    /// The index in the value of the character under the press.
    var pressedCharacterIndex: Int
    var isSelecting = false
  }

  private var nameText: CachedText?
  private var valueText: CachedText?
  /// The width of the longest word of the name in device pixels, and the UI scale for which it was
  /// measured.
  private var cachedLongestWordWidth: (scale: Double, width: Double)?

  /// The share of the row's width that the name takes, the same in all rows of a panel. Default:
  /// ``usualNameColumnShare``.
  var nameColumnShare = InformationRow.usualNameColumnShare {
    didSet { if nameColumnShare != oldValue { setNeedsDisplay() } }
  }
  /// The share of a row's width that names take when all of their words fit.
  static let usualNameColumnShare = 0.36
  /// The maximum share of a row's width that names take; a longer word is divided.
  private static let maxNameColumnShare = 0.5

  /// The font size of the texts in points.
  static let fontSize = 13.0
  /// The corner radius of the highlight under the pointer, in points.
  static let radius = 7.0
  /// The height of a row whose texts need one line, in points.
  static let lineHeight = 27.0

  /// The measures of the row in points, and its colours.
  private enum Style {
    static let inset = 8.0
    static let verticalPadding = 5.0
    static let gap = 10.0
    static let maxLines = 30
    /// The distance in points from the press beyond which the pointer selects text and a release is
    /// no click.
    static let dragSlop = 4.0
    /// The maximum time in seconds between the presses of a double click.
    ///
    /// - Source: the default of GTK (gtk-double-click-time).
    static let doubleClickTime = 0.4
    static var selection: Color { Chrome.focus.opacity(0.42) }
  }

  init(_ line: MetadataLines.Line) {
    self.line = line
    value = EditedText(line.value)
    value.moveCaret(to: 0, extendsSelection: false)
    super.init(label: Self.label(of: line))
  }

  /// Shows another fact, such as the same one of another photo.
  func show(_ line: MetadataLines.Line) {
    guard line != self.line else { return }
    // A new fact has no selection. A row with the focus and without a selection would take keys
    // that are meant for the photo, so the row gives up the focus.
    if isFocused, !value.selection.isEmpty { stage?.setFocus(nil) }
    self.line = line
    value = EditedText(line.value)
    value.moveCaret(to: 0, extendsSelection: false)
    drag = nil
    lastClick = nil
    cachedLongestWordWidth = nil
    accessibilityLabel = Self.label(of: line)
    setNeedsDisplay()
  }

  private static func label(of line: MetadataLines.Line) -> String {
    "\(line.name): \(line.value)"
  }

  /// The height of the row at a width, both in device pixels.
  ///
  /// - Parameter scale: device pixels per point.
  func height(for width: Double, scale: Double) -> Double {
    let (name, value) = layoutText(width, scale)
    return max(name.size.height, value.size.height) + 2 * (Style.verticalPadding * scale).rounded()
  }

  /// The share of the width that the names of some rows need so that no word is divided, but at
  /// least ``usualNameColumnShare`` and at most ``maxNameColumnShare``.
  ///
  /// - Parameters:
  ///   - width: the width of each row in device pixels.
  ///   - scale: device pixels per point.
  static func nameColumnShare(of rows: [InformationRow], width: Double, scale: Double) -> Double {
    let inset = (Style.inset * scale).rounded()
    let longest = rows.map { $0.longestWordWidth(at: scale) }.max() ?? 0
    // Half a device pixel is added, because a rounding error could make the width too small for the
    // word, which would be divided then.
    return min(
      max((longest + inset + 0.5) / max(1, width), usualNameColumnShare), maxNameColumnShare)
  }

  /// The width of the longest word of the name in device pixels, rounded up.
  private func longestWordWidth(at scale: Double) -> Double {
    if let cachedLongestWordWidth, cachedLongestWordWidth.scale == scale {
      return cachedLongestWordWidth.width
    }
    let style = TextStyle(size: Self.fontSize * scale)
    let width =
      line.name.split(separator: " ")
      .map { TextLayout(String($0), style: style).size.width.rounded(.up) }.max() ?? 0
    cachedLongestWordWidth = (scale, width)
    return width
  }

  override func focusChanged(_ isFocused: Bool) {
    super.focusChanged(isFocused)
    if isFocused { onFocus() } else { value.moveCaret(to: value.caret, extendsSelection: false) }
  }

  // MARK: Selecting

  /// The selected part of the value; empty when nothing is selected.
  var selectedText: String {
    value.characters[value.selection].reduce(into: "") { $0.append($1) }
  }

  /// True for every drag, because a drag over the row selects text instead of scrolling the panel.
  override func followsDrag(from point: Point, towards direction: Vector) -> Bool { true }

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer): if select(by: pointer, at: event.time) { return true }
    case .key(let key): if isFocused, key.isPress, select(by: key) { return true }
    case .cancelled: drag = nil
    default: break
    }
    return super.receive(event)
  }

  /// Selects text of the value by a pointer event.
  ///
  /// - Returns: true when the event selected text and must not be handled as a click on the row.
  private func select(by pointer: InputEvent.Pointer, at time: Timestamp) -> Bool {
    let point = pointer.location
    switch pointer.kind {
    case .pressed(.primary):
      drag = nil
      guard point.x >= valueFrame.minX else { return false }
      if let last = lastClick, time - last.time < Style.doubleClickTime, isNear(point, last.point) {
        lastClick = nil
        selectWord(at: characterIndex(at: point))
        return true
      }
      lastClick = (time, point)
      drag = Drag(start: point, pressedCharacterIndex: characterIndex(at: point))
      return false
    case .moved:
      guard var held = drag else { return false }
      if !held.isSelecting, !isNear(point, held.start) {
        held.isSelecting = true
        drag = held
        // The press has become a selection, so the release must not activate the row.
        _ = super.receive(.cancelled(time))
        stage?.setFocus(self)
        value.moveCaret(to: held.pressedCharacterIndex, extendsSelection: false)
      }
      guard held.isSelecting else { return false }
      value.moveCaret(to: characterIndex(at: point), extendsSelection: true)
      return true
    case .released(.primary):
      defer { drag = nil }
      return drag?.isSelecting ?? !value.selection.isEmpty
    default: return false
    }
  }

  private func isNear(_ a: Point, _ b: Point) -> Bool {
    (a - b).length <= Style.dragSlop * uiScale
  }

  private func selectWord(at index: Int) {
    stage?.setFocus(self)
    value.moveCaret(to: min(index + 1, value.characters.count), extendsSelection: false)
    value.moveCaret(to: value.wordEdge(forward: false), extendsSelection: false)
    let start = value.caret
    value.moveCaret(to: value.wordEdge(forward: true), extendsSelection: false)
    var end = value.caret
    while end > start, value.characters[end - 1].isWhitespace { end -= 1 }
    value.select(start..<end)
  }

  private func select(by key: KeyEvent) -> Bool {
    let byWord = key.modifiers.contains(.control)
    switch key.name {
    case .character("a") where key.modifiers == .control:
      value.select(0..<value.characters.count)
    case .character("c") where key.modifiers == .control && !value.selection.isEmpty:
      if !key.isRepeat { onCopy(selectedText) }
    case .enter where !value.selection.isEmpty:
      if !key.isRepeat { onCopy(selectedText) }
    case .escape where !value.selection.isEmpty:
      value.moveCaret(to: value.caret, extendsSelection: false)
    case .left where key.modifiers.contains(.shift):
      extendSelection(forward: runsTowardsSmallerX, byWord: byWord)
    case .right where key.modifiers.contains(.shift):
      extendSelection(forward: !runsTowardsSmallerX, byWord: byWord)
    case .home where key.modifiers == .shift: value.moveCaret(to: 0, extendsSelection: true)
    case .end where key.modifiers == .shift: value.moveCaret(to: .max, extendsSelection: true)
    default: return false
    }
    return true
  }

  /// Whether the value is written towards smaller x in the coordinates of the row: its direction
  /// differs from that of the interface.
  private var runsTowardsSmallerX: Bool {
    layoutText(bounds.width, uiScale).value.isRightToLeft != runsRightToLeft
  }

  private func extendSelection(forward: Bool, byWord: Bool) {
    if byWord {
      value.moveCaret(to: value.wordEdge(forward: forward), extendsSelection: true)
    } else {
      value.moveCaret(by: forward ? 1 : -1, extendsSelection: true)
    }
  }

  /// The rectangle of the value's text, in the coordinates of the row in device pixels.
  private var valueFrame: Rect {
    let size = layoutText(bounds.width, uiScale).value.size
    return Rect(
      x: Self.valueStart(bounds.width, uiScale, nameColumnShare: nameColumnShare),
      y: (Style.verticalPadding * uiScale).rounded(),
      width: size.width, height: size.height)
  }

  /// The number of UTF-8 bytes that a character of the value has in the drawn text, where a line
  /// feed is U+2028 and control characters are replaced.
  private static func byteCountInDrawnText(_ character: Character) -> Int {
    character.isNewline ? 3 : DisplayText.visible(String(character)).utf8.count
  }

  /// The index of the character before which a click at a point sets the caret.
  private func characterIndex(at point: Point) -> Int {
    let frame = valueFrame
    var place = Point.zero + (point - frame.origin)
    // In an interface that is written from right to left, the coordinates of the row are mirrored,
    // but in a text x always grows to the right.
    if runsRightToLeft { place.x = frame.width - place.x }
    let offset = layoutText(bounds.width, uiScale).value.byteOffset(at: place)
    var bytes = 0
    for (index, character) in value.characters.enumerated() {
      if bytes >= offset { return index }
      bytes += Self.byteCountInDrawnText(character)
    }
    return value.characters.count
  }

  private func drawSelection(of text: TextLayout, in canvas: Canvas) {
    let selection = value.selection
    guard isFocused, !selection.isEmpty else { return }
    func bytes(_ characters: Range<Int>) -> Int {
      value.characters[characters].reduce(0) { $0 + Self.byteCountInDrawnText($1) }
    }
    let start = bytes(0..<selection.lowerBound)
    let (origin, width) = (valueFrame.origin, text.size.width)
    for frame in text.frames(ofBytes: start..<start + bytes(selection)) {
      let place = runsRightToLeft ? frame.mirrored(in: width) : frame
      canvas.fill(place.offset(by: origin - Point.zero), Style.selection)
    }
  }

  // MARK: Drawing

  override func draw(in canvas: Canvas, damage: Rect) {
    let scale = uiScale
    let radius = Self.radius * scale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let (name, value) = layoutText(bounds.width, scale)
    let inset = (Style.inset * scale).rounded()
    let top = (Style.verticalPadding * scale).rounded()
    canvas.draw(name, at: Point(x: inset, y: top), Chrome.secondaryText)
    drawSelection(of: value, in: canvas)
    let start = Self.valueStart(bounds.width, scale, nameColumnShare: nameColumnShare)
    canvas.draw(value, at: Point(x: start, y: top), Chrome.text)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * scale, Chrome.focus)
    }
  }

  /// The left edge of the values in a row of the given width, both in device pixels.
  ///
  /// - Parameters:
  ///   - width: the width of the row.
  ///   - scale: device pixels per point.
  ///   - nameColumnShare: the share of the width that the names take. Default:
  ///     ``usualNameColumnShare``.
  static func valueStart(
    _ width: Double, _ scale: Double, nameColumnShare: Double = InformationRow.usualNameColumnShare
  ) -> Double {
    (width * nameColumnShare + Style.gap * scale).rounded()
  }

  private func layoutText(
    _ width: Double, _ scale: Double
  ) -> (name: TextLayout, value: TextLayout) {
    let style = TextStyle(size: Self.fontSize * scale)
    let inset = (Style.inset * scale).rounded()
    let name = CachedText.layout(
      &nameText, line.name, style, maxWidth: max(1, width * nameColumnShare - inset),
      flow: .wrapped(maxLines: 3))
    let value = CachedText.layout(
      &valueText, line.value, style,
      maxWidth: max(
        1, width - Self.valueStart(width, scale, nameColumnShare: nameColumnShare) - inset),
      flow: .wrapped(maxLines: Style.maxLines))
    return (name, value)
  }
}

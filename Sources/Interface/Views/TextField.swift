package import AccessibilityTree
package import Drawing
package import Geometry
package import Input
package import Motion

/// A field for editing one line of text.
package final class TextField: View, TextInputClient {
  /// The text of the field; setting it moves the caret to the end and drops uncommitted text.
  package var text: String {
    get { edited.text }
    set {
      discardComposition()
      edited = EditedText(newValue)
    }
  }
  /// The text shown in grey while the field is empty. Default: empty.
  package var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }
  /// A text about the content for assistive programs, such as an error, in place of the
  /// placeholder; empty for none. Default: empty.
  package var accessibilityNote = "" {
    didSet { if accessibilityNote != oldValue { requestFrame() } }
  }
  /// Called after every change of the text by the user. Default: does nothing.
  package var onChange: () -> Void = {}
  /// Called when the user presses Enter without Ctrl, not again while the key repeats, and when an
  /// assistive program activates the field. Default: does nothing.
  package var onCommit: () -> Void = {}

  private var edited = EditedText("") {
    didSet { if edited != oldValue { scrollToCaret() } }
  }
  private var cachedText: CachedText?
  private var placeholderText: CachedText?
  /// The distance by which a long text is scrolled to the left, in device pixels; below 0 for a
  /// short text that is written from right to left, which is at the right edge.
  private var scrollOffset = 0.0
  private var isDragging = false

  /// The measures and colours of the field. Lengths are in points.
  private enum TextFieldStyle {
    static let fontSize = 14.0
    static let padding = 12.0
    static let height = 38.0
    static let radius = 9.0
    static var background: Color { Chrome.fill(0.08) }
    static var edge: Color { Chrome.line(0.16) }
    static var selection: Color { Chrome.focus.opacity(0.42) }
    static let caretWidth = 1.5
    static let caretMargin = 4.0
  }

  /// Makes a field with a text, by default an empty one; `label` is its name for a screen reader.
  package init(_ text: String = "", label: String) {
    super.init(frame: .zero)
    mirroring = .never
    accessibilityLabel = label
    isFocusable = true
    clipsChildren = true
    edited = EditedText(text)
  }

  /// The height of a field in device pixels at a UI scale.
  package static func height(at scale: Double) -> Double {
    (TextFieldStyle.height * scale).rounded()
  }

  /// The width of the field in device pixels at which the whole text is visible.
  package var naturalWidth: Double {
    layoutText().size.width + (2 * TextFieldStyle.padding + TextFieldStyle.caretMargin) * uiScale
  }

  /// Selects the characters with the indices `range`, and moves the caret to their end.
  package func select(_ range: Range<Int>) { edited.select(range) }

  // MARK: Events

  /// True, because every drag in the field selects text.
  package override func followsDrag(from point: Point, towards direction: Vector) -> Bool { true }

  package override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer): return receive(pointer)
    case .touch(let touch):
      if touch.phase == .began { press(at: touch.location, extendsSelection: false) }
      return true
    case .key(let key): return isFocused && key.isPress && handle(key)
    case .cancelled:
      isDragging = false
      return false
    default: return false
    }
  }

  private func receive(_ pointer: InputEvent.Pointer) -> Bool {
    switch pointer.kind {
    case .pressed:
      press(at: pointer.location, extendsSelection: pointer.modifiers.contains(.shift))
      isDragging = true
    case .moved:
      if isDragging { edited.moveCaret(to: index(at: pointer.location), extendsSelection: true) }
    case .released: isDragging = false
    case .entered, .exited: return false
    }
    return true
  }

  package override func focusChanged(_ isFocused: Bool) {
    if !isFocused { commitComposition() }
    super.focusChanged(isFocused)
  }

  private func press(at point: Point, extendsSelection: Bool) {
    stage?.setFocus(self)
    commitComposition()
    edited.moveCaret(to: index(at: point), extendsSelection: extendsSelection)
  }

  private func handle(_ key: KeyEvent) -> Bool {
    let extendsSelection = key.modifiers.contains(.shift)
    let byWord = key.modifiers.contains(.control)
    let before = edited.text
    switch key.name {
    case .left where byWord:
      edited.moveCaret(to: edited.wordEdge(forward: false), extendsSelection: extendsSelection)
    case .right where byWord:
      edited.moveCaret(to: edited.wordEdge(forward: true), extendsSelection: extendsSelection)
    case .left: edited.moveCaret(by: -1, extendsSelection: extendsSelection)
    case .right: edited.moveCaret(by: 1, extendsSelection: extendsSelection)
    case .home: edited.moveCaret(to: 0, extendsSelection: extendsSelection)
    case .end: edited.moveCaret(to: .max, extendsSelection: extendsSelection)
    case .backspace, .delete:
      let isForward = key.name == .delete
      if byWord {
        edited.moveCaret(to: edited.wordEdge(forward: isForward), extendsSelection: true)
      }
      edited.delete(forward: isForward)
    case .character("a") where byWord: edited.select(0..<edited.characters.count)
    // Ctrl+Enter is left to the views around the field, such as a sheet.
    case .enter where byWord: return false
    case .enter: if !key.isRepeat { onCommit() }
    default:
      guard !key.text.isEmpty else { return false }
      edited.insert(key.text)
    }
    if edited.text != before { onChange() }
    return true
  }

  // MARK: For assistive programs

  /// The text, caret and selection as assistive programs read them, with offsets in Unicode
  /// scalars.
  var accessibleText: AccessibleElement.Text {
    func scalars(_ index: Int) -> Int {
      edited.characters[..<index].reduce(0) { $0 + $1.unicodeScalars.count }
    }
    let selection = edited.selection
    return AccessibleElement.Text(
      edited.text, caret: scalars(edited.caret),
      selection: selection.isEmpty
        ? 0..<0 : scalars(selection.lowerBound)..<scalars(selection.upperBound))
  }

  /// The index of the first character that begins at or after the Unicode scalar at `offset`.
  private func character(atScalar offset: Int) -> Int {
    var rest = offset
    for (index, character) in edited.characters.enumerated() {
      if rest <= 0 { return index }
      rest -= character.unicodeScalars.count
    }
    return edited.characters.count
  }

  package func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool {
    let before = edited.text
    switch request {
    case .performAction(index: 0): onCommit()
    case .setText(let text):
      discardComposition()
      edited.select(0..<edited.characters.count)
      edited.insert(text)
    case .replaceText(let range, let text):
      discardComposition()
      edited.select(character(atScalar: range.lowerBound)..<character(atScalar: range.upperBound))
      edited.insert(text)
    case .selectText(let range):
      edited.select(character(atScalar: range.lowerBound)..<character(atScalar: range.upperBound))
    default: return false
    }
    if edited.text != before { onChange() }
    return true
  }

  package func accessibleFrame(ofText range: Range<Int>) -> Rect? {
    let left = TextFieldStyle.padding * uiScale - scrollOffset
    let ends = [range.lowerBound, range.upperBound].map {
      caretX(edited.displayedIndex(of: character(atScalar: $0)))
    }
    return Rect(x: left + ends[0], y: 0, width: max(0, ends[1] - ends[0]), height: bounds.height)
  }

  package func accessibleTextOffset(at point: Point) -> Int? {
    guard bounds.contains(point) else { return nil }
    return edited.characters[..<index(at: point)].reduce(0) { $0 + $1.unicodeScalars.count }
  }

  // MARK: Composition

  package func compose(_ composition: TextComposition?) { edited.compose(composition) }

  /// Replaces the uncommitted text by the one that the input method commits or, if it commits none,
  /// by the uncommitted text itself.
  private func commitComposition() {
    guard let composition = edited.composition else { return }
    let text = stage?.endComposition() ?? composition.text
    edited.insert(text)
    if !text.isEmpty { onChange() }
  }

  /// Drops the uncommitted text, and ends the composition of the input method.
  private func discardComposition() {
    guard edited.composition != nil else { return }
    _ = stage?.endComposition()
    edited.compose(nil)
  }

  package var caretRect: Rect {
    let text = layoutText()
    let shown = edited.displayed
    return Rect(
      x: TextFieldStyle.padding * uiScale - scrollOffset + caretX(shown.caret),
      y: ((bounds.height - text.size.height) / 2).rounded(),
      width: (TextFieldStyle.caretWidth * uiScale).rounded(.up), height: text.size.height)
  }

  // MARK: Drawing

  private func layoutText() -> TextLayout {
    CachedText.layout(
      &cachedText, edited.displayed.text, TextStyle(size: TextFieldStyle.fontSize * uiScale),
      maxWidth: nil,
      flow: .line)
  }

  private func drawPlaceholder(in canvas: Canvas) {
    let padding = TextFieldStyle.padding * uiScale
    let layout = CachedText.layout(
      &placeholderText, placeholder, TextStyle(size: TextFieldStyle.fontSize * uiScale),
      maxWidth: max(1, bounds.width - 2 * padding), flow: .ellipsisAtEnd)
    let caret = (TextFieldStyle.caretWidth * uiScale).rounded(.up) + 1
    let left =
      LayoutDirection.isRightToLeft
      ? bounds.width - padding - caret - layout.size.width : padding + caret
    canvas.draw(
      layout, at: Point(x: left, y: ((bounds.height - layout.size.height) / 2).rounded()),
      Chrome.secondaryText)
  }

  /// Scrolls the text horizontally until the caret is visible. A text that is written from right to
  /// left begins at the right edge, as does an empty field in a language of that kind.
  private func scrollToCaret() {
    setNeedsDisplay()
    guard stage != nil else { return }
    let room = max(1, bounds.width - 2 * TextFieldStyle.padding * uiScale)
    let margin = TextFieldStyle.caretMargin * uiScale
    let caret = caretX(edited.displayed.caret)
    let text = layoutText()
    let maxScroll = max(0, text.size.width + margin - room)
    scrollOffset = min(max(min(scrollOffset, caret - margin), caret + margin - room), maxScroll)
    scrollOffset = max(0, scrollOffset).rounded()
    let isEmpty = edited.displayed.characters.isEmpty
    guard isEmpty ? LayoutDirection.isRightToLeft : text.isRightToLeft, maxScroll == 0 else {
      return
    }
    let caretWidth = (TextFieldStyle.caretWidth * uiScale).rounded(.up)
    scrollOffset = -max(0, room - text.size.width - caretWidth).rounded()
  }

  package override func layout() { scrollToCaret() }

  /// The distance in device pixels from the left edge of the text, as it is shown, to the character
  /// at `index` of it.
  private func caretX(_ index: Int) -> Double {
    let shown = DisplayText.visible(String(edited.displayed.characters[..<index]))
    return layoutText().caretX(beforeByte: shown.utf8.count)
  }

  /// The index of the character before which a click at `point`, in this view's coordinates, places
  /// the caret.
  private func index(at point: Point) -> Int {
    let offset = layoutText().byteOffset(
      at: point.x - TextFieldStyle.padding * uiScale + scrollOffset)
    var bytes = 0
    for (index, character) in edited.characters.enumerated() {
      if bytes >= offset { return index }
      bytes += DisplayText.visible(String(character)).utf8.count
    }
    return edited.characters.count
  }

  /// The rectangle, in device pixels of the field, of the characters of the shown text with the
  /// indices `range`.
  ///
  /// - Parameter left: The position of the text's left edge.
  private func selectionRect(of range: Range<Int>, left: Double, top: Double, height: Double)
    -> Rect
  {
    let ends = [caretX(range.lowerBound), caretX(range.upperBound)]
    return Rect(
      x: left + min(ends[0], ends[1]), y: top, width: abs(ends[1] - ends[0]), height: height)
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let radius = TextFieldStyle.radius * uiScale
    canvas.fillRounded(bounds, radius: radius, TextFieldStyle.background)
    canvas.strokeRounded(
      bounds, radius: radius,
      width: isFocused ? Chrome.focusRingWidth * uiScale : Chrome.lineWidth(at: uiScale),
      isFocused ? Chrome.focus : TextFieldStyle.edge)
    let padding = TextFieldStyle.padding * uiScale
    let text = layoutText()
    canvas.clip(
      to: Rect(
        x: padding - TextFieldStyle.caretMargin * uiScale, y: 0,
        width: bounds.width - 2 * (padding - TextFieldStyle.caretMargin * uiScale),
        height: bounds.height))
    let left = padding - scrollOffset
    let top = ((bounds.height - text.size.height) / 2).rounded()
    let marked = edited.composition == nil ? edited.selection : edited.conversionTargetRange
    if isFocused, !marked.isEmpty {
      canvas.fill(
        selectionRect(of: marked, left: left, top: top, height: text.size.height),
        TextFieldStyle.selection)
    }
    canvas.draw(text, at: Point(x: left, y: top), Chrome.text)
    if edited.displayed.characters.isEmpty, !placeholder.isEmpty { drawPlaceholder(in: canvas) }
    guard isFocused else { return }
    if !edited.displayedCompositionRange.isEmpty {
      let line = Chrome.lineWidth(at: uiScale)
      canvas.fill(
        selectionRect(
          of: edited.displayedCompositionRange, left: left,
          top: (top + text.size.height - line).rounded(),
          height: line), Chrome.text)
    }
    let caret = (left + caretX(edited.displayed.caret)).rounded()
    canvas.fill(
      Rect(
        x: caret, y: top, width: (TextFieldStyle.caretWidth * uiScale).rounded(.up),
        height: text.size.height), Chrome.text)
  }
}

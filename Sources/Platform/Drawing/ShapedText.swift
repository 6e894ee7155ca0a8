import CCairo
import CPango
import Geometry
import TextSearch

/// A text that Pango has shaped. Its positions are relative to the origin of the Pango layout, in
/// pixels, y down.
final class ShapedText {
  private let pango: PangoLibrary
  /// The Pango layout; owned, released in `deinit`.
  private let layout: OpaquePointer

  /// Shapes `text`, which `DisplayText` must have sanitised; nil without Pango, or when it can make
  /// no layout.
  ///
  /// - Parameter maxWidth: the maximum width in pixels; nil for no limit.
  init?(
    _ text: String, style: TextStyle, maxWidth: Double?, flow: TextFlow, alignment: TextAlignment,
    with pango: PangoLibrary?
  ) {
    guard let pango, let layout = pango.makeEmptyLayout(in: style) else { return nil }
    self.pango = pango
    self.layout = layout
    set(text)
    let direction = setBaseDirectionIgnoringIsolates(of: text)
    configure(
      maxWidth: maxWidth, flow: flow,
      alignment: direction == PANGO_DIRECTION_RTL ? alignment.pango.mirrored : alignment.pango)
    if case .wrapped(let maxLines) = flow {
      limit(text, toLines: max(1, maxLines))
      if alignment == .center { balanceLastLine() }
    }
  }

  deinit { pango.unref(layout) }

  // MARK: Metrics

  /// The bounding box of the glyphs and the logical rectangle of the text, in pixels.
  var extents: (ink: PangoRectangle, logical: PangoRectangle) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango.pixelExtents(layout, &ink, &logical)
    return (ink, logical)
  }

  /// The distance of the first baseline from the top of the text, in pixels.
  var baseline: Double { Double(pango.baseline(layout)) / Double(PANGO_SCALE) }

  var lineCount: Int { Int(pango.lineCount(layout)) }

  var isEllipsized: Bool { pango.isEllipsized(layout) != 0 }

  var isRightToLeft: Bool { pango.direction(layout, 0) == PANGO_DIRECTION_RTL }

  /// The horizontal position of the caret before the byte at `offset`, in pixels from the origin of
  /// the Pango layout.
  func caretX(beforeByte offset: Int) -> Double {
    var strong = PangoRectangle()
    pango.caret(layout, Int32(clamping: offset), &strong, nil)
    return Double(strong.x) / Double(PANGO_SCALE)
  }

  /// The byte offset of the caret position nearest to the point (`x`, `y`), in pixels from the
  /// origin of the Pango layout. The default of `y` is in the first line.
  func byteOffset(at x: Double, _ y: Double = 0) -> Int {
    var index: Int32 = 0
    var trailing: Int32 = 0
    _ = pango.xyToIndex(layout, Self.pangoUnits(x), Self.pangoUnits(y), &index, &trailing)
    guard trailing > 0, let text = pango.text(layout) else { return Int(index) }
    return pango.offsetToPointer(text + Int(index), CLong(trailing)).map { $0 - text } ?? Int(index)
  }

  private static func pangoUnits(_ length: Double) -> Int32 {
    let limit = Double(Int32.max / PANGO_SCALE)
    return Int32(min(max(-limit, length), limit) * Double(PANGO_SCALE))
  }

  /// The rectangles of the characters in a range of byte offsets, one or more for each line, in
  /// pixels from the origin of the Pango layout.
  func frames(ofBytes range: Range<Int>) -> [Rect] {
    (0..<pango.lineCount(layout)).flatMap { number -> [Rect] in
      guard let line = pango.line(layout, number) else { return [] }
      let start = Int(line.pointee.start_index)
      let part = range.clamped(to: start..<start + max(0, Int(line.pointee.length)))
      guard !part.isEmpty else { return [] }
      var caret = PangoRectangle()
      pango.caret(layout, Int32(clamping: part.lowerBound), &caret, nil)
      let scale = Double(PANGO_SCALE)
      return horizontalEdges(ofBytes: part, in: line).map { left, right in
        Rect(
          x: Double(left) / scale, y: Double(caret.y) / scale, width: Double(right - left) / scale,
          height: Double(caret.height) / scale)
      }
    }
  }

  /// The left and right edges of the parts of a line that belong to a range of byte offsets, in
  /// Pango units.
  private func horizontalEdges(
    ofBytes range: Range<Int>, in line: UnsafePointer<PangoLayoutLine>
  ) -> [(left: Int32, right: Int32)] {
    var values: UnsafeMutablePointer<Int32>?
    var count: Int32 = 0
    pango.xRanges(
      line, Int32(clamping: range.lowerBound), Int32(clamping: range.upperBound), &values, &count)
    guard let values else { return [] }
    defer { pango.free(values) }
    return (0..<Int(max(0, count))).map { (values[2 * $0], values[2 * $0 + 1]) }
  }

  /// Draws the text at the current point of a Cairo context.
  func show(in context: OpaquePointer) { pango.show(context, layout) }

  // MARK: Shaping

  private func set(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango.setText(layout, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
  }

  /// Shortens the text to a maximum number of lines; the layout must be configured. Pango counts
  /// lines per paragraph, and a line feed begins a paragraph; U+2028 begins only a line, so it
  /// replaces line feeds. Pango puts an ellipsis only into a line that is too wide, not before a
  /// line break: the last line breaks become spaces until the text fits or is ellipsized.
  ///
  /// - Complexity: one shaping per line feed that is too many.
  private func limit(_ text: String, toLines maxLines: Int) {
    var text = text.replacingParts("\n", with: "\u{2028}")
    set(text)
    var needed = lineCount(settingMaxLinesPerParagraph: .max)
    pango.setHeight(layout, -Int32(clamping: maxLines))
    while needed > maxLines, !isEllipsized, let last = text.lastIndex(of: "\u{2028}") {
      text.replaceSubrange(last...last, with: " ")
      set(text)
      needed = lineCount(settingMaxLinesPerParagraph: .max)
      pango.setHeight(layout, -Int32(clamping: maxLines))
    }
  }

  /// The maximum width of a last line that is short, as a part of the widest line.
  private static let shortLineFraction = 1.0 / 3

  /// Narrows a text whose last line is short to the minimum width at which it has as many lines, so
  /// that no word is alone on the last line. Words stay whole.
  ///
  /// - Complexity: one shaping per bit of the width in pixels.
  private func balanceLastLine() {
    let count = lineCount
    let widest = Double(extents.logical.width)
    guard count > 1, !isEllipsized, widthOfLastLine < Self.shortLineFraction * widest else {
      return
    }
    var (narrow, wide) = (0, Int(widest) + 1)
    pango.setWrap(layout, PANGO_WRAP_WORD)
    while wide - narrow > 1 {
      let middle = (narrow + wide) / 2
      pango.setWidth(layout, Int32(clamping: middle) * PANGO_SCALE)
      // A word that is wider than the text sticks out.
      let fits =
        lineCount == count && !isEllipsized && Int(extents.logical.width) <= middle
      if fits { wide = middle } else { narrow = middle }
    }
    pango.setWrap(layout, PANGO_WRAP_WORD_CHAR)
    pango.setWidth(layout, Int32(clamping: wide) * PANGO_SCALE)
  }

  /// The width of the last line in pixels.
  private var widthOfLastLine: Double {
    guard let line = pango.line(layout, pango.lineCount(layout) - 1) else { return 0 }
    let start = Int(line.pointee.start_index)
    let parts = horizontalEdges(ofBytes: start..<start + max(0, Int(line.pointee.length)), in: line)
    return parts.reduce(0) { $0 + Double($1.right - $1.left) } / Double(PANGO_SCALE)
  }

  /// The number of lines of the text when each paragraph may have at most `limit` lines.
  private func lineCount(settingMaxLinesPerParagraph limit: Int32) -> Int {
    pango.setHeight(layout, -limit)
    return lineCount
  }

  /// Sets the base direction of a text in which a name of another direction comes first.
  ///
  /// - Returns: the direction; nil when it is that of the first letter, which Pango takes.
  /// - Source: Unicode Standard Annex 9, rule P2: the characters between an isolate initiator and
  ///   its match are skipped. Pango does not skip them.
  private func setBaseDirectionIgnoringIsolates(of text: String) -> PangoDirection? {
    guard text.unicodeScalars.contains(where: Self.isIsolateInitiator) else { return nil }
    let outer = pango.directionOfFirstLetter(in: Self.removingIsolates(from: text))
    guard outer == PANGO_DIRECTION_LTR || outer == PANGO_DIRECTION_RTL,
      outer != pango.directionOfFirstLetter(in: text), let context = pango.context(layout)
    else { return nil }
    pango.setDirection(context, outer)
    pango.setFindsDirection(layout, 0)
    pango.contextChanged(layout)
    return outer
  }

  private static func isIsolateInitiator(_ scalar: Unicode.Scalar) -> Bool {
    let initiators: ClosedRange<Unicode.Scalar> = "\u{2066}"..."\u{2068}"
    return initiators.contains(scalar)
  }

  /// The characters of a text that are in no isolate.
  private static func removingIsolates(from text: String) -> String {
    var outside = String.UnicodeScalarView()
    var depth = 0
    for scalar in text.unicodeScalars {
      if isIsolateInitiator(scalar) {
        depth += 1
      } else if scalar == "\u{2069}" {
        depth = max(0, depth - 1)
      } else if depth == 0 {
        outside.append(scalar)
      }
    }
    return String(outside)
  }

  private func configure(maxWidth: Double?, flow: TextFlow, alignment: PangoAlignment) {
    if let maxWidth, maxWidth.isFinite {
      let width = min(max(maxWidth, 1), 100_000).rounded(.down)
      pango.setWidth(layout, Int32(width) * PANGO_SCALE)
    }
    pango.setAlignment(layout, alignment)
    switch flow {
    case .line:
      pango.setWidth(layout, -1)
      pango.setIsOneParagraph(layout, 1)
    case .ellipsisAtEnd, .ellipsisInMiddle:
      pango.setIsOneParagraph(layout, 1)
      pango.setEllipsis(
        layout, flow == .ellipsisAtEnd ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE)
    case .wrapped:
      pango.setWrap(layout, PANGO_WRAP_WORD_CHAR)
      pango.setEllipsis(layout, PANGO_ELLIPSIZE_END)
    }
  }
}

extension PangoLibrary {
  /// An empty layout for a style, which the caller owns; nil when Pango cannot make one.
  fileprivate func makeEmptyLayout(in style: TextStyle) -> Layout? {
    // Pango's default font map, one per thread, keeps fonts loaded between layouts.
    guard let context = makeContext(fontMap()) else { return nil }
    defer { unref(context) }
    // Subpixel antialiasing would cause colour fringes on translucent windows, hence greyscale.
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(
      options, style.isDrawnScaled ? CAIRO_HINT_STYLE_NONE : CAIRO_HINT_STYLE_SLIGHT)
    if style.isDrawnScaled {
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      setRoundsPositions(context, 0)
    }
    setFontOptions(context, options)
    cairo_font_options_destroy(options)
    guard let made = makeLayout(context) else { return nil }
    guard let font = makeFont() else { return made }
    defer { freeFont(font) }
    setFamily(font, "Sans")
    setWeight(font, style.weight.pango)
    setAbsoluteSize(font, style.size * Double(PANGO_SCALE))
    setFont(made, font)
    return made
  }
}

extension PangoLibrary {
  /// The direction of the first letter of a text; neutral without a letter.
  fileprivate func directionOfFirstLetter(in text: String) -> PangoDirection {
    text.withCString { findDirection($0, Int32(clamping: text.utf8.count)) }
  }
}

extension PangoAlignment {
  /// The alignment with left and right exchanged. It is needed for text from right to left only
  /// where the program sets the direction: where Pango finds it, Pango exchanges the sides itself.
  fileprivate var mirrored: PangoAlignment {
    switch self {
    case PANGO_ALIGN_LEFT: PANGO_ALIGN_RIGHT
    case PANGO_ALIGN_RIGHT: PANGO_ALIGN_LEFT
    default: self
    }
  }
}

extension TextStyle.Weight {
  fileprivate var pango: PangoWeight {
    switch self {
    case .regular: PANGO_WEIGHT_NORMAL
    case .medium: PANGO_WEIGHT_MEDIUM
    case .semibold: PANGO_WEIGHT_SEMIBOLD
    case .bold: PANGO_WEIGHT_BOLD
    }
  }
}

extension TextAlignment {
  fileprivate var pango: PangoAlignment {
    switch self {
    case .leading: PANGO_ALIGN_LEFT
    case .center: PANGO_ALIGN_CENTER
    case .trailing: PANGO_ALIGN_RIGHT
    }
  }
}

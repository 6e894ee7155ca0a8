import Drawing
import Geometry

/// The painter of one entry of a menu, with its cached text layouts.
struct MenuRow {
  /// The measures of an entry. Lengths are in points.
  private enum MenuRowStyle {
    static let fontSize = 14.0
    static let shortcutFontSize = 12.5
    static let inset = 10.0
    /// The minimum distance between the title of an entry and its keys, in points.
    static let gap = 32.0
    static let checkSide = 16.0
    static let checkColumn = 24.0
  }
  private let item: MenuItem
  private var title: CachedText?
  private var shortcut: CachedText?

  init(_ item: MenuItem) {
    self.item = item
  }

  /// The width in device pixels that the entry needs; computed anew at every call.
  ///
  /// - Parameter hasCheckColumn: Whether the menu has a column for check marks.
  func naturalWidth(hasCheckColumn: Bool, scale: Double) -> Double {
    guard !item.isSeparator else { return 0 }
    var width = titleWidth(scale) + 2 * MenuRowStyle.inset * scale
    if hasCheckColumn { width += MenuRowStyle.checkColumn * scale }
    if !item.shortcut.isEmpty { width += MenuRowStyle.gap * scale + shortcutWidth(scale) }
    return width
  }

  mutating func draw(
    in canvas: Canvas, _ rect: Rect, isHighlighted: Bool, hasCheckColumn: Bool, scale: Double
  ) {
    guard !item.isSeparator else {
      let line = max(1, scale.rounded(.down))
      canvas.fill(
        Rect(
          x: rect.minX + MenuRowStyle.inset * scale, y: (rect.midY - line / 2).rounded(.down),
          width: rect.width - 2 * MenuRowStyle.inset * scale, height: line), Chrome.hairline)
      return
    }
    if isHighlighted {
      canvas.fillRounded(rect, radius: MenuView.MenuViewStyle.rowRadius * scale, Chrome.hover)
    }
    let color =
      !item.isEnabled
      ? Chrome.disabledText : item.isDestructive ? Chrome.destructive : Chrome.text
    var x = rect.minX + MenuRowStyle.inset * scale
    if hasCheckColumn {
      let side = MenuRowStyle.checkSide * scale
      if item.isChecked {
        Icon.check.draw(
          in: canvas, Rect(x: x, y: rect.midY - side / 2, width: side, height: side), color)
      }
      x += MenuRowStyle.checkColumn * scale
    }
    var right = rect.maxX - MenuRowStyle.inset * scale
    if !item.shortcut.isEmpty {
      let text = CachedText.layout(
        &shortcut, shownShortcut, shortcutStyle(scale), maxWidth: nil, flow: .line)
      canvas.draw(
        text, at: Point(x: right - text.size.width, y: rect.midY - text.size.height / 2),
        item.isEnabled ? Chrome.secondaryText : Chrome.disabledText)
      right -= text.size.width + MenuRowStyle.gap * scale
    }
    let text = CachedText.layout(
      &title, item.title, titleStyle(scale), maxWidth: max(1, right - x), flow: .ellipsisAtEnd)
    canvas.draw(text, at: Point(x: x, y: rect.midY - text.size.height / 2), color)
  }

  /// The translated keys of the entry or, if it opens another menu, an arrow in the reading
  /// direction.
  private var shownShortcut: String {
    item.shortcut == "›" && LayoutDirection.isRightToLeft
      ? "‹" : KeyNames.displayName(of: item.shortcut)
  }

  private func titleStyle(_ scale: Double) -> TextStyle {
    TextStyle(size: MenuRowStyle.fontSize * scale)
  }

  private func shortcutStyle(_ scale: Double) -> TextStyle {
    TextStyle(size: MenuRowStyle.shortcutFontSize * scale)
  }

  private func titleWidth(_ scale: Double) -> Double {
    TextLayout(item.title, style: titleStyle(scale), flow: .line).size.width
  }

  private func shortcutWidth(_ scale: Double) -> Double {
    let name = KeyNames.displayName(of: item.shortcut)
    return TextLayout(name, style: shortcutStyle(scale), flow: .line).size.width
  }
}

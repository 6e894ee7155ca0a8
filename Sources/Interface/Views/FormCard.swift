import Drawing
import Geometry
import Input

/// One of the views of a form, which lie one below the other; it computes its own height.
@MainActor
package protocol FormItem: View {
  /// The height in device pixels that the item needs when it is `width` pixels wide; in a low
  /// window an item with ``shrinksFirst`` gets less.
  func height(for width: Double, scale: Double) -> Double
  /// Whether the item spans the card and keeps its own distance from the card's sides. Default:
  /// false.
  var hasOwnInset: Bool { get }
  /// Whether the item loses height before others in a low window. Default: false.
  var shrinksFirst: Bool { get }
}

extension FormItem {
  package var hasOwnInset: Bool { false }
  package var shrinksFirst: Bool { false }
}

extension SettingRow: FormItem {
  /// The height of a row in device pixels: 44 points.
  package func height(for width: Double, scale: Double) -> Double { (44 * scale).rounded() }
  /// True, because the highlight under the pointer is wider than the text.
  package var hasOwnInset: Bool { true }
}

extension TextField: FormItem {
  package func height(for width: Double, scale: Double) -> Double { Self.height(at: scale) }
}

/// The panel of a sheet with a form: a heading, and the items below it.
final class FormCard: View {
  private let items: [any FormItem]
  private let title: String
  private var heading: CachedText?
  /// The view that contains the items, and scrolls in a window that is too low for them.
  private let scrollArea = ScrollArea()

  /// The measures of the card. Lengths are in points.
  private enum FormCardStyle {
    static let width = 440.0
    /// The maximum width of the card, in points, when rows need more than ``width``.
    static let maxWidth = 600.0
    static let padding = 8.0
    static let inset = 12.0
    static let headHeight = 48.0
    /// The minimum distance above and below the heading, in points.
    static let titleGap = 13.0
    /// The maximum number of lines of the heading.
    static let maxTitleLines = 2
    static let titleFontSize = 15.0
    static let radius = 16.0
    static let shadowBlur = 22.0
    /// The minimum distance between the card and the window's edges, in points.
    static let margin = 12.0
    /// The maximum share of its height that an item with ``FormItem/shrinksFirst`` loses; in a
    /// lower window the form scrolls.
    static let maxFirstShrinkFraction = 0.7
    /// The space around the items inside the scrolled area, in points, for their focus rings.
    static let focusRingSpace = 4.0
    /// The distance between fading items and the sides of the card, in points, which keeps the fade
    /// inside the rounded corners and the border of the card.
    static let fadeInset = 6.0
  }

  init(_ title: String, items: [any FormItem]) {
    self.title = title
    self.items = items
    super.init()
    scrollArea.fadeInset = FormCardStyle.fadeInset
    add(scrollArea)
    for item in items { scrollArea.content.add(item) }
  }

  /// Scrolls until the item that is, or contains, the view `stop` is visible.
  func reveal(_ stop: View) {
    if let item = items.first(where: { $0 === stop || $0.children.contains { $0 === stop } }) {
      scrollArea.reveal(item)
    }
  }

  /// The views in the items that can get the keyboard focus, from top to bottom.
  var tabStops: [View] {
    let items: [View] = items
    return items.flatMap { $0.isFocusable ? [$0] : $0.children }
      .filter { $0.isFocusable && !$0.isHidden }
  }

  /// Lays out the items for a window of the given size in pixels, and returns the frame of the card
  /// at the bottom of the window.
  func layOutAndFrame(in window: Size, scale: Double) -> Rect {
    let size = layOutItems(in: window, scale: scale)
    return Rect(
      x: ((window.width - size.width) / 2).rounded(),
      y: max(0, window.height - size.height - (FormCardStyle.margin * scale).rounded()).rounded(),
      width: size.width, height: size.height)
  }

  /// Lays out the items for a window of the given size in pixels: in a low window the items with
  /// ``FormItem/shrinksFirst`` shrink, and if that is not enough, all items scroll.
  ///
  /// - Returns: The size of the card in pixels.
  private func layOutItems(in window: Size, scale: Double) -> Size {
    let margin = FormCardStyle.margin * scale
    let shown = items.filter { !$0.isHidden }
    let padding = (FormCardStyle.padding * scale).rounded()
    let rows = shown.compactMap { $0 as? SettingRow }
    SettingRow.alignValues(of: rows)
    let widest = rows.map(\.naturalWidth).max() ?? 0
    let wanted = min(
      max(FormCardStyle.width * scale, widest + 2 * padding), FormCardStyle.maxWidth * scale)
    let width = max(1, min(wanted, window.width - 2 * margin)).rounded()
    let head = headHeight(width, scale)
    let inner = width - 2 * padding
    let inset = (FormCardStyle.inset * scale).rounded()
    let widths = shown.map { $0.hasOwnInset ? inner : max(1, inner - 2 * inset) }
    var heights = zip(shown, widths).map { $0.height(for: $1, scale: scale) }
    let room = max(1, window.height - 2 * margin - head - padding)
    let flexibleHeight = zip(shown, heights).reduce(0) { $0 + ($1.0.shrinksFirst ? $1.1 : 0) }
    let excess = heights.reduce(0, +) - room
    if excess > 0, flexibleHeight > 0 {
      let factor = 1 - min(excess / flexibleHeight, FormCardStyle.maxFirstShrinkFraction)
      for index in shown.indices where shown[index].shrinksFirst { heights[index] *= factor }
    }
    let ring = (FormCardStyle.focusRingSpace * scale).rounded()
    var y = ring
    for (item, (width, height)) in zip(shown, zip(widths, heights)) {
      let height = height.rounded(.down)
      item.frame = Rect(
        x: padding + (inner - width) / 2, y: y, width: width, height: height)
      y += height
    }
    scrollArea.contentHeight = y + ring
    let visible = min(y - ring, room.rounded(.down))
    scrollArea.frame = Rect(x: 0, y: head - ring, width: width, height: visible + 2 * ring)
    return Size(width: width, height: head + visible + padding)
  }

  /// The height in pixels of the part of the card above the items.
  private func headHeight(_ width: Double, _ scale: Double) -> Double {
    let text = layoutTitle(width, scale).size.height
    return max(FormCardStyle.headHeight * scale, text + 2 * FormCardStyle.titleGap * scale)
      .rounded()
  }

  private func layoutTitle(_ width: Double, _ scale: Double) -> TextLayout {
    let left = ((FormCardStyle.padding + FormCardStyle.inset) * scale).rounded()
    return CachedText.layout(
      &heading, title, TextStyle(size: FormCardStyle.titleFontSize * scale, weight: .semibold),
      maxWidth: max(1, width - 2 * left), flow: .wrapped(maxLines: FormCardStyle.maxTitleLines))
  }

  override var drawingBounds: Rect { bounds.inset(by: .all(-FormCardStyle.shadowBlur * uiScale)) }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.drawPanel(
      bounds, radius: FormCardStyle.radius * uiScale, blur: FormCardStyle.shadowBlur * uiScale,
      scale: uiScale)
    let left = ((FormCardStyle.padding + FormCardStyle.inset) * uiScale).rounded()
    let text = layoutTitle(bounds.width, uiScale)
    let head = headHeight(bounds.width, uiScale)
    canvas.draw(text, at: Point(x: left, y: (head - text.size.height) / 2), Chrome.text)
  }
}

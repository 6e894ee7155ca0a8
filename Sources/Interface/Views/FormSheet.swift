import Drawing
public import Geometry
import Input

/// A card with a heading and things below each other, slid up from below: settings, a question with a
/// field to answer in.
open class FormSheet: BottomSheet {
  private var card: FormCard? { panel as? FormCard }

  /// Makes a card; `items` are its things from top to bottom, each as wide as the card.
  public init(_ title: String, items: [any FormItem]) {
    super.init(label: title, panel: FormCard(title, items: items))
  }

  /// The things that can have the keyboard.
  open override var stops: [View] {
    let items: [View] = card?.items ?? []
    return items.flatMap { $0.isFocusable ? [$0] : $0.children }
      .filter { $0.isFocusable && !$0.isHidden }
  }

  open override func placePanel() -> Rect {
    guard let size = card?.fit(bounds.size, scale: uiScale) else { return .zero }
    return Rect(
      x: ((bounds.width - size.width) / 2).rounded(),
      y: max(0, bounds.height - size.height - (Self.margin * uiScale).rounded()).rounded(),
      width: size.width, height: size.height)
  }

  /// Between the card and the window's edges, in points.
  static let margin = 12.0
}

/// Something in a form that knows its height.
@MainActor
public protocol FormItem: View {
  /// How high it is when it is `width` wide, in points; less than asked where a window is low.
  func height(for width: Double, scale: Double) -> Double
  /// True when it has air at its sides already. Default: false.
  var hasOwnInset: Bool { get }
}

extension FormItem {
  /// No.
  public var hasOwnInset: Bool { false }
}

extension SettingRow: FormItem {
  /// A line's height.
  public func height(for width: Double, scale: Double) -> Double { (44 * scale).rounded() }
  /// Its light reaches beyond its words.
  public var hasOwnInset: Bool { true }
}

extension TextField: FormItem {
  /// A field's height.
  public func height(for width: Double, scale: Double) -> Double { Self.height(at: scale) }
}

/// The card of a form.
private final class FormCard: View {
  let items: [any FormItem]
  private let title: String
  private var heading: CachedText?

  private enum Look {
    static let width = 440.0
    static let padding = 8.0
    static let inset = 12.0
    static let headHeight = 48.0
    static let titleSize = 15.0
    static let radius = 16.0
    static let shadow = 22.0
  }

  init(_ title: String, items: [any FormItem]) {
    self.title = title
    self.items = items
    super.init()
    for item in items { add(item) }
  }

  /// Lays the card out for a window; lines come closer where it is low.
  ///
  /// - Returns: its size.
  func fit(_ window: Size, scale: Double) -> Size {
    let margin = FormSheet.margin * scale
    let width = max(1, min(Look.width * scale, window.width - 2 * margin)).rounded()
    let padding = (Look.padding * scale).rounded()
    let head = (Look.headHeight * scale).rounded()
    let inner = width - 2 * padding
    let shown = items.filter { !$0.isHidden }
    let inset = (Look.inset * scale).rounded()
    let widths = shown.map { $0.hasOwnInset ? inner : max(1, inner - 2 * inset) }
    let heights = zip(shown, widths).map { $0.height(for: $1, scale: scale) }
    let natural = heights.reduce(0, +)
    let room = max(1, window.height - 2 * margin - head - padding)
    let squeeze = natural > room ? room / natural : 1
    var y = head
    for (item, (width, height)) in zip(shown, zip(widths, heights)) {
      let height = (height * squeeze).rounded(.down)
      item.frame = Rect(
        x: padding + (inner - width) / 2, y: y, width: width, height: height)
      y += height
    }
    return Size(width: width, height: y + padding)
  }

  override var paintBounds: Rect { bounds.inset(by: .all(-Look.shadow * uiScale)) }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.drawPanel(
      bounds, radius: Look.radius * uiScale, blur: Look.shadow * uiScale, scale: uiScale)
    let left = ((Look.padding + Look.inset) * uiScale).rounded()
    let text = CachedText.layout(
      &heading, title, TextStyle(size: Look.titleSize * uiScale, weight: .semibold),
      maxWidth: max(1, bounds.width - 2 * left), flow: .ellipsisAtEnd)
    let head = (Look.headHeight * uiScale).rounded()
    canvas.draw(text, at: Point(x: left, y: (head - text.size.height) / 2), Chrome.text)
  }
}

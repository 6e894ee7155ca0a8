import Drawing
public import Geometry
import Input
import Localization

/// A sheet at the bottom of the window with a heading, one row for each action, and Cancel.
public final class ActionSheet: BottomSheet {
  private let rows: [ActionSheetRow]
  private let cancelRow: ActionSheetRow
  private var cards: ActionSheetCards? { panel as? ActionSheetCards }

  /// Makes a sheet with a row for each action.
  ///
  /// - Parameters:
  ///   - title: The heading, in at most two lines; empty for none. Default: empty.
  ///   - message: An explanation below the heading, in at most four lines; empty for none. Default:
  ///     empty.
  ///   - entries: The actions; separators are left out.
  ///   - cancelTitle: The title of the last row; nil, the default, for “Cancel”.
  ///   - onCancel: Called when the sheet closes without a choice. Default: does nothing.
  public init(
    _ title: String = "", message: String = "", entries: [MenuItem],
    cancelTitle: String? = nil,
    onCancel: @escaping () -> Void = {}
  ) {
    let entries = entries.filter { !$0.isSeparator }
    rows = entries.map { ActionSheetRow($0) }
    cancelRow = ActionSheetRow(cancelTitle ?? tr("Cancel"), .cancel)
    let label = [title, message].filter { !$0.isEmpty }.joined(separator: ". ")
    super.init(
      label: label.isEmpty ? tr("Actions") : label,
      panel: ActionSheetCards(title, message, rows: rows, cancel: cancelRow))
    var hasChosen = false
    for (row, entry) in zip(rows, entries) {
      row.isEnabled = entry.isEnabled
      row.action = { [weak self] in
        guard !hasChosen else { return }
        hasChosen = true
        self?.close()
        entry.action()
      }
    }
    cancelRow.action = { [weak self] in self?.close() }
    onLeave = { if !hasChosen { onCancel() } }
  }

  public override var tabStops: [View] { rows + [cancelRow] }

  /// The first action that is not destructive, else Cancel, so that one accidental Enter destroys
  /// nothing.
  public override var initialFocus: View? { rows.first { $0.kind == .plain } ?? cancelRow }

  public override func panelFrame() -> Rect {
    guard let size = cards?.layOutCards(in: bounds.size, scale: uiScale) else { return .zero }
    return Rect(
      x: ((bounds.width - size.width) / 2).rounded(),
      y: (bounds.height - size.height - (Self.margin * uiScale).rounded()).rounded(),
      width: size.width, height: size.height)
  }

  /// The minimum distance between the sheet and the window's edges, in points.
  static let margin = 12.0
}

final class ActionSheetRow: Control {
  /// The look of the row, by the kind of its action.
  enum ActionKind: Hashable { case plain, destructive, cancel }

  let kind: ActionKind
  private let title: String
  private var text: CachedText?

  /// The measures of a row. Lengths are in points.
  private enum ActionSheetRowStyle {
    static let fontSize = 15.0
    static let radius = 10.0
    static let padding = 14.0
  }

  init(_ title: String, _ kind: ActionKind) {
    self.title = title
    self.kind = kind
    super.init(label: title)
  }

  convenience init(_ entry: MenuItem) {
    self.init(entry.title, entry.isDestructive ? .destructive : .plain)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = ActionSheetRowStyle.radius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let text = CachedText.layout(
      &text, title,
      TextStyle(
        size: ActionSheetRowStyle.fontSize * uiScale, weight: kind == .cancel ? .semibold : .medium),
      maxWidth: max(1, bounds.width - 2 * ActionSheetRowStyle.padding * uiScale),
      flow: .ellipsisInMiddle)
    let color = kind == .destructive ? Chrome.destructive : Chrome.text
    canvas.draw(
      text,
      at: Point(
        x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2),
      isEnabled ? color : Chrome.disabledText)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }
}

/// The panel of an action sheet: a card with texts and actions, and a card with Cancel below it.
private final class ActionSheetCards: View {
  private let title: String
  private let message: String
  private let rows: [ActionSheetRow]
  private let cancelRow: ActionSheetRow
  private var titleText: CachedText?
  private var messageText: CachedText?
  /// The position of the upper card's bottom edge in this view, in device pixels.
  private var upperCardBottom = 0.0
  /// The texts above the actions that fit into the window: heading and message, the heading only,
  /// or none.
  private enum ShownHeading { case titleAndMessage, titleOnly, none }
  private var shownHeading = ShownHeading.titleAndMessage

  /// The measures of the cards. Lengths are in points.
  private enum ActionSheetCardsStyle {
    static let width = 400.0
    static let padding = 6.0
    static let gap = 8.0
    static let radius = 16.0
    static let rowHeight = 46.0
    /// The minimum height of a row in a low window, in points, which is still large enough to hit.
    static let minRowHeight = 26.0
    static let headPadding = 14.0
    static let titleFontSize = 15.0
    static let messageFontSize = 13.0
    static let messageGap = 4.0
    static let maxLines = 4
    static let shadowBlur = 22.0
  }

  init(_ title: String, _ message: String, rows: [ActionSheetRow], cancel: ActionSheetRow) {
    self.title = title
    self.message = message
    self.rows = rows
    self.cancelRow = cancel
    super.init()
    for row in rows + [cancelRow] { add(row) }
  }

  /// Lays out the rows for a window of the given size in pixels.
  ///
  /// - Returns: The size in pixels of both cards with the gap between them.
  func layOutCards(in window: Size, scale: Double) -> Size {
    let margin = ActionSheet.margin * scale
    let width = max(1, min(ActionSheetCardsStyle.width * scale, window.width - 2 * margin))
      .rounded()
    let padding = (ActionSheetCardsStyle.padding * scale).rounded()
    let gap = (ActionSheetCardsStyle.gap * scale).rounded()
    let room = window.height - 2 * margin - 4 * padding - gap
    let minRowsHeight = ActionSheetCardsStyle.minRowHeight * scale * Double(rows.count + 1)
    // In a very low window the actions take precedence over the texts.
    shownHeading =
      [.titleAndMessage, .titleOnly].first { headHeight($0, width, scale) + minRowsHeight <= room }
      ?? .none
    let height = headHeight(shownHeading, width, scale)
    let row = max(
      1, min(ActionSheetCardsStyle.rowHeight * scale, (room - height) / Double(rows.count + 1))
    )
    .rounded(.down)
    var y = padding + height
    for view in rows {
      view.frame = Rect(x: padding, y: y, width: width - 2 * padding, height: row)
      y += row
    }
    upperCardBottom = y + padding
    cancelRow.frame = Rect(
      x: padding, y: upperCardBottom + gap + padding, width: width - 2 * padding, height: row)
    return Size(width: width, height: upperCardBottom + gap + row + 2 * padding)
  }

  private func headHeight(_ heading: ShownHeading, _ width: Double, _ scale: Double) -> Double {
    let (title, message) = layoutHead(heading, width, scale)
    guard title != nil || message != nil else { return 0 }
    let gap = title == nil || message == nil ? 0 : ActionSheetCardsStyle.messageGap * scale
    return
      (2 * ActionSheetCardsStyle.headPadding * scale + (title?.size.height ?? 0) + gap
      + (message?.size.height ?? 0)).rounded()
  }

  private func layoutHead(
    _ heading: ShownHeading, _ width: Double, _ scale: Double
  ) -> (title: TextLayout?, message: TextLayout?) {
    let room = max(
      1, width - 2 * (ActionSheetCardsStyle.headPadding + ActionSheetCardsStyle.padding) * scale)
    return (
      title.isEmpty || heading == .none
        ? nil
        : CachedText.layout(
          &titleText, title,
          TextStyle(size: ActionSheetCardsStyle.titleFontSize * scale, weight: .semibold),
          maxWidth: room, flow: .wrapped(maxLines: 2), alignment: .center),
      message.isEmpty || heading != .titleAndMessage
        ? nil
        : CachedText.layout(
          &messageText, message, TextStyle(size: ActionSheetCardsStyle.messageFontSize * scale),
          maxWidth: room,
          flow: .wrapped(maxLines: ActionSheetCardsStyle.maxLines), alignment: .center)
    )
  }

  override var drawingBounds: Rect {
    bounds.inset(by: .all(-ActionSheetCardsStyle.shadowBlur * uiScale))
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = ActionSheetCardsStyle.radius * uiScale
    let gap = (ActionSheetCardsStyle.gap * uiScale).rounded()
    let upper = Rect(x: 0, y: 0, width: bounds.width, height: upperCardBottom)
    let lower = Rect(
      x: 0, y: upperCardBottom + gap, width: bounds.width,
      height: bounds.height - upperCardBottom - gap)
    for card in [upper, lower] {
      canvas.drawPanel(
        card, radius: radius, blur: ActionSheetCardsStyle.shadowBlur * uiScale, scale: uiScale)
    }
    let (title, message) = layoutHead(shownHeading, bounds.width, uiScale)
    var y = (ActionSheetCardsStyle.padding + ActionSheetCardsStyle.headPadding) * uiScale
    if let title {
      canvas.draw(title, at: Point(x: bounds.midX - title.size.width / 2, y: y), Chrome.text)
      y += title.size.height + ActionSheetCardsStyle.messageGap * uiScale
    }
    if let message {
      canvas.draw(
        message, at: Point(x: bounds.midX - message.size.width / 2, y: y), Chrome.secondaryText)
    }
  }
}

import Drawing
import Geometry
import Input
import Localization
import Views

/// A sheet that lists all commands with their keys, and the mouse and touch gestures, in columns.
/// Typed text filters the rows. A click or Enter on a row runs its command.
///
/// - Source: GtkShortcutsWindow and the shortcuts dialog of libadwaita, for groups, key caps and
///   search field.
final class ShortcutsSheet: BottomSheet {
  /// Called with the built-in command of a chosen row, after the sheet has begun to close; not
  /// called for the row of ``Command/showKeys`` if that command opened the sheet.
  var onRun: (Command) -> Void = { _ in }
  /// Called with the user-defined command of a chosen row, after the sheet has begun to close.
  var onRunUserCommand: (UserCommand) -> Void = { _ in }

  private let sections: [ShortcutSection]
  private var card: ShortcutsCard? { panel as? ShortcutsCard }

  /// The command that opened the sheet. If it is ``Command/showKeys``, its row only closes the
  /// sheet.
  private let openingCommand: Command

  /// Makes a sheet that lists sections.
  ///
  /// - Parameters:
  ///   - command: the command that opens the sheet; its title is the heading.
  ///   - query: the initial text of the search field.
  init(
    _ sections: [ShortcutSection], command: Command = .showKeys, query: String = ""
  ) {
    self.sections = sections
    self.openingCommand = command
    // The ellipsis in a command's title says in menus that a sheet follows, and is left out in the
    // heading of the sheet.
    let title = command.title.hasSuffix("…") ? String(command.title.dropLast()) : command.title
    let card = ShortcutsCard(sections, title: title)
    super.init(label: title, panel: card)
    card.field.onChange = { [weak self] in self?.search() }
    card.field.onCommit = { [weak self] in self?.runFirst() }
    card.list.onRun = { [weak self] in self?.run($0) }
    card.closeButton.action = { [weak self] in self?.close() }
    guard !query.isEmpty else { return }
    card.field.text = query
    card.list.show(ShortcutSection.filter(sections, by: query))
  }

  /// The text of the search field, by which the list is filtered.
  var query: String { card?.field.text ?? "" }
  /// The rows in the filtered list that have a command, column by column.
  var rows: [ShortcutRow] { card?.list.commandRows ?? [] }

  override var tabStops: [View] {
    guard let card else { return [] }
    return [card.field] + card.list.commandRows + [card.closeButton]
  }

  override func panelFrame() -> Rect { card?.fit(bounds.size, scale: uiScale) ?? .zero }

  // MARK: Searching and choosing

  private func search() {
    card?.list.show(ShortcutSection.filter(sections, by: query))
    panelDidChange()
  }

  private func clear() {
    card?.field.text = ""
    search()
    stage?.setFocus(card?.field)
  }

  private func runFirst() {
    guard !query.isEmpty, let item = rows.first?.item else { return }
    run(item)
  }

  private func run(_ item: ShortcutItem) {
    guard !isLeaving else { return }
    close()
    if let command = item.userCommand { onRunUserCommand(command) }
    if let chosen = item.command, chosen != openingCommand || openingCommand != .showKeys {
      onRun(chosen)
    }
  }

  // MARK: Keys

  override func press(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .function(1): if !key.isRepeat { close() }
    case .escape where !query.isEmpty: if !key.isRepeat { clear() }
    case .pageDown: card?.list.scroll(byPages: Self.pageFraction)
    case .pageUp: card?.list.scroll(byPages: -Self.pageFraction)
    case .left: moveToAdjacentColumn(-1)
    case .right: moveToAdjacentColumn(1)
    default:
      // A text key that is pressed while a row has the focus moves the focus to the search field
      // and is typed there.
      guard let field = card?.field, !field.isFocused, !key.text.isEmpty, key.name != .tab else {
        return false
      }
      stage?.setFocus(field)
      return field.receive(.key(key))
    }
    return true
  }

  /// The share of the list's visible height by which Page Up and Page Down scroll; about two rows
  /// stay visible.
  private static let pageFraction = 0.85

  /// Moves the focus to the row in the adjacent column that is nearest in height; has no effect
  /// without a focused row or an adjacent column.
  ///
  /// - Parameter step: 1 for the column on the right, −1 for the one on the left.
  private func moveToAdjacentColumn(_ step: Double) {
    guard let here = rows.first(where: \.isFocused)?.frame else { return }
    let beside = rows.filter { ($0.frame.minX - here.minX) * step > 0 }
    let column = beside.map { abs($0.frame.minX - here.minX) }.min()
    let next = beside.filter { abs($0.frame.minX - here.minX) == column }.min {
      abs($0.frame.midY - here.midY) < abs($1.frame.midY - here.midY)
    }
    if let next { stage?.setFocus(next) }
  }
}

/// The panel of the sheet: a heading, a search field, a Close button and the list of shortcuts.
private final class ShortcutsCard: HeadedCard {
  let field: TextField
  let list = ShortcutList()
  /// All sections of the list. They determine the height of the panel, which does not change while
  /// the user searches.
  private let sections: [ShortcutSection]
  private var measuredList: (window: Size, scale: Double, height: Double)?

  /// The sizes of the panel, in points unless stated otherwise, and the placeholder of its search
  /// field.
  private enum Style {
    static let margin = 12.0
    static let padding = 14.0
    static let minColumnWidth = 290.0
    static let maxColumnWidth = 400.0
    /// The maximum width of a column if there is only one, in points. It exceeds ``maxColumnWidth``
    /// so that titles and keys fit on one line.
    static let maxSingleColumnWidth = 460.0
    static let maxColumns = 4
    static let columnGap = 20.0
    static let headHeight = 58.0
    static let fieldWidth = 240.0
    /// The maximum width of the search field beside the heading, as a share of the panel's width.
    static let fieldShare = 0.4
    static let buttonSide = 32.0
    /// The width of the panel, in points, below which the search field is on a line of its own.
    static let minWidthForFieldInHeader = 440.0
    static let fieldGap = 10.0
    static var placeholder: String { tr("Search") }
  }

  init(_ sections: [ShortcutSection], title: String) {
    self.sections = sections
    field = TextField(label: Style.placeholder)
    field.placeholder = Style.placeholder
    super.init(title)
    for view in [field, list] { add(view) }
    list.show(sections)
  }

  /// Lays out the panel in a window.
  ///
  /// - Parameters:
  ///   - window: the size of the window in device pixels.
  ///   - scale: the UI scale, in device pixels per point.
  /// - Returns: the frame of the panel at the bottom of the window, in device pixels.
  func fit(_ window: Size, scale: Double) -> Rect {
    let margin = (Style.margin * scale).rounded()
    let columns = columns(in: window.width - 2 * margin, scale)
    let width = columns.totalWidth.rounded()
    let head = layOutHeader(width, scale)
    let natural = naturalListHeight(window, columns, scale)
    let room = max(1, window.height - 2 * margin)
    let height = min(room, (head + natural + Style.padding * scale).rounded())
    _ = list.arrange(in: columns, scale: scale)
    list.frame = Rect(
      x: 0, y: head, width: width,
      height: max(1, height - head - (Style.padding * scale).rounded()))
    list.setNeedsLayout()
    return Rect(
      x: ((window.width - width) / 2).rounded(), y: window.height - margin - height, width: width,
      height: height)
  }

  /// The arrangement with the maximum number of columns that fit into a width, in device pixels.
  /// Columns are not wider than a readable line.
  ///
  /// - Parameter room: the width in device pixels.
  private func columns(in room: Double, _ scale: Double) -> ShortcutList.Columns {
    let padding = (Style.padding * scale).rounded()
    let gap = (Style.columnGap * scale).rounded()
    let inner = max(1, room - 2 * padding)
    let fitting = Int(((inner + gap) / (Style.minColumnWidth * scale + gap)).rounded(.down))
    let count = min(max(1, fitting), Style.maxColumns)
    let widest = (count == 1 ? Style.maxSingleColumnWidth : Style.maxColumnWidth) * scale
    let width = min((inner - gap * Double(count - 1)) / Double(count), widest).rounded(.down)
    return ShortcutList.Columns(count: count, width: max(1, width), gap: gap, inset: padding)
  }

  /// The height of the whole list without a search, in device pixels.
  private func naturalListHeight(
    _ window: Size, _ columns: ShortcutList.Columns, _ scale: Double
  ) -> Double {
    if let measuredList, measuredList.window == window, measuredList.scale == scale {
      return measuredList.height
    }
    // The first layout precedes any search, so the list then shows all sections, and its height is
    // that of the whole list.
    let height = field.text.isEmpty ? list.arrange(in: columns, scale: scale) : window.height
    if field.text.isEmpty { measuredList = (window, scale, height) }
    return height
  }

  /// Lays out the heading, the search field and the Close button at the top of the panel.
  ///
  /// - Returns: their height in device pixels.
  private func layOutHeader(_ width: Double, _ scale: Double) -> Double {
    let padding = (Style.padding * scale).rounded()
    let head = (Style.headHeight * scale).rounded()
    let side = (Style.buttonSide * scale).rounded()
    let fieldHeight = TextField.height(at: scale)
    closeButton.frame = Rect(
      x: width - padding - side, y: ((head - side) / 2).rounded(), width: side, height: side)
    let left = padding + (8 * scale).rounded()
    if width < Style.minWidthForFieldInHeader * scale {
      field.frame = Rect(
        x: padding, y: head - (4 * scale).rounded(), width: width - 2 * padding,
        height: fieldHeight)
      headingArea = Rect(x: left, y: 0, width: closeButton.frame.minX - left, height: head)
      return field.frame.maxY + (Style.fieldGap * scale).rounded()
    }
    let fieldWidth = min(Style.fieldWidth * scale, width * Style.fieldShare).rounded()
    field.frame = Rect(
      x: closeButton.frame.minX - (Style.fieldGap * scale).rounded() - fieldWidth,
      y: ((head - fieldHeight) / 2).rounded(), width: fieldWidth, height: fieldHeight)
    headingArea = Rect(
      x: left, y: 0, width: field.frame.minX - (Style.fieldGap * scale).rounded() - left,
      height: head)
    return head
  }
}

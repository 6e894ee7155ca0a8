import Drawing
import Geometry
import Input
import Localization
import TextSearch
import Views

/// The sheet of preferences, divided into sections. Every change takes effect at once, and typed
/// text filters the rows.
///
/// - Source: the settings of JXPhotoBrowser 4.1's demo: transition, direction, looping,
///   auto-play; libadwaita's preferences dialog: groups and a search.
final class PreferencesSheet: BottomSheet {
  /// The values that the sheet shows.
  private(set) var shownValues: Preferences
  /// Called with all values of the sheet after the user has changed one of them.
  var onChange: (Preferences) -> Void = { _ in }
  /// Called with the command of a button in the sheet, after the sheet has begun to close.
  var onCommand: (Command) -> Void = { _ in }

  private let rows: [PreferenceRow]
  private var card: PreferencesCard? { panel as? PreferencesCard }

  /// Makes a sheet that shows the given values.
  ///
  /// - Parameters:
  ///   - title: the heading of the sheet.
  ///   - keys: the keys of the preferences in the sheet; nil for all, with sections and a search
  ///     field.
  init(_ preferences: Preferences, title: String = tr("Preferences"), keys: [String]? = nil) {
    shownValues = preferences
    rows = PreferenceTable.all.filter { keys?.contains($0.key) ?? true }
      .map { PreferenceRow($0, value: preferences[$0.key] ?? "") }
    let isWhole = keys == nil
    let commands = isWhole ? [PreferenceButton(.customizeKeys, in: .keys)] : []
    let card = PreferencesCard(title, rows: rows, buttons: commands, hasSearch: isWhole)
    super.init(label: title, panel: card)
    for row in rows {
      row.control.onChange = { [weak self, weak row] index in
        guard let self, let row, row.values.indices.contains(index) else { return }
        shownValues[row.preference.key] = row.values[index]
        onChange(shownValues)
      }
    }
    for button in commands {
      button.control.action = { [weak self] in
        self?.close()
        self?.onCommand(button.command)
      }
    }
    card.field.onChange = { [weak self] in self?.filterRows() }
    card.closeButton.action = { [weak self] in self?.close() }
  }

  /// The warning above the rows, such as about an invalid line of the file; empty for none.
  /// Default: empty.
  var notice: String {
    get { card?.notice ?? "" }
    set {
      card?.notice = newValue
      panelDidChange()
    }
  }

  /// Shows values that were changed outside the sheet.
  func show(_ preferences: Preferences) {
    shownValues = preferences
    for row in rows { row.show(preferences[row.preference.key] ?? "") }
  }

  /// The text in the search field, which filters the rows.
  var query: String { card?.field.text ?? "" }

  override var tabStops: [View] { card?.tabStops ?? [] }

  override var initialFocus: View? { card?.matchingControls.first ?? tabStops.first }

  override func panelFrame() -> Rect {
    card?.layOutAndReturnFrame(bounds.size, scale: uiScale) ?? .zero
  }

  private func filterRows() {
    card?.filter(by: query)
    panelDidChange()
  }

  override func press(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .escape where !query.isEmpty:
      if !key.isRepeat {
        card?.field.text = ""
        filterRows()
        stage?.setFocus(initialFocus)
      }
    case .pageDown: card?.area.scroll(byPages: PreferencesCard.pageFraction)
    case .pageUp: card?.area.scroll(byPages: -PreferencesCard.pageFraction)
    default:
      // Text typed while a row has the focus goes to the search field.
      guard let field = card?.field, !field.isHidden, !field.isFocused, !key.text.isEmpty,
        key.name != .tab
      else { return false }
      stage?.setFocus(field)
      return field.receive(.key(key))
    }
    return true
  }
}

/// A preference and its row in the sheet.
private final class PreferenceRow {
  let preference: Preference
  let control: SettingRow
  /// The choices of the row as in the preferences file, in the order of the row.
  let values: [String]

  init(_ preference: Preference, value: String) {
    self.preference = preference
    switch preference.row {
    case .toggle(let title, let off, let on):
      values = [off, on]
      control = SettingRow(tr(title), isOn: value == on)
    case .choices(let title, let choices):
      let choices = choices(value)
      values = choices.map(\.value)
      control = SettingRow(
        tr(title), choices: choices.map(\.label), index: values.firstIndex(of: value) ?? 0)
    }
  }

  /// Whether a search finds the row: by its preference, or by the name of one of its values. The
  /// values of switches, which are all alike, are not searched.
  func matches(_ query: String) -> Bool {
    preference.matches(query, values: control.isSwitch ? [] : control.choices)
  }

  /// Shows another value in the row; a value that is not a choice of the row is ignored.
  func show(_ value: String) {
    if let index = values.firstIndex(of: value) { control.show(index) }
  }
}

/// A row of the sheet that performs a command.
private final class PreferenceButton {
  let command: Command
  let group: PreferenceGroup
  let control: SettingRow

  init(_ command: Command, in group: PreferenceGroup) {
    self.command = command
    self.group = group
    control = SettingRow(link: command.title)
  }

  func matches(_ query: String) -> Bool {
    let text = "\(command.title) \(group.title)".lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { text.containsText($0) }
  }
}

/// The card of the sheet: the heading, the search field, the Close button and the sections.
private final class PreferencesCard: HeadedCard {
  /// The share of the visible height that Page Up and Page Down scroll: about two rows stay
  /// visible.
  static let pageFraction = 0.85

  let field = TextField(label: tr("Search"))
  let area = ScrollArea()
  /// The rows that match the search, from top to bottom.
  private(set) var matchingControls: [SettingRow] = []

  private let rows: [PreferenceRow]
  private let buttons: [PreferenceButton]
  private let headings: [PreferenceGroup: SectionHeading]
  private let noMatchText = FormText(tr("No matching preferences"))
  private let noticeText = FormText()
  private let hasSearch: Bool
  private var query = ""
  private var unfilteredListHeight: (scale: Double, height: Double)?

  /// The measures of the card in points.
  private enum Style {
    static let width = 480.0
    /// The maximum width of the card in points, which it has when titles are long.
    static let maxWidth = 640.0
    static let margin = 12.0
    static let padding = 8.0
    static let inset = 12.0
    static let headerHeight = 58.0
    static let fieldWidth = 200.0
    static let maxFieldShare = 0.42
    static let buttonSide = 32.0
    static let gap = 10.0
    /// The distance in points between fading rows and the sides of the card. It keeps the rows
    /// inside the card's round corners and border.
    static let fadeInset = 4.0
  }

  init(_ title: String, rows: [PreferenceRow], buttons: [PreferenceButton], hasSearch: Bool) {
    self.rows = rows
    self.buttons = buttons
    self.hasSearch = hasSearch
    let groups = hasSearch ? PreferenceGroup.allCases : []
    headings = Dictionary(
      uniqueKeysWithValues: groups.map { ($0, SectionHeading($0.title)) })
    super.init(title)
    area.fadeInset = Style.fadeInset
    field.placeholder = tr("Search")
    field.isHidden = !hasSearch
    for view in [field, area] { add(view) }
    for heading in headings.values { area.content.add(heading) }
    for control in rows.map(\.control) + buttons.map(\.control) {
      area.content.add(control)
      control.onFocus = { [weak self, weak control] in
        if let self, let control { area.reveal(control) }
      }
    }
    noMatchText.isHidden = true
    area.content.add(noMatchText)
    noticeText.isWarning = true
    area.content.add(noticeText)
    filter(by: "")
  }

  /// The warning above the rows, which a search hides; empty for none.
  var notice: String {
    get { noticeText.text }
    set {
      noticeText.text = newValue
      updateNotice()
    }
  }

  private func updateNotice() {
    noticeText.isHidden = noticeText.text.isEmpty || !query.isEmpty
    setNeedsLayout()
  }

  var tabStops: [View] { (hasSearch ? [field] : []) + matchingControls + [closeButton] }

  /// Shows only the rows that match a query, and scrolls to the top.
  func filter(by query: String) {
    self.query = query
    matchingControls = sections.flatMap(\.controls)
    let visible = Set(matchingControls.map(ObjectIdentifier.init))
    for control in rows.map(\.control) + buttons.map(\.control) {
      control.isHidden = !visible.contains(ObjectIdentifier(control))
    }
    let groups = Set(sections.map(\.group))
    for (group, heading) in headings { heading.isHidden = !groups.contains(group) }
    noMatchText.isHidden = !matchingControls.isEmpty
    area.scrollToTop()
    updateNotice()
  }

  private var sections: [(group: PreferenceGroup, controls: [SettingRow])] {
    PreferenceGroup.allCases.compactMap { group in
      let controls =
        rows.filter { $0.preference.group == group && $0.matches(query) }.map(\.control)
        + buttons.filter { $0.group == group && $0.matches(query) }.map(\.control)
      return controls.isEmpty ? nil : (group, controls)
    }
  }

  /// Lays out the card for a window, whose size is in device pixels.
  ///
  /// - Parameter scale: device pixels per point.
  /// - Returns: the card's rectangle at the bottom of the window, in device pixels.
  func layOutAndReturnFrame(_ window: Size, scale: Double) -> Rect {
    let margin = (Style.margin * scale).rounded()
    let padding = (Style.padding * scale).rounded()
    SettingRow.alignValues(of: rows.map(\.control))
    let widest = rows.map(\.control.naturalWidth).max() ?? 0
    let wanted = min(max(Style.width * scale, widest + 2 * padding), Style.maxWidth * scale)
    let width = max(1, min(wanted, window.width - 2 * margin)).rounded()
    let head = (Style.headerHeight * scale).rounded()
    layOutHeader(width, head, scale)
    let inner = width - 2 * padding
    let inset = (Style.inset * scale).rounded()
    var y = 0.0
    if !noticeText.isHidden {
      let width = max(1, inner - 2 * inset)
      noticeText.frame = Rect(
        x: padding + inset, y: y, width: width,
        height: noticeText.height(for: width, scale: scale))
      y = noticeText.frame.maxY
    }
    for (group, controls) in sections {
      if let heading = headings[group] {
        let height = SectionHeading.height(at: scale)
        let indent = ((Style.inset - SectionHeading.inset) * scale).rounded()
        heading.frame = Rect(
          x: padding + indent, y: y, width: max(1, inner - indent), height: height)
        y += height
      }
      for control in controls {
        let height = control.height(for: inner, scale: scale)
        control.frame = Rect(x: padding, y: y, width: inner, height: height)
        y += height
      }
    }
    if matchingControls.isEmpty {
      noMatchText.frame = Rect(
        x: padding + inset, y: 0, width: max(1, inner - 2 * inset),
        height: noMatchText.height(for: inner, scale: scale))
    }
    // During a search, the card keeps the height that it had before.
    if query.isEmpty || unfilteredListHeight?.scale != scale { unfilteredListHeight = (scale, y) }
    let natural = unfilteredListHeight?.height ?? y
    let height = min(
      max(1, window.height - 2 * margin), (head + natural + padding).rounded())
    area.contentHeight = y
    area.frame = Rect(x: 0, y: head, width: width, height: max(1, height - head - padding))
    area.setNeedsLayout()
    return Rect(
      x: ((window.width - width) / 2).rounded(), y: (window.height - margin - height).rounded(),
      width: width, height: height)
  }

  private func layOutHeader(_ width: Double, _ head: Double, _ scale: Double) {
    let padding = ((Style.padding + Style.inset / 2) * scale).rounded()
    let side = (Style.buttonSide * scale).rounded()
    closeButton.frame = Rect(
      x: width - padding - side, y: ((head - side) / 2).rounded(), width: side, height: side)
    let fieldHeight = TextField.height(at: scale)
    let fieldWidth = min(Style.fieldWidth * scale, width * Style.maxFieldShare).rounded()
    field.frame = Rect(
      x: closeButton.frame.minX - (Style.gap * scale).rounded() - fieldWidth,
      y: ((head - fieldHeight) / 2).rounded(), width: fieldWidth, height: fieldHeight)
    let left = ((Style.padding + Style.inset) * scale).rounded()
    let right = hasSearch ? field.frame.minX : closeButton.frame.minX
    headingArea = Rect(x: left, y: 0, width: max(0, right - left), height: head)
  }
}

import Desktop
import Input
import Localization
import TextSearch
import Views

/// The sheet in which the user chooses an application that opens some photos. Typed text searches
/// all applications.
final class OpenWithSheet: BottomSheet {
  /// Called with the application that the user has chosen, after the sheet has begun to close.
  var onOpen: (DesktopApplication) -> Void = { _ in }

  private let candidates: DesktopApplication.Candidates
  private let field = TextField(label: tr("Search Applications"))
  private let list = ChoiceList(label: tr("Applications"))
  private let note = FormText()
  /// Whether the applications that are not registered for the type of the photos are listed, too.
  private var showsAll: Bool
  /// The applications in the list, from top to bottom.
  private(set) var listedApplications: [DesktopApplication] = []

  init(_ title: String, _ candidates: DesktopApplication.Candidates) {
    self.candidates = candidates
    showsAll = candidates.recommended.isEmpty
    super.init(title, items: [field, list, note])
    field.placeholder = tr("Search")
    field.onChange = { [weak self] in self?.updateList() }
    field.onCommit = { [weak self] in self?.choose(0) }
    list.onChoose = { [weak self] in self?.choose($0) }
    updateList()
  }

  override var tabStops: [View] { [field] + list.rows }
  override var initialFocus: View? { list.rows.first ?? field }

  /// The titles of the rows from top to bottom, for tests.
  var titles: [String] {
    listedApplications.map(\.name) + (hasOthersRow ? [Self.othersTitle] : [])
  }

  private static var othersTitle: String { tr("Other Applications…") }

  private var hasOthersRow: Bool { !showsAll && field.text.isEmpty && !candidates.others.isEmpty }

  private func updateList() {
    let query = field.text.lowercased().split(separator: " ")
    let all = candidates.recommended + (showsAll || !query.isEmpty ? candidates.others : [])
    listedApplications = all.filter { one in
      let name = one.name.lowercased()
      return query.allSatisfy { name.containsText($0) }
    }
    var choices = listedApplications.map { one in
      let isDefault = candidates.hasDefault && one == candidates.recommended.first
      return ChoiceList.Choice(title: one.name, detail: isDefault ? tr("Default") : "")
    }
    if hasOthersRow { choices.append(ChoiceList.Choice(title: Self.othersTitle)) }
    list.show(choices)
    list.isHidden = choices.isEmpty
    note.text =
      choices.isEmpty
      ? tr("No application matches.")
      : showsAll && candidates.recommended.isEmpty
        ? tr("No application is registered for these files.") : ""
    panelDidChange()
  }

  private func choose(_ index: Int) {
    guard !isLeaving else { return }
    guard listedApplications.indices.contains(index) else {
      guard hasOthersRow else { return }
      showsAll = true
      updateList()
      stage?.setFocus(list.rows.indices.contains(index) ? list.rows[index] : list.rows.last)
      return
    }
    close()
    onOpen(listedApplications[index])
  }

  override func press(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .escape where !field.text.isEmpty:
      guard !key.isRepeat else { break }
      field.text = ""
      updateList()
      stage?.setFocus(field)
    case .pageDown: list.scroll(byPages: 1)
    case .pageUp: list.scroll(byPages: -1)
    default:
      // Text typed while a row has the focus goes to the search field.
      guard !field.isFocused, !key.text.isEmpty, key.name != .tab, key.name != .enter else {
        return false
      }
      stage?.setFocus(field)
      return field.receive(.key(key))
    }
    return true
  }
}

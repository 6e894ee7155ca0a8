import BrowserHost
import Desktop
import Input
import Localization
import Views

/// The sheet with the files that an operation could not change, and the reason for each. A click or
/// Enter on a file copies its path and the reason. The last row of a long list stands for the files
/// that have no row, and copies those.
final class FailureSheet: BottomSheet {
  /// A button of the sheet. The sheet is closed before the action of the button runs.
  struct Choice {
    var title: String
    var action: () -> Void
  }

  /// Called with the text that the user copies.
  var onCopy: (String) -> Void = { _ in }

  /// The maximum number of files that have a row. Each row is a view, whose layout takes time; all
  /// files can be copied as text.
  static let maxRows = 200

  private let list: ChoiceList
  private let buttons: [PillButton]

  /// Makes a sheet for some failures.
  ///
  /// - Parameters:
  ///   - title: the sentence that says what could not be done.
  ///   - choices: the buttons besides *Copy* and *Close*. Default: none.
  init(_ title: String, _ failures: FileFailures, choices: [Choice] = []) {
    let listed = failures.sortedByReason
    list = ChoiceList(label: title)
    let copyButton = PillButton(Command.copy.title)
    let closeButton = PillButton(tr("Close"))
    let others = choices.map { PillButton($0.title) }
    buttons = others + [copyButton, closeButton]
    super.init(title, items: [list, FormButtons(buttons)])
    let shown = listed.prefix(Self.maxRows)
    let rest = listed.dropFirst(shown.count)
    var rows = shown.map {
      ChoiceList.Choice(
        title: $0.file.displayName, detail: $0.error.reason, isDetailBelow: true)
    }
    if !rest.isEmpty {
      // TRANSLATORS: the end of a list, such as cameras, keywords or files.
      let more = trPlural("and {count} more", "and {count} more", count: rest.count)
      rows.append(ChoiceList.Choice(title: more))
    }
    list.show(rows)
    list.onChoose = { [weak self] row in
      self?.onCopy(Self.text(of: row < shown.count ? listed[row...row] : rest))
    }
    for (button, choice) in zip(others, choices) {
      button.isSecondary = true
      button.action = { [weak self] in
        guard let self, !isLeaving else { return }
        close()
        choice.action()
      }
    }
    copyButton.isSecondary = true
    copyButton.action = { [weak self] in self?.onCopy(Self.text(of: listed[...])) }
    closeButton.action = { [weak self] in self?.close() }
  }

  /// The paths of files, each with its reason, one in a line.
  private static func text(of failures: ArraySlice<FileFailures.Failure>) -> String {
    failures.map { "\($0.file.display): \($0.error.reason)" }.joined(separator: "\n")
  }

  override var tabStops: [View] { list.rows + buttons }
  override var initialFocus: View? { buttons.last }

  override func press(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .pageDown: list.scroll(byPages: 1)
    case .pageUp: list.scroll(byPages: -1)
    default: return false
    }
    return true
  }
}

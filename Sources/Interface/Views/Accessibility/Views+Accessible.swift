package import AccessibilityTree
import Drawing
package import Geometry
import Localization
package import Motion

extension TitleBar: AccessibleView {
  package func describe(_ element: inout AccessibleElement) {
    element.role = .toolBar
    element.name = tr("Title bar")
    element.description = [title, position].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Toast: AccessibleView {
  package func describe(_ element: inout AccessibleElement) { element.role = .notification }
}

extension NoticeStrip: AccessibleView {
  package func describe(_ element: inout AccessibleElement) { element.role = .notification }
}

extension MessageCard: AccessibleView {
  package func describe(_ element: inout AccessibleElement) { element.role = .infoBar }
}

extension ProgressRing: AccessibleView {
  package func describe(_ element: inout AccessibleElement) {
    element.role = .progressBar
    element.states.insert(.busy)
  }
}

extension FormProgress: AccessibleView {
  package func describe(_ element: inout AccessibleElement) {
    element.role = .progressBar
    element.value = AccessibleElement.Value(completedShare ?? 0, in: 0...1)
  }
}

extension TooltipView: AccessibleView {
  package func describe(_ element: inout AccessibleElement) { element.role = .toolTip }
}

extension SettingRow: AccessibleView {
  package func describe(_ element: inout AccessibleElement) {
    // A row that leads to another sheet keeps the role of a button.
    guard !isLink else { return }
    guard !isSwitch else {
      element.role = .toggleButton
      element.name = title
      element.states.insert(.checkable)
      element.set(.checked, choiceIndex == 1)
      element.actions = [AccessibleElement.Action("toggle", title: tr("Toggle"))]
      return
    }
    element.role = .comboBox
    element.actions = [
      AccessibleElement.Action("next", title: tr("Next value")),
      AccessibleElement.Action("previous", title: tr("Previous value")),
    ]
    element.value = AccessibleElement.Value(
      Double(choiceIndex), in: 0...Double(max(0, choices.count - 1)), step: 1)
  }

  package func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool {
    guard !isLink, isEnabled else { return false }
    switch request {
    case .performAction(index: 0): change(to: choiceIndex + 1)
    case .performAction(index: 1): change(to: choiceIndex - 1)
    case .setValue(let value):
      guard value.isFinite else { return false }
      change(to: Int(min(max(value, 0), Double(max(0, choices.count - 1))).rounded()))
    default: return false
    }
    return true
  }
}

extension TextField: AccessibleView {
  package func describe(_ element: inout AccessibleElement) {
    element.role = .entry
    element.description = accessibilityNote.isEmpty ? placeholder : accessibilityNote
    element.states.insert(.editable)
    element.text = accessibleText
    element.actions = [AccessibleElement.Action("activate", title: tr("Enter", context: "action"))]
  }
}

extension ActionSheetRow: AccessibleView {
  package func describe(_ element: inout AccessibleElement) { element.role = .menuItem }
}

// MARK: Menus

extension MenuView: AccessibleView {
  package func describe(_ element: inout AccessibleElement) {
    element.role = .menu
    element.states.insert(.focusable)
    // The action has no keys: Orca would speak them as the keys that open the menu.
    element.actions = [AccessibleElement.Action("close", title: tr("Close"))]
  }

  package func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool {
    guard request == .performAction(index: 0) else { return false }
    close()
    return true
  }

  package var accessiblePartCount: Int { items.count }

  package func describe(part index: Int, _ element: inout AccessibleElement) {
    let item = items[index]
    guard !item.isSeparator else {
      element = AccessibleElement(role: .separator, name: "")
      return
    }
    let isCheckable = item.isCheckable || item.isChecked
    element.role = isCheckable ? .checkMenuItem : .menuItem
    element.name = item.title
    element.states.insert([.focusable, .selectable])
    element.set(.selected, index == highlightedIndex)
    element.set(.checkable, isCheckable)
    element.set(.checked, item.isChecked)
    if item.opensMenu { element.states.insert(.hasPopup) }
    if !item.isEnabled { element.disable() }
    element.actions = [
      AccessibleElement.Action(
        "click", title: tr("Choose"), keys: item.opensMenu ? "" : item.shortcut)
    ]
  }

  package func accessibleFrame(ofPart index: Int) -> Rect? {
    rowFrame(at: index).intersection(panelFrame)
  }

  package var accessibleFocusedPart: Int? { highlightedIndex }

  package func perform(
    _ request: AccessibleRequest, onPart index: Int, at time: Timestamp
  ) -> Bool {
    guard items[index].canBeChosen else { return false }
    switch request {
    case .performAction(index: 0): choose(index)
    case .focus, .reveal: highlight(index)
    default: return false
    }
    return true
  }
}

extension MenuItem {
  /// Whether the entry opens another menu, which its shortcut text “›” says.
  var opensMenu: Bool { shortcut == "›" }
}

import AccessibilityTree
import BusWire

/// The signals of AT-SPI for changes of the elements.
///
/// - Source: at-spi2-core, `xml/Event.xml`.
extension AccessibleDispatcher {
  func signal(_ event: AccessibleEvent) -> BusMessage {
    switch event {
    case .stateChanged(let id, let state, let isOn):
      objectSignal("StateChanged", id, state, isOn ? 1 : 0)
    case .nameChanged(let id, let name):
      objectSignal("PropertyChange", id, "accessible-name", value: .text(name))
    case .descriptionChanged(let id, let text):
      objectSignal("PropertyChange", id, "accessible-description", value: .text(text))
    // The signal has no text as its value: libatspi then discards the description that it has
    // cached, and Orca speaks nothing.
    case .descriptionOutdated(let id): objectSignal("PropertyChange", id, "accessible-description")
    case .valueChanged(let id, let number):
      objectSignal("PropertyChange", id, "accessible-value", value: .double(number))
    case .childAdded(let child, let index, let parent):
      objectSignal("ChildrenChanged", parent, "add", index, value: reference(child))
    case .childRemoved(let child, let index, let parent):
      objectSignal("ChildrenChanged", parent, "remove", index, value: reference(child))
    case .activeDescendantChanged(let id, let child, let index):
      objectSignal("ActiveDescendantChanged", id, "", index, value: reference(child))
    case .selectionChanged(let id): objectSignal("SelectionChanged", id)
    case .textInserted(let id, let offset, let text):
      objectSignal(
        "TextChanged", id, "insert", offset, text.unicodeScalars.count, value: .text(text))
    case .textDeleted(let id, let offset, let text):
      objectSignal(
        "TextChanged", id, "delete", offset, text.unicodeScalars.count, value: .text(text))
    case .caretMoved(let id, let offset): objectSignal("TextCaretMoved", id, "", offset)
    case .textSelectionChanged(let id): objectSignal("TextSelectionChanged", id)
    case .windowChanged(let id, let change, let title):
      makeSignal("Window", change.rawValue, id, "", 0, 0, .text(title))
    }
  }

  private func objectSignal(
    _ member: String, _ id: AccessibleID, _ detail: String = "", _ first: Int = 0,
    _ second: Int = 0, value: BusValue = .int(0)
  ) -> BusMessage {
    makeSignal("Object", member, id, detail, first, second, value)
  }

  private func makeSignal(
    _ kind: String, _ member: String, _ id: AccessibleID, _ detail: String, _ first: Int,
    _ second: Int, _ value: BusValue
  ) -> BusMessage {
    BusMessage(
      signal: member, of: "org.a11y.atspi.Event.\(kind)", from: AccessibleNames.path(of: id),
      [
        .text(detail), .int(Int32(clamping: first)), .int(Int32(clamping: second)),
        .variant(value), .array(of: "{sv}", []),
      ])
  }
}

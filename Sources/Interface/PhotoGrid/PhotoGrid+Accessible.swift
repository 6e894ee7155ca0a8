package import AccessibilityTree
import GalleryCore
package import Geometry
import Localization
package import Motion
import PhotoBrowser
import Views

/// The grid as a list for assistive programs, with a cell for every item; a cell is described only
/// when a program asks for it.
extension GalleryView: AccessibleView {
  /// The identity of a cell: that of its item. The stored index is the last known one of the item,
  /// and only speeds up the search for it.
  private struct AccessibleCell: Hashable {
    let id: GalleryID
    let index: Int

    static func == (a: AccessibleCell, b: AccessibleCell) -> Bool { a.id == b.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  private enum AccessibleCellAction: Int, CaseIterable {
    case open, toggle, menu

    var action: AccessibleElement.Action {
      switch self {
      case .open: AccessibleElement.Action("click", title: tr("Open"), keys: "Return")
      case .toggle: AccessibleElement.Action("toggle", title: tr("Select"), keys: "Ctrl+space")
      case .menu: AccessibleElement.Action("menu", title: tr("Open Menu"), keys: "Menu")
      }
    }
  }

  package func describe(_ element: inout AccessibleElement) {
    element.role = .list
    element.states.insert([.focusable, .managesDescendants])
    if allowsSelection { element.states.insert(.multiselectable) }
    element.hasSelectableChildren = allowsSelection
  }

  package var handlesUnfocusedKeys: Bool { true }
  package var accessiblePartCount: Int { contents.items.count }
  package var accessibleFocusedPart: Int? { state.focus }

  package func accessiblePartKey(at index: Int) -> AnyHashable {
    AccessibleCell(id: contents.items[index].id, index: index)
  }

  package func accessibleIndex(ofPartKey part: AnyHashable) -> Int? {
    guard let cell = part.base as? AccessibleCell else { return nil }
    let items = contents.items
    if items.indices.contains(cell.index), items[cell.index].id == cell.id { return cell.index }
    return itemIndices.index(of: cell.id, in: contents)
  }

  package func describe(part index: Int, _ element: inout AccessibleElement) {
    let item = contents.items[index]
    let card = contents.card(at: index)
    element.name = card?.name ?? item.name
    element.description = card?.detail ?? description(of: item)
    element.attributes = [
      "posinset": "\(index + 1)", "setsize": "\(contents.items.count)",
    ]
    element.states.insert([.focusable, .selectable])
    element.set(.selected, state.selection.contains(index))
    element.actions = AccessibleCellAction.allCases.map(\.action)
  }

  private func description(of item: GalleryItem) -> String {
    let marks = thumbnails?.marks(of: item) ?? PhotoMarks()
    let names = [item.kind.spokenName] + marks.spokenNames
    return names.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  package func accessibleFrame(ofPart index: Int) -> Rect? {
    guard let frame = state.frame(ofItem: index, at: lastTime) else { return nil }
    let seen = Rect(origin: .zero, size: state.viewport)
    return frame.intersection(seen) == nil ? nil : frame.offset(by: cellAreaOffset)
  }

  package func accessiblePartIndex(at point: Point) -> Int? { item(under: point) }

  package var accessibleVisibleParts: Range<Int> {
    guard let cells = lastFrame?.cells, let first = cells.map(\.item).min(),
      let last = cells.map(\.item).max()
    else { return 0..<0 }
    return first..<last + 1
  }

  package var accessibleSelectionCount: Int { state.selection.count }

  package func accessibleSelectedPart(at index: Int) -> Int? {
    guard index >= 0 else { return nil }
    var rest = index
    for run in state.selection.runs {
      if rest < run.count { return run.lowerBound + rest }
      rest -= run.count
    }
    return nil
  }

  package func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool {
    switch request {
    case .setAllSelected(let isOn): perform(command: isOn ? .selectAll : .deselectAll, at: time)
    case .focus: stage?.setFocus(nil)
    default: return false
    }
    return true
  }

  package func perform(
    _ request: AccessibleRequest, onPart index: Int, at time: Timestamp
  ) -> Bool {
    switch request {
    case .focus:
      stage?.setFocus(nil)
      moveFocus(to: index, at: time)
    case .reveal: perform(.reveal(index, .nearest, animated: false), at: time)
    case .setSelected(let isOn):
      guard allowsSelection, state.selection.contains(index) != isOn else { return false }
      perform(.select(index, .toggle), at: time)
    case .performAction(let action):
      guard let action = AccessibleCellAction(rawValue: action) else { return false }
      moveFocus(to: index, at: time)
      switch action {
      case .open: perform(.open(index), at: time)
      case .toggle: if allowsSelection { perform(.select(index, .toggle), at: time) }
      case .menu: perform(command: .contextMenu, at: time)
      }
    default: return false
    }
    return true
  }

  private func moveFocus(to index: Int, at time: Timestamp) {
    perform(.focus(index), at: time)
    perform(.reveal(index, .nearest, animated: false), at: time)
  }
}

extension EmptyGalleryView: AccessibleView {
  package func describe(_ element: inout AccessibleElement) { element.role = .infoBar }
}

/// The filmstrip as a list for assistive programs, with an element for every thumbnail.
extension Filmstrip: AccessibleView {
  package var isAccessible: Bool { true }

  package func describe(_ element: inout AccessibleElement) {
    element.role = .list
    element.name = leaves == nil ? tr("Filmstrip") : tr("Pages of the File")
    element.states.insert(.managesDescendants)
    element.hasSelectableChildren = true
  }

  package var accessiblePartCount: Int { isShown ? state.count : 0 }

  package func describe(part index: Int, _ element: inout AccessibleElement) {
    let item = item(index)
    let name = leaves == nil ? item?.name : nil
    element.name = name ?? tr("Page {number}", ["number": index + 1])
    element.description =
      item.flatMap { thumbnails?.marks(of: $0).spokenNames.joined(separator: ", ") } ?? ""
    element.attributes = ["posinset": "\(index + 1)", "setsize": "\(state.count)"]
    element.states.insert(.selectable)
    element.set(.selected, index == currentIndex)
    element.actions = [AccessibleElement.Action("click", title: tr("Show"))]
  }

  package var accessibleVisibleParts: Range<Int> { state.visibleRangeAtRest }
  package var accessibleSelectionCount: Int { currentIndex == nil ? 0 : 1 }
  package func accessibleSelectedPart(at index: Int) -> Int? { index == 0 ? currentIndex : nil }

  package func accessibleFrame(ofPart index: Int) -> Rect? {
    guard state.visibleRangeAtRest.contains(index) else { return nil }
    return state.frame(of: index, at: lastTime)
  }

  package func accessiblePartIndex(at point: Point) -> Int? {
    state.index(at: point.x, time: lastTime)
  }

  package func perform(
    _ request: AccessibleRequest, onPart index: Int, at time: Timestamp
  ) -> Bool {
    switch request {
    case .performAction(index: 0), .setSelected(true):
      choose(index, animated: false, at: time)
      return true
    default: return false
    }
  }
}

nonisolated extension GalleryItem.Kind {
  /// The translated name of the kind, for assistive programs; empty for a still picture.
  fileprivate var spokenName: String {
    switch self {
    case .picture: ""
    case .animated: tr("Animation")
    case .video: tr("Video")
    case .live: tr("Live photo")
    case .folder: tr("Folder")
    case .rawWithRendered(let rendered): tr("RAW and {format}", ["format": rendered.label])
    case .burst(let count):
      trPlural("Burst of {count} photo", "Burst of {count} photos", count: Int(count))
    }
  }
}

nonisolated extension PhotoMarks {
  /// The translated names of the marks, for assistive programs; empty without marks.
  package var spokenNames: [String] {
    var names: [String] = []
    if stars > 0 { names.append(trPlural("{count} star", "{count} stars", count: stars)) }
    switch flag {
    case .none: break
    case .pick: names.append(tr("picked", context: "photo"))
    case .reject: names.append(tr("rejected", context: "photo"))
    }
    switch label {
    case .none: break
    case .red: names.append(tr("red label"))
    case .yellow: names.append(tr("yellow label"))
    case .green: names.append(tr("green label"))
    case .blue: names.append(tr("blue label"))
    case .purple: names.append(tr("purple label"))
    }
    return names
  }
}

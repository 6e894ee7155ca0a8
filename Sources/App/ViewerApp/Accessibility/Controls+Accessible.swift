import AccessibilityTree
import BrowserHost
import Cropping
import Geometry
import Localization
import Motion
import PhotoGrid
import Views

extension SelectionBar: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .toolBar }
}

extension SelectionStar: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.role = .toggleButton
    element.states.insert(.checkable)
    element.set(.checked, isSet)
  }
}

extension InformationPanel: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .panel }
}

extension ShortcutRow: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.name = item.title
    element.description = item.labels.map { KeyNames.displayName(of: $0) }.joined(separator: ", ")
    element.role = .listItem
    if !item.isRunnable { element.actions = [] }
  }
}

extension ChoiceList: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .list }
}

extension ChoiceRow: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .listItem }
}

extension DropHint: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .notification }
}

extension PrintPreview: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .image }
}

extension HistogramView: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .image }
}

extension AngleSlider: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.role = .slider
    element.name = tr("Straighten")
    element.states.insert(.horizontal)
    element.value = AccessibleElement.Value(
      angle, in: -CropFrame.maxAngle...CropFrame.maxAngle, step: Self.step)
    element.actions = [
      AccessibleElement.Action("increment", title: tr("Rotate right", context: "picture")),
      AccessibleElement.Action("decrement", title: tr("Rotate left", context: "picture")),
    ]
  }

  func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool {
    switch request {
    case .performAction(index: 0): requestAngle(angle + Self.largeStep)
    case .performAction(index: 1): requestAngle(angle - Self.largeStep)
    case .setValue(let angle): requestAngle(angle)
    default: return false
    }
    return true
  }
}

extension CropView: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.role = .panel
    let frame = crop.rect
    element.description = tr(
      "Frame of {width} × {height} pixels",
      ["width": Int(frame.width), "height": Int(frame.height)])
  }
}

/// The label of a crop's size is hidden from assistive programs, because the description of the
/// crop view, which they read out when it changes, contains the size.
extension CropSizeLabel: AccessibleView {
  var isAccessible: Bool { false }
}

// MARK: Lists of rows that are no views

extension FolderList: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.role = .list
    element.hasSelectableChildren = true
  }

  var accessiblePartCount: Int { folders.count }
  var accessibleFocusedPart: Int? { folders.isEmpty ? nil : selectedRow }

  func accessiblePartKey(at index: Int) -> AnyHashable {
    Row(index: index, name: rowText(of: index))
  }

  func accessibleIndex(ofPartKey part: AnyHashable) -> Int? {
    guard let row = part.base as? Row, folders.indices.contains(row.index),
      rowText(of: row.index) == row.name
    else { return nil }
    return row.index
  }

  /// The identity of a row of the list of folders: its index, and the name of the folder, which
  /// tells whether the row has changed.
  private struct Row: Hashable {
    let index: Int
    let name: String
  }

  func describe(part index: Int, _ element: inout AccessibleElement) {
    element.name = rowText(of: index)
    element.states.insert([.focusable, .selectable])
    element.set(.selected, index == selectedRow)
    element.actions = [AccessibleElement.Action("click", title: tr("Open"))]
  }

  func accessibleFrame(ofPart index: Int) -> Rect? { frame(ofRow: index).intersection(bounds) }

  var accessibleSelectionCount: Int { folders.isEmpty ? 0 : 1 }
  func accessibleSelectedPart(at index: Int) -> Int? { index == 0 ? selectedRow : nil }

  func perform(_ request: AccessibleRequest, onPart index: Int, at time: Timestamp) -> Bool {
    switch request {
    case .focus, .reveal, .setSelected(true): select(index)
    case .performAction(index: 0):
      select(index)
      openIfSelected(index)
    default: return false
    }
    return true
  }
}

extension TargetList: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .list }

  var accessiblePartCount: Int { targets.count }

  func describe(part index: Int, _ element: inout AccessibleElement) {
    let target = targets[index]
    element.name = target.folder.readableName
    let folder = target.folder.folder.abbreviated(home: HomeFolder.path).display
    element.description =
      target.isFavourite ? tr("{folder}, favourite", ["folder": folder]) : folder
    element.actions = [AccessibleElement.Action("click", title: tr("Choose"), keys: "\(index + 1)")]
  }

  func accessibleFrame(ofPart index: Int) -> Rect? { frame(ofRow: index) }

  func perform(_ request: AccessibleRequest, onPart index: Int, at time: Timestamp) -> Bool {
    guard request == .performAction(index: 0) else { return false }
    onChoose(targets[index].folder)
    return true
  }
}

extension RenameField: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.role = .dialog
    element.states.insert(.modal)
    element.actions = [AccessibleElement.Action("close", title: tr("Close"), keys: "Escape")]
  }

  func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool {
    guard request == .performAction(index: 0) else { return false }
    cancel()
    return true
  }
}

extension RenamePreview: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .list }

  var accessiblePartCount: Int { rows.count }

  func describe(part index: Int, _ element: inout AccessibleElement) {
    let row = rows[index]
    element.name = tr("{old} becomes {new}", ["old": row.old, "new": row.new])
    if row.isProblem { element.description = tr("This name cannot be used") }
  }

  func accessibleFrame(ofPart index: Int) -> Rect? { frame(ofRow: index).intersection(bounds) }
}

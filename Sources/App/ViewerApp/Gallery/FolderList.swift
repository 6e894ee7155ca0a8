import BrowserHost
import Drawing
import Geometry
import Input
import Localization
import Views

/// A list of folders: recent folders, the parent folder, subfolders, and the other folders in the
/// parent folder. A click, Enter or Right opens a folder; Left or Backspace opens the parent
/// folder.
final class FolderList: View, FormItem {
  /// Called with the folder that the user opens.
  var onOpenFolder: (FilePath) -> Void = { _ in }
  /// Called when the user goes to the parent folder.
  var onGoToParent: () -> Void = {}
  /// Called with the digit 1 to 9 of a pressed key. If it returns false, the digit selects the next
  /// folder whose name begins with it.
  var onDigit: (Int) -> Bool = { _ in false }
  /// Called with the character `/` or `~` of a pressed key, with which the user begins a path.
  var onPathCharacter: (Character) -> Void = { _ in }

  /// The folders to show in the list, without the parent folder.
  nonisolated struct Folders: Sendable {
    var recent: [FilePath] = []
    /// The subfolders of the listed folder.
    var subfolders: [FilePath] = []
    /// The other folders in the parent folder of the listed folder.
    var siblings: [FilePath] = []
  }

  /// The folders of all rows, from the top: recent folders, the parent folder if there is one, the
  /// subfolders, and the other folders in the parent folder.
  private(set) var folders: [FilePath] = []
  /// The number of recent folders, whose rows are the first ones.
  private var recentCount = 0
  /// The number of folders beside the listed one, whose rows are the last ones.
  private var siblingCount = 0
  /// Whether the row after the recent folders is the parent folder.
  private var hasParent = false
  private var nameTexts: [Int: CachedText] = [:]
  /// The laid out paths of parent folders, which are drawn beside the names in the last rows, by
  /// the index of the row.
  private var parentPathTexts: [Int: CachedText] = [:]
  private(set) var selectedRow = 0
  /// The scroll offset of the rows, in device pixels.
  private var scrollOffset = 0.0
  /// The running touch: its start point and the scroll offset at its start in device pixels, and
  /// whether it has exceeded the slop, so that it scrolls.
  private var activeTouch: (start: Point, offset: Double, isDrag: Bool)?

  private enum Style {
    static let visibleRowCount = 8.0
    static let rowHeight = 36.0
    static let radius = 9.0
    static let inset = 10.0
    static let iconSide = 20.0
    static let chevronSide = 14.0
    static let gap = 10.0
    static let fontSize = 14.0
    static let parentFontSize = 12.0
    /// The maximum width of a folder's name if the path of its parent folder is drawn beside it, as
    /// a share of the width for both.
    static let maxNameShare = 0.6
    static let topMargin = 10.0
    static var background: Color { Chrome.fill(0.05) }
    /// The number of rows by which one notch of the wheel scrolls.
    static let rowsPerNotch = 2.0
    /// The distance in points that a touch has to move in order to scroll.
    static let slop = 8.0
  }

  /// Makes a list without folders.
  init() {
    super.init(frame: .zero)
    isFocusable = true
    clipsChildren = true
    accessibilityLabel = tr("Folders")
  }

  /// Replaces the folders of the list.
  ///
  /// - Parameters:
  ///   - shown: the recent folders, subfolders and folders beside.
  ///   - parent: the parent folder; nil for the root folder.
  ///   - folder: the folder whose row is selected and scrolled into view; nil selects the first
  ///     subfolder, else the first folder beside, else the parent folder.
  func show(_ shown: Folders, above parent: FilePath?, selecting folder: FilePath?) {
    folders = shown.recent + (parent.map { [$0] } ?? []) + shown.subfolders + shown.siblings
    recentCount = shown.recent.count
    siblingCount = shown.siblings.count
    hasParent = parent != nil
    nameTexts = [:]
    parentPathTexts = [:]
    let hasOthers = !shown.subfolders.isEmpty || !shown.siblings.isEmpty
    let first = recentCount + (hasParent && hasOthers ? 1 : 0)
    selectedRow = folder.flatMap { self.folders.lastIndex(of: $0) } ?? first
    scrollOffset = 0
    revealSelected()
    setNeedsDisplay()
  }

  /// The height of eight rows and of the margin above them, in device pixels.
  ///
  /// - Parameter scale: the UI scale, in device pixels per point.
  func height(for width: Double, scale: Double) -> Double {
    ((Style.visibleRowCount * Style.rowHeight + Style.topMargin) * scale).rounded()
  }

  // MARK: Places

  private var rowHeight: Double { (Style.rowHeight * uiScale).rounded() }

  private var rowsArea: Rect {
    bounds.inset(by: Insets(top: (Style.topMargin * uiScale).rounded()))
  }

  private var maxOffset: Double { max(0, rowHeight * Double(folders.count) - rowsArea.height) }

  private func scroll(to wanted: Double) {
    let next = min(max(0, wanted), maxOffset).rounded()
    guard next != scrollOffset else { return }
    scrollOffset = next
    setNeedsDisplay()
  }

  private func row(at point: Point) -> Int? {
    guard rowsArea.contains(point) else { return nil }
    let row = Int((point.y - rowsArea.minY + scrollOffset) / max(1, rowHeight))
    return folders.indices.contains(row) ? row : nil
  }

  private func revealSelected() {
    let top = rowHeight * Double(selectedRow)
    scroll(to: min(max(scrollOffset, top + rowHeight - rowsArea.height), top))
  }

  func select(_ row: Int) {
    guard !folders.isEmpty else { return }
    selectedRow = min(max(0, row), folders.count - 1)
    revealSelected()
    setNeedsDisplay()
  }

  override func layout() { scroll(to: scrollOffset) }

  override func focusChanged(_ isFocused: Bool) { setNeedsDisplay() }

  // MARK: Drawing

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Style.radius * uiScale
    canvas.fillRounded(rowsArea, radius: radius, Style.background)
    let first = max(0, Int(scrollOffset / rowHeight))
    let last = min(folders.count, Int((scrollOffset + rowsArea.height) / rowHeight) + 1)
    if nameTexts.count > 256 { (nameTexts, parentPathTexts) = ([:], [:]) }
    canvas.saved {
      canvas.clip(to: rowsArea)
      for row in first..<max(first, last) { draw(row, in: canvas) }
    }
    if isFocused {
      canvas.strokeRounded(
        rowsArea, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }

  /// The frame of a row in the coordinates of the list.
  func frame(ofRow row: Int) -> Rect {
    Rect(
      x: rowsArea.minX, y: rowsArea.minY + rowHeight * Double(row) - scrollOffset,
      width: rowsArea.width,
      height: rowHeight)
  }

  /// The text of a row: the path of a recent folder, the name of any other one.
  func rowText(of row: Int) -> String {
    DisplayText.name(
      row < recentCount
        ? folders[row].abbreviated(home: HomeFolder.path).display : folders[row].readableName)
  }

  private func draw(_ row: Int, in canvas: Canvas) {
    let frame = frame(ofRow: row)
    if row == selectedRow, isFocused {
      canvas.fillRounded(
        frame.inset(by: .all((3 * uiScale).rounded())), radius: Style.radius * uiScale * 0.7,
        Chrome.hover)
    }
    let inset = Style.inset * uiScale
    let (icon, chevron) = (Style.iconSide * uiScale, Style.chevronSide * uiScale)
    let isRecent = row < recentCount
    let isParent = hasParent && row == recentCount
    (isRecent ? Icon.clock : isParent ? Icon.back : Icon.folder).draw(
      in: canvas,
      Rect(x: frame.minX + inset, y: frame.midY - icon / 2, width: icon, height: icon),
      Chrome.secondaryText)
    let left = frame.minX + inset + icon + Style.gap * uiScale
    let right = frame.maxX - inset - chevron
    let isBeside = row >= folders.count - siblingCount
    let room = max(1, right - left - inset)
    let text = CachedText.layout(
      &nameTexts[row],
      rowText(of: row), TextStyle(size: Style.fontSize * uiScale),
      maxWidth: isBeside ? room * Style.maxNameShare : room, flow: .ellipsisInMiddle)
    canvas.draw(
      text, at: Point(x: left, y: frame.midY - text.size.height / 2),
      isParent ? Chrome.secondaryText : Chrome.text)
    if isBeside { drawParent(of: row, in: canvas, frame, from: left + text.size.width, to: right) }
    guard !isParent else { return }
    Icon.forward.draw(
      in: canvas, Rect(x: right, y: frame.midY - chevron / 2, width: chevron, height: chevron),
      Chrome.secondaryText)
  }

  /// Draws the path of the parent folder of a row's folder after its name.
  ///
  /// - Parameters:
  ///   - left: the x coordinate of the end of the name, in device pixels.
  ///   - right: the x coordinate of the end of the text area, in device pixels.
  private func drawParent(
    of row: Int, in canvas: Canvas, _ frame: Rect, from left: Double, to right: Double
  ) {
    let left = left + Style.gap * uiScale
    let text = CachedText.layout(
      &parentPathTexts[row], folders[row].folder.abbreviated(home: HomeFolder.path).display,
      TextStyle(size: Style.parentFontSize * uiScale),
      maxWidth: max(1, right - left - Style.inset * uiScale), flow: .ellipsisInMiddle)
    canvas.draw(
      text, at: Point(x: left, y: frame.midY - text.size.height / 2), Chrome.secondaryText)
  }

  // MARK: Events

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer): return receive(pointer)
    case .touch(let touch): return receive(touch)
    case .scroll(let event):
      scroll(to: scrollOffset + event.delta.dy * Style.rowsPerNotch * rowHeight)
      return true
    case .key(let key): return isFocused && key.isPress && handle(key)
    default: return false
    }
  }

  private func receive(_ pointer: InputEvent.Pointer) -> Bool {
    switch pointer.kind {
    case .pressed(.primary):
      if let row = row(at: pointer.location) { select(row) }
      stage?.setFocus(self)
      return true
    case .released(.primary):
      openIfSelected(row(at: pointer.location))
      return true
    default: return false
    }
  }

  private func receive(_ touch: InputEvent.Touch) -> Bool {
    switch touch.phase {
    case .began:
      activeTouch = (touch.location, scrollOffset, false)
      if let row = row(at: touch.location) { select(row) }
    case .moved:
      guard var held = activeTouch else { break }
      let distance = touch.location.y - held.start.y
      held.isDrag = held.isDrag || abs(distance) > Style.slop * uiScale
      activeTouch = held
      if held.isDrag { scroll(to: held.offset - distance) }
    case .ended:
      if activeTouch?.isDrag == false { openIfSelected(row(at: touch.location)) }
      activeTouch = nil
    case .cancelled: activeTouch = nil
    }
    return true
  }

  func openIfSelected(_ row: Int?) {
    guard let row, row == selectedRow, folders.indices.contains(row) else { return }
    if hasParent, row == recentCount { onGoToParent() } else { onOpenFolder(folders[row]) }
  }

  private func handle(_ key: KeyEvent) -> Bool {
    let page = max(1, Int(rowsArea.height / max(1, rowHeight)) - 1)
    switch key.name {
    // The key Ctrl+Enter is left to the sheet, which chooses the listed folder.
    case .enter where key.modifiers.contains(.control): return false
    case .down where selectedRow + 1 < folders.count: select(selectedRow + 1)
    case .up where selectedRow > 0: select(selectedRow - 1)
    case .pageDown: select(selectedRow + page)
    case .pageUp: select(selectedRow - page)
    case .home: select(0)
    case .end: select(folders.count - 1)
    case .enter, .right: if !key.isRepeat { openIfSelected(selectedRow) }
    case .left, .backspace: if !key.isRepeat { onGoToParent() }
    case .character(let letter)
    where key.modifiers.isDisjoint(with: [.control, .alt, .command]) && letter != " ":
      if letter == "/" || letter == "~" {
        onPathCharacter(letter)
        break
      }
      if let digit = letter.wholeNumberValue, digit > 0, onDigit(digit) { break }
      selectNext(beginningWith: letter)
    default: return false
    }
    return true
  }

  /// Selects the next subfolder, or folder beside the listed one, whose name begins with a
  /// character. The search continues at the top after the last row.
  private func selectNext(beginningWith letter: Character) {
    let inside = folders.indices.dropFirst(recentCount + (hasParent ? 1 : 0))
    let wanted = letter.lowercased()
    let order = inside.filter { $0 > selectedRow } + inside
    if let row = order.first(where: { folders[$0].displayName.lowercased().hasPrefix(wanted) }) {
      select(row)
    }
  }
}

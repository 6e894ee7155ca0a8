import BrowserHost
import Drawing
import GalleryCore
import Geometry
import Glibc
import Input
import Localization
import Views

/// A sheet in which the user navigates through folders and chooses one.
final class FolderChooser: BottomSheet {
  /// Called with the absolute path of the chosen folder.
  var onChoose: (FilePath) -> Void = { _ in }

  /// Called when a folder has been listed, with its number of subfolders.
  var onList: (Int) -> Void = { _ in }

  /// Called with a folder that becomes a favourite, or is none any more; nil where there are no
  /// favourites.
  var onFavourite: ((FilePath, _ isFavourite: Bool) -> Void)?

  /// The folders that digit keys choose. Default: none.
  var targets: [TargetFolders.Target] {
    get { targetList.targets }
    set {
      targetList.targets = newValue
      favouriteDidChange()
      panelDidChange()
    }
  }

  private let field: TextField
  private let list = FolderList()
  private let targetList = TargetList()
  private let newButton = PillButton(tr("New Folder"))
  private let favouriteButton = PillButton("☆")
  private let buttons: FormButtons
  private let warning = FormText()
  private let openButton: PillButton
  private let cancelButton = PillButton(tr("Cancel"))
  /// The folder whose subfolders are listed.
  private var folder: FilePath
  /// The number of the latest listing request. Results of earlier requests are discarded.
  private var request = 0
  /// The number of recent folders above the first listing: most of its rows stay those of the folder.
  private nonisolated static let maxRecent = 3

  /// Whether photos are put into the chosen folder, which then cannot be an archive.
  private let takesPhotos: Bool

  /// Makes a sheet that begins in `folder`, an absolute path.
  ///
  /// - Parameters:
  ///   - title: the heading. Default: that for opening a folder.
  ///   - verb: the title of the button that chooses the folder.
  ///   - takesPhotos: whether photos are put into the folder, so that it can be made. Default: false.
  init(
    in folder: FilePath, title: String = tr("Open Folder"), verb: String = tr("Open"),
    takesPhotos: Bool = false
  ) {
    self.folder = folder
    self.takesPhotos = takesPhotos
    openButton = PillButton(verb)
    field = TextField(folder.display, label: tr("Folder"))
    // Folders are made and marked as favourites where photos are put into them.
    let others = takesPhotos ? [favouriteButton, newButton] : []
    buttons = FormButtons(others + [cancelButton, openButton])
    super.init(title, items: [targetList, field, list, warning, buttons])
    newButton.isQuiet = true
    newButton.action = { [weak self] in self?.nameNewFolder() }
    favouriteButton.isQuiet = true
    favouriteButton.accessibilityLabel = Self.favouriteLabel(false)
    favouriteButton.action = { [weak self] in self?.toggleFavourite() }
    list.onDigit = { [weak self] in self?.choose(target: $0) ?? false }
    targetList.onChoose = { [weak self] in self?.choose($0) }
    warning.isWarning = true
    cancelButton.isQuiet = true
    cancelButton.action = { [weak self] in self?.close() }
    openButton.action = { [weak self] in self?.choose() }
    field.onCommit = { [weak self] in self?.goToTypedFolder() }
    list.onEnter = { [weak self] in self?.show($0) }
    list.onLeave = { [weak self] in self?.showParent() }
    show(folder)
  }

  override var initialFocus: View? { list }

  override func press(_ key: KeyEvent) -> Bool {
    guard key.modifiers == .control, !key.isRepeat else { return false }
    switch key.name {
    case .character("d") where onFavourite != nil: toggleFavourite()
    case .character("n") where onFavourite != nil: nameNewFolder()
    case .enter: choose()
    default: return false
    }
    return true
  }

  private func choose() { choose(folder) }

  private func choose(_ folder: FilePath) {
    guard !isLeaving else { return }
    close()
    onChoose(folder)
  }

  /// Chooses the folder of a digit.
  ///
  /// - Returns: false when the digit has none.
  private func choose(target digit: Int) -> Bool {
    guard targets.indices.contains(digit - 1) else { return false }
    choose(targets[digit - 1].folder)
    return true
  }

  private var isFavourite: Bool {
    targets.contains { $0.folder == folder && $0.isFavourite }
  }

  private static func favouriteLabel(_ isFavourite: Bool) -> String {
    isFavourite ? tr("Remove from Favourites") : tr("Add to Favourites")
  }

  private func favouriteDidChange() {
    favouriteButton.title = isFavourite ? "★" : "☆"
    favouriteButton.accessibilityLabel = Self.favouriteLabel(isFavourite)
    buttons.titlesDidChange()
  }

  private func toggleFavourite() {
    let isFavourite = !isFavourite
    onFavourite?(folder, isFavourite)
    targets = TargetFolders.ranked(
      [TargetFolders.Target(folder: folder, isFavourite: isFavourite)]
        + targets.filter { $0.folder != folder })
  }

  /// Proposes the name of a new folder in the shown one.
  private func nameNewFolder() {
    let beginning = FilePath(folder.childPathPrefix).display
    let name = tr("New Folder")
    field.text = beginning + name
    field.select(beginning.count..<(beginning + name).count)
    stage?.setFocus(field)
    say(tr("Enter makes the folder."), isWarning: false)
  }

  private func say(_ sentence: String, isWarning: Bool) {
    warning.text = sentence
    warning.isWarning = isWarning
    panelDidChange()
  }

  /// Makes a folder and shows it.
  private func make(_ path: FilePath) {
    WorkerThread.run {
      path.withCString { mkdir($0, 0o777) } == 0 ? nil : String(cString: strerror(errno))
    } finish: { [weak self] failure in
      guard let self else { return }
      if let failure {
        say(
          tr(
            "“{folder}” cannot be made: {reason}.",
            ["folder": path.readableName, "reason": failure]), isWarning: true)
      } else {
        stage?.setFocus(list)
        show(path)
      }
    }
  }

  private func goToTypedFolder() {
    let text = Array(field.text.utf8)
    guard !text.isEmpty else { return }
    if field.text.hasPrefix("~"), let home = HomeFolder.path {
      let rest = Array(text.dropFirst().drop { $0 == UInt8(ascii: "/") })
      return show(rest.isEmpty ? home : home.appending(rest))
    }
    let path = FilePath(text).absolute(in: folder)
    guard onFavourite != nil else { return show(path) }
    WorkerThread.run {
      (isMissing: !path.exists, hasParent: FileStatus(path.folder) == .folder)
    } finish: { [weak self] answer in
      guard let self else { return }
      guard answer.isMissing, answer.hasParent else { return show(path) }
      make(path)
    }
  }

  private func showParent() {
    guard folder.folder != folder else { return }
    show(folder.folder, selecting: folder)
  }

  /// Lists another folder on a background thread, because a sleeping disk takes seconds to answer.
  private func show(_ next: FilePath, selecting selected: FilePath? = nil) {
    request += 1
    let current = request
    let isFirst = current == 1
    let takesPhotos = takesPhotos
    WorkerThread.run {
      let known = isFirst ? RecentFolders.load() : []
      let recent = known.filter { $0 != next && !(takesPhotos && $0.isArchive) }
        .prefix(Self.maxRecent)
      return (
        FolderScan.contents(of: next).map { contents in
          NaturalOrder.sorted(contents.folders, name: \.bytes)
        }, Array(recent)
      )
    } finish: { [weak self] result, recent in
      guard let self, request == current else { return }
      switch result {
      case .success(let folders): adopt(next, folders, recent, selecting: selected)
      case .failure(let error):
        say(
          tr(
            "“{folder}” cannot be opened: {reason}.",
            ["folder": next.readableName, "reason": error.reason]), isWarning: true)
      }
    }
  }

  private func adopt(
    _ next: FilePath, _ folders: [FilePath], _ recent: [FilePath], selecting selected: FilePath?
  ) {
    folder = next
    field.text = next.display
    warning.text = ""
    favouriteDidChange()
    list.show(
      folders, above: next.folder == next ? nil : next.folder, selecting: selected, recent: recent)
    panelDidChange()
    onList(folders.count)
  }
}

/// A list of the parent folder and the subfolders. A click, Enter or Right opens a folder, Left or
/// Backspace the parent folder.
final class FolderList: View, FormItem {
  /// Called with a folder to open.
  var onEnter: (FilePath) -> Void = { _ in }
  /// Called when the user wants the parent folder.
  var onLeave: () -> Void = {}
  /// Called with a digit key from 1 to 9 before it selects a folder by its name; true when it was used.
  var onDigit: (Int) -> Bool = { _ in false }

  /// The recent folders, the parent folder, if there is one, and the subfolders.
  private(set) var folders: [FilePath] = []
  /// The number of rows with recent folders, which come first.
  private var recentCount = 0
  /// True when the row after the recent folders is the parent folder.
  private var hasParent = false
  private var names: [Int: CachedText] = [:]
  private(set) var selected = 0
  /// The scroll offset of the rows, in device pixels.
  private var offset = 0.0
  /// The running touch: its start point, the scroll offset at its start, and whether it exceeded
  /// the slop.
  private var contact: (start: Point, offset: Double, isDrag: Bool)?

  private enum Look {
    static let rows = 8.0
    static let rowHeight = 36.0
    static let radius = 9.0
    static let inset = 10.0
    static let icon = 20.0
    static let chevron = 14.0
    static let gap = 10.0
    static let fontSize = 14.0
    static let above = 10.0
    static var ground: Color { Chrome.fill(0.05) }
    /// The number of rows that one wheel notch scrolls.
    static let notch = 2.0
    /// The distance that a touch moves before it scrolls, in points.
    static let slop = 8.0
  }

  /// Makes an empty list.
  init() {
    super.init(frame: .zero)
    isFocusable = true
    clipsChildren = true
    accessibilityLabel = tr("Folders")
  }

  /// Shows other folders below `recent` and `parent`, scrolled to the top, with `folder` selected.
  func show(
    _ folders: [FilePath], above parent: FilePath?, selecting folder: FilePath?,
    recent: [FilePath] = []
  ) {
    self.folders = recent + (parent.map { [$0] } ?? []) + folders
    recentCount = recent.count
    hasParent = parent != nil
    names = [:]
    let first = recentCount + (hasParent && !folders.isEmpty ? 1 : 0)
    selected = folder.flatMap { self.folders.lastIndex(of: $0) } ?? first
    offset = 0
    revealSelected()
    setNeedsDisplay()
  }

  /// The height of eight rows and the margin above them.
  func height(for width: Double, scale: Double) -> Double {
    ((Look.rows * Look.rowHeight + Look.above) * scale).rounded()
  }

  // MARK: Places

  private var rowHeight: Double { (Look.rowHeight * uiScale).rounded() }

  private var area: Rect { bounds.inset(by: Insets(top: (Look.above * uiScale).rounded())) }

  private var maxOffset: Double { max(0, rowHeight * Double(folders.count) - area.height) }

  private func scroll(to wanted: Double) {
    let next = min(max(0, wanted), maxOffset).rounded()
    guard next != offset else { return }
    offset = next
    setNeedsDisplay()
  }

  private func row(at point: Point) -> Int? {
    guard area.contains(point) else { return nil }
    let row = Int((point.y - area.minY + offset) / max(1, rowHeight))
    return folders.indices.contains(row) ? row : nil
  }

  private func revealSelected() {
    let top = rowHeight * Double(selected)
    scroll(to: min(max(offset, top + rowHeight - area.height), top))
  }

  func select(_ row: Int) {
    guard !folders.isEmpty else { return }
    selected = min(max(0, row), folders.count - 1)
    revealSelected()
    setNeedsDisplay()
  }

  override func layout() { scroll(to: offset) }

  override func focusChanged(_ isFocused: Bool) { setNeedsDisplay() }

  // MARK: Drawing

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Look.radius * uiScale
    canvas.fillRounded(area, radius: radius, Look.ground)
    let first = max(0, Int(offset / rowHeight))
    let last = min(folders.count, Int((offset + area.height) / rowHeight) + 1)
    if names.count > 256 { names = [:] }
    canvas.saved {
      canvas.clip(to: area)
      for row in first..<max(first, last) { draw(row, in: canvas) }
    }
    if isFocused {
      canvas.strokeRounded(
        area, radius: radius, width: Chrome.focusWidth * uiScale, Chrome.focus)
    }
  }

  /// The frame of a row in local coordinates.
  func frame(ofRow row: Int) -> Rect {
    Rect(
      x: area.minX, y: area.minY + rowHeight * Double(row) - offset, width: area.width,
      height: rowHeight)
  }

  /// The text of a row.
  func name(of row: Int) -> String {
    DisplayText.name(
      row < recentCount
        ? folders[row].abbreviated(home: HomeFolder.path).display : folders[row].readableName)
  }

  private func draw(_ row: Int, in canvas: Canvas) {
    let frame = frame(ofRow: row)
    if row == selected, isFocused {
      canvas.fillRounded(
        frame.inset(by: .all((3 * uiScale).rounded())), radius: Look.radius * uiScale * 0.7,
        Chrome.hover)
    }
    let inset = Look.inset * uiScale
    let (icon, chevron) = (Look.icon * uiScale, Look.chevron * uiScale)
    let isRecent = row < recentCount
    let isParent = hasParent && row == recentCount
    (isRecent ? Icon.clock : isParent ? Icon.back : Icon.folder).draw(
      in: canvas,
      Rect(x: frame.minX + inset, y: frame.midY - icon / 2, width: icon, height: icon),
      Chrome.secondaryText)
    let left = frame.minX + inset + icon + Look.gap * uiScale
    let right = frame.maxX - inset - chevron
    let text = CachedText.layout(
      &names[row],
      name(of: row), TextStyle(size: Look.fontSize * uiScale),
      maxWidth: max(1, right - left - inset),
      flow: .ellipsisInMiddle)
    canvas.draw(
      text, at: Point(x: left, y: frame.midY - text.size.height / 2),
      isParent ? Chrome.secondaryText : Chrome.text)
    guard !isParent else { return }
    Icon.forward.draw(
      in: canvas, Rect(x: right, y: frame.midY - chevron / 2, width: chevron, height: chevron),
      Chrome.secondaryText)
  }

  // MARK: Events

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer): return receive(pointer)
    case .touch(let touch): return receive(touch)
    case .scroll(let event):
      scroll(to: offset + event.delta.dy * Look.notch * rowHeight)
      return true
    case .key(let key): return isFocused && key.isPress && take(key)
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
      enter(row(at: pointer.location))
      return true
    default: return false
    }
  }

  private func receive(_ touch: InputEvent.Touch) -> Bool {
    switch touch.phase {
    case .began:
      contact = (touch.location, offset, false)
      if let row = row(at: touch.location) { select(row) }
    case .moved:
      guard var held = contact else { break }
      let way = touch.location.y - held.start.y
      held.isDrag = held.isDrag || abs(way) > Look.slop * uiScale
      contact = held
      if held.isDrag { scroll(to: held.offset - way) }
    case .ended:
      if contact?.isDrag == false { enter(row(at: touch.location)) }
      contact = nil
    case .cancelled: contact = nil
    }
    return true
  }

  func enter(_ row: Int?) {
    guard let row, row == selected, folders.indices.contains(row) else { return }
    if hasParent, row == recentCount { onLeave() } else { onEnter(folders[row]) }
  }

  private func take(_ key: KeyEvent) -> Bool {
    let page = max(1, Int(area.height / max(1, rowHeight)) - 1)
    switch key.name {
    // Ctrl+Enter chooses the shown folder.
    case .enter where key.modifiers.contains(.control): return false
    case .down where selected + 1 < folders.count: select(selected + 1)
    case .up where selected > 0: select(selected - 1)
    case .pageDown: select(selected + page)
    case .pageUp: select(selected - page)
    case .home: select(0)
    case .end: select(folders.count - 1)
    case .enter, .right: if !key.isRepeat { enter(selected) }
    case .left, .backspace: if !key.isRepeat { onLeave() }
    case .character(let letter)
    where key.modifiers.isDisjoint(with: [.control, .alt, .command]) && letter != " ":
      if let digit = letter.wholeNumberValue, digit > 0, onDigit(digit) { break }
      find(letter)
    default: return false
    }
    return true
  }

  /// Selects the next subfolder whose name begins with a letter.
  private func find(_ letter: Character) {
    let inside = folders.indices.dropFirst(recentCount + (hasParent ? 1 : 0))
    let wanted = letter.lowercased()
    let order = inside.filter { $0 > selected } + inside
    if let row = order.first(where: { folders[$0].displayName.lowercased().hasPrefix(wanted) }) {
      select(row)
    }
  }
}

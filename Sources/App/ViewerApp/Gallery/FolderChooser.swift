import BrowserHost
import Drawing
import GalleryCore
import Geometry
import Glibc
import Input
import Localization
import Views

/// A sheet in which the user browses folders and chooses one.
final class FolderChooser: BottomSheet {
  /// Called with the absolute path of the chosen folder.
  var onChoose: (FilePath) -> Void = { _ in }

  /// Called with the number of subfolders whenever a folder has been listed.
  var onFolderListed: (_ subfolderCount: Int) -> Void = { _ in }

  /// Called with a folder that the user has made a favourite (true) or no favourite any more
  /// (false); nil if the sheet offers no favourites.
  var onFavourite: ((_ folder: FilePath, _ isFavourite: Bool) -> Void)?

  /// The recent and favourite folders above the list, which the digit keys 1 to 9 choose. Default:
  /// none.
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
  /// The row with the path field and the button for favourites; nil if the sheet offers no
  /// favourites.
  private let pathRow: FormFieldRow?
  private let messageText = FormText()
  private let openButton: PillButton
  private let cancelButton = PillButton(tr("Cancel"))
  /// The folder whose subfolders the list shows.
  private var folder: FilePath
  /// The number of the latest request to list a folder. Results of earlier requests are discarded.
  private var requestNumber = 0
  /// The maximum number of recent folders at the top of the first list, so that most rows are
  /// subfolders.
  private nonisolated static let maxRecentFolders = 3

  /// Whether photos will be put into the chosen folder. If so, new folders can be made, and recent
  /// archives are left out.
  private let takesPhotos: Bool

  /// Makes a sheet that at first shows the subfolders of `folder`, which is an absolute path.
  ///
  /// - Parameters:
  ///   - title: the heading. Default: “Open Folder”.
  ///   - verb: the title of the button that chooses the folder. Default: “Open”.
  ///   - takesPhotos: whether photos will be put into the chosen folder, so that the sheet offers
  ///     to make folders. Default: false.
  init(
    in folder: FilePath, title: String = tr("Open Folder"), verb: String = tr("Open"),
    takesPhotos: Bool = false
  ) {
    self.folder = folder
    self.takesPhotos = takesPhotos
    openButton = PillButton(verb)
    field = TextField(folder.display, label: tr("Folder"))
    // The button that makes a folder and the one for favourites are offered only where photos are
    // put into the chosen folder.
    pathRow = takesPhotos ? FormFieldRow(field, favouriteButton) : nil
    let buttons = FormButtons((takesPhotos ? [newButton] : []) + [cancelButton, openButton])
    let path: any FormItem = pathRow ?? field
    super.init(title, items: [targetList, path, list, messageText, buttons])
    newButton.isSecondary = true
    newButton.action = { [weak self] in self?.nameNewFolder() }
    favouriteButton.isSecondary = true
    favouriteButton.accessibilityLabel = Self.favouriteLabel(false)
    favouriteButton.action = { [weak self] in self?.toggleFavourite() }
    list.onDigit = { [weak self] in self?.choose(target: $0) ?? false }
    list.onPathCharacter = { [weak self] in self?.startTypingPath(with: $0) }
    targetList.onChoose = { [weak self] in self?.choose($0) }
    messageText.isWarning = true
    cancelButton.isSecondary = true
    cancelButton.action = { [weak self] in self?.close() }
    openButton.action = { [weak self] in self?.choose() }
    field.onCommit = { [weak self] in self?.goToTypedFolder() }
    list.onOpenFolder = { [weak self] in self?.show($0) }
    list.onGoToParent = { [weak self] in self?.showParent() }
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

  /// Chooses the listed folder, or the folder whose path the user has typed.
  private func choose() {
    guard !field.text.isEmpty, field.text != folder.display else { return choose(folder) }
    goToTypedFolder(chooses: true)
  }

  private func choose(_ folder: FilePath) {
    guard !isLeaving else { return }
    close()
    onChoose(folder)
  }

  /// Chooses the folder of ``targets`` with this number, from 1.
  ///
  /// - Returns: false if there is no such folder.
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
    pathRow?.titleDidChange()
  }

  private func toggleFavourite() {
    let isFavourite = !isFavourite
    onFavourite?(folder, isFavourite)
    targets = TargetFolders.ranked(
      [TargetFolders.Target(folder: folder, isFavourite: isFavourite)]
        + targets.filter { $0.folder != folder })
  }

  /// The path of the listed folder as it is shown in the path field, with a slash at its end.
  private var folderPrefix: String { FilePath(folder.childPathPrefix).display }

  /// Puts the path of a new folder in the listed folder into the path field, with its name
  /// selected.
  private func nameNewFolder() {
    let prefix = folderPrefix
    let name = tr("New Folder")
    field.text = prefix + name
    field.select(prefix.count..<(prefix + name).count)
    stage?.setFocus(field)
    showMessage(tr("Enter makes the folder."), isWarning: false)
  }

  /// Replaces the text of the path field by the first character of a path and moves the focus
  /// there, so that the user types the rest of the path. In the list, other characters would find
  /// folders.
  private func startTypingPath(with letter: Character) {
    field.text = String(letter)
    stage?.setFocus(field)
  }

  private func showMessage(_ sentence: String, isWarning: Bool) {
    messageText.text = sentence
    messageText.isWarning = isWarning
    panelDidChange()
  }

  /// Makes a folder on a worker thread and lists it; shows a message if that fails.
  ///
  /// - Parameter chooses: whether the new folder is also chosen.
  private func makeFolder(_ path: FilePath, chooses: Bool) {
    WorkerThread.run {
      path.withCString { mkdir($0, 0o777) } == 0 ? nil : tr(String(cString: strerror(errno)))
    } finish: { [weak self] failure in
      guard let self else { return }
      if let failure {
        showMessage(
          tr(
            "“{folder}” cannot be made: {reason}.",
            ["folder": path.readableName, "reason": failure]), isWarning: true)
      } else {
        stage?.setFocus(list)
        show(path, chooses: chooses)
      }
    }
  }

  /// Lists the folder whose path the user has typed. A missing folder is made if the sheet offers
  /// that.
  ///
  /// - Parameter chooses: whether the folder is also chosen. Default: false.
  private func goToTypedFolder(chooses: Bool = false) {
    guard !field.text.isEmpty else { return }
    let path = FilePath.typed(
      field.text, in: folder, shownAs: folderPrefix, home: HomeFolder.path)
    guard onFavourite != nil else { return show(path, chooses: chooses) }
    WorkerThread.run {
      (isMissing: !path.exists, hasParent: FileStatus(path.folder) == .folder)
    } finish: { [weak self] answer in
      guard let self else { return }
      guard answer.isMissing, answer.hasParent else { return show(path, chooses: chooses) }
      makeFolder(path, chooses: chooses)
    }
  }

  private func showParent() {
    guard folder.folder != folder else { return }
    show(folder.folder, selecting: folder)
  }

  /// Lists a folder on a worker thread, because a sleeping disk takes seconds to answer. If the
  /// folder at which the sheet begins no longer exists, as on a removed card, its nearest existing
  /// parent folder is listed.
  ///
  /// - Parameters:
  ///   - selected: the folder whose row is selected; nil selects the first one.
  ///   - chooses: whether the folder is chosen if it can be read. Default: false.
  private func show(
    _ wanted: FilePath, selecting selected: FilePath? = nil, chooses: Bool = false
  ) {
    requestNumber += 1
    let current = requestNumber
    let isFirst = current == 1
    let takesPhotos = takesPhotos
    WorkerThread.run {
      let next = isFirst ? Self.nearestExisting(wanted) : wanted
      let known = isFirst ? RecentFolders.load() : []
      let recent = known.filter { $0 != next && !(takesPhotos && $0.isArchive) }
        .prefix(Self.maxRecentFolders)
      let folders = FolderScan.contents(of: next).map { contents in
        FolderList.Folders(
          recent: Array(recent), subfolders: NaturalOrder.sorted(contents.folders, name: \.bytes),
          siblings: isFirst && takesPhotos ? Self.folders(beside: next) : [])
      }
      return (next, folders)
    } finish: { [weak self] next, result in
      guard let self, requestNumber == current else { return }
      switch result {
      case .success(let folders):
        showFolders(next, folders, selecting: selected)
        if chooses { choose(next) }
      case .failure(let error):
        showMessage(
          tr(
            "“{folder}” cannot be opened: {reason}.",
            ["folder": next.readableName, "reason": error.reason]), isWarning: true)
      }
    }
  }

  /// The nearest existing folder: `folder` itself, or else the first existing one among its parent
  /// folders. Waits for the file system.
  nonisolated static func nearestExisting(_ folder: FilePath) -> FilePath {
    var found = folder
    while case .missing = FileStatus(found), found.folder != found { found = found.folder }
    return found
  }

  /// The other folders in the parent folder of `folder`, in natural order; none if the parent
  /// folder cannot be read. Waits for the file system.
  private nonisolated static func folders(beside folder: FilePath) -> [FilePath] {
    guard folder.folder != folder, let contents = try? FolderScan.contents(of: folder.folder).get()
    else { return [] }
    return NaturalOrder.sorted(contents.folders, name: \.bytes).filter { $0.name != folder.name }
  }

  private func showFolders(
    _ next: FilePath, _ folders: FolderList.Folders, selecting selected: FilePath?
  ) {
    folder = next
    field.text = next.display
    messageText.text = ""
    favouriteDidChange()
    list.show(folders, above: next.folder == next ? nil : next.folder, selecting: selected)
    panelDidChange()
    onFolderListed(folders.subfolders.count)
  }
}

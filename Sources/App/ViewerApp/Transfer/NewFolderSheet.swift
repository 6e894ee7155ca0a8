import BrowserHost
import Localization
import Views

/// The sheet in which the user names a new folder for photos.
final class NewFolderSheet: BottomSheet {
  /// Called with the absolute path of the new folder, which does not exist yet, after the sheet has
  /// begun to close.
  var onChoose: (FilePath) -> Void = { _ in }

  private let parentFolder: FilePath
  private let field: TextField
  private let warning = FormText()
  private let moveButton = PillButton(tr("Move"))
  private let cancelButton = PillButton(tr("Cancel"))
  private var checkCounter = CheckCounter()

  /// The name of the folder that the sheet proposes.
  private static var proposedName: String { tr("New Folder") }

  /// Makes a sheet that names a new folder.
  ///
  /// - Parameters:
  ///   - photos: the photos that will be moved into the folder.
  ///   - parent: the absolute path of the folder in which the new one will be.
  init(for photos: [FilePath], in parent: FilePath) {
    parentFolder = parent
    field = TextField(Self.proposedName, label: tr("Name"))
    super.init(
      trPhotos(
        photos, "Move “{name}” to a New Folder", "Move {count} Pictures to a New Folder"),
      items: [field, warning, FormButtons([cancelButton, moveButton])])
    field.select(0..<Self.proposedName.count)
    warning.isWarning = true
    cancelButton.isSecondary = true
    cancelButton.action = { [weak self] in self?.close() }
    moveButton.action = { [weak self] in self?.commit() }
    field.onChange = { [weak self] in self?.check() }
    field.onCommit = { [weak self] in self?.commit() }
    check()
  }

  private func check(then done: @escaping (FilePath) -> Void = { _ in }) {
    let request = checkCounter.begin()
    let name = Array(field.text.utf8)
    if let problem = Renaming.problem(name) { return showProblem(problem.sentence) }
    let path = parentFolder.appending(name)
    WorkerThread.run {
      path.exists
    } finish: { [weak self] exists in
      guard let self, checkCounter.isLatest(request) else { return }
      showProblem(exists ? Renaming.Problem.alreadyExists.sentence : "")
      if !exists { done(path) }
    }
  }

  private func showProblem(_ sentence: String) {
    warning.text = sentence
    moveButton.isEnabled = sentence.isEmpty
    panelDidChange()
  }

  private func commit() {
    check { [weak self] path in
      guard let self, !isLeaving else { return }
      close()
      onChoose(path)
    }
  }
}

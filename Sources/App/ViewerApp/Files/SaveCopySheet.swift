import BrowserHost
import Localization
import Views

/// The sheet that asks for the path of a copy of a photo. An existing file is replaced only after a
/// second confirmation.
final class SaveCopySheet: BottomSheet {
  /// Called with the path of the copy, and whether existing files are replaced, after the sheet has
  /// begun to close.
  var onSave: (_ target: FilePath, _ replaces: Bool) -> Void = { _, _ in }

  private let source: FilePath
  private let files: [FilePath]
  private let field: TextField
  private let messageText = FormText()
  private let saveButton = PillButton(tr("Save"))
  private let cancelButton = PillButton(tr("Cancel"))
  private let buttons: FormButtons
  /// The existing file that the user has been asked to replace; nil when no such question is shown.
  private var targetToReplace: FilePath?
  /// Whether a worker thread looks for existing files at the new paths.
  private var isChecking = false

  /// Makes a sheet that proposes a path in the folder of the photo.
  ///
  /// - Parameters:
  ///   - source: the absolute path of the file that is shown for the photo.
  ///   - files: the absolute paths of all files of the photo.
  init(_ source: FilePath, files: [FilePath]) {
    self.source = source
    self.files = files
    let proposal = Self.proposal(for: source)
    field = TextField(proposal.text, label: tr("Path of the copy"))
    buttons = FormButtons([cancelButton, saveButton])
    super.init(tr("Save Copy As"), items: [field, messageText, buttons])
    field.select(proposal.name)
    field.onChange = { [weak self] in self?.showMessage("", asking: nil) }
    field.onCommit = { [weak self] in self?.save() }
    cancelButton.isSecondary = true
    saveButton.action = { [weak self] in self?.save() }
    cancelButton.action = { [weak self] in self?.close() }
  }

  /// The proposed path, “NAME copy.EXT” in the folder of the file, and the range of “NAME copy” in
  /// it, in characters.
  static func proposal(for source: FilePath) -> (text: String, name: Range<Int>) {
    let folder = folderPrefix(for: source)
    let whole = String(decoding: source.name, as: UTF8.self)
    let cut = whole.lastIndex(of: ".").flatMap { $0 > whole.startIndex ? $0 : nil }
    let name = whole[..<(cut ?? whole.endIndex)] + " copy"
    let text = folder + name + (cut.map { String(whole[$0...]) } ?? "")
    return (text, folder.count..<folder.count + name.count)
  }

  /// The text for the folder of a file, with a slash at its end. For a file in an archive it is the
  /// folder of the archive.
  private static func folderPrefix(for source: FilePath) -> String {
    String(decoding: folder(of: source).childPathPrefix, as: UTF8.self)
  }

  /// The folder of a file; for a file in an archive, the folder of the archive.
  private static func folder(of source: FilePath) -> FilePath { source.folder.folderOutsideArchive }

  /// The path of the copy that the user has typed; nil if the text is empty, ends with a slash or
  /// means the home folder. A beginning `~/` means the home folder. A relative path refers to the
  /// folder of `source`; for a photo in an archive, to the folder that contains the archive.
  static func target(_ text: String, for source: FilePath, home: FilePath?) -> FilePath? {
    guard !text.isEmpty, !text.hasSuffix("/") else { return nil }
    let path = FilePath.typed(
      text, in: folder(of: source), shownAs: folderPrefix(for: source), home: home)
    return path == home?.absolute(in: path) ? nil : path
  }

  private var typedTarget: FilePath? {
    Self.target(field.text, for: source, home: HomeFolder.path)
  }

  private func save() {
    guard !isChecking, !isLeaving else { return }
    guard let target = typedTarget else {
      return showMessage(tr("Type a file name."), asking: nil)
    }
    if targetToReplace == target { return choose(target, replaces: true) }
    isChecking = true
    saveButton.isEnabled = false
    WorkerThread.run { [source, files] in
      CompanionCopies(of: source, files, to: target).existingTarget
    } finish: { [weak self] existing in
      self?.didCheck(target, existing: existing)
    }
  }

  private func didCheck(_ target: FilePath, existing: FilePath?) {
    isChecking = false
    saveButton.isEnabled = true
    // The user may have closed the sheet or typed another name meanwhile.
    guard !isLeaving, typedTarget == target else { return }
    if let existing {
      showMessage(
        tr("“{name}” exists. Replace it?", ["name": existing.displayName]), asking: target)
    } else {
      choose(target, replaces: false)
    }
  }

  private func choose(_ target: FilePath, replaces: Bool) {
    close()
    onSave(target, replaces)
  }

  private func showMessage(_ sentence: String, asking target: FilePath?) {
    targetToReplace = target
    messageText.text = sentence
    messageText.isWarning = true
    saveButton.title = target == nil ? tr("Save") : tr("Replace")
    buttons.titlesDidChange()
    panelDidChange()
  }
}

import BrowserHost
import Desktop
import Localization
import Synchronization
import Views

/// The sheet that asks for the path of a copy, and copies the files of a photo with their sidecars.
///
/// An existing file is replaced only after a second confirmation, and is moved to the trash. A long
/// copy shows its progress, and is cancelled when the sheet is closed.
final class SaveCopySheet: BottomSheet {
  /// Called with the path of the copy, and with the change for Undo, when all files were copied.
  var onSaved: (FilePath, FileChange) -> Void = { _, _ in }

  private let source: FilePath
  private let files: [FilePath]
  private let field: TextField
  private let messageText = FormText()
  private let bar = FormProgress()
  private let saveButton = PillButton(tr("Save"))
  private let cancelButton = PillButton(tr("Cancel"))
  private let buttons: FormButtons
  /// The existing file that the user has been asked to replace; nil when no such question is shown.
  private var asked: FilePath?
  private var work: CopyWork?

  /// Makes a sheet that proposes a path in the folder of `source`, an absolute path.
  ///
  /// - Parameter files: the absolute paths of all files of the photo; `source` is the one that is
  ///   shown.
  init(_ source: FilePath, files: [FilePath]) {
    self.source = source
    self.files = files
    let proposal = Self.proposal(for: source)
    field = TextField(proposal.text, label: tr("Path of the copy"))
    buttons = FormButtons([cancelButton, saveButton])
    super.init(tr("Save Copy As"), items: [field, messageText, bar, buttons])
    field.select(proposal.name)
    field.onChange = { [weak self] in self?.showMessage("", asking: nil) }
    field.onCommit = { [weak self] in self?.save() }
    cancelButton.isQuiet = true
    saveButton.action = { [weak self] in self?.save() }
    cancelButton.action = { [weak self] in self?.close() }
    onLeave = { [weak self] in self?.work?.giveUp() }
  }

  /// The proposed path, “NAME copy.EXT” in the folder of the file, and the range of “NAME copy” in
  /// it, in characters.
  static func proposal(for source: FilePath) -> (text: String, name: Range<Int>) {
    let folder = beginning(for: source)
    let whole = String(decoding: source.name, as: UTF8.self)
    let cut = whole.lastIndex(of: ".").flatMap { $0 > whole.startIndex ? $0 : nil }
    let name = whole[..<(cut ?? whole.endIndex)] + " copy"
    let text = folder + name + (cut.map { String(whole[$0...]) } ?? "")
    return (text, folder.count..<folder.count + name.count)
  }

  /// The text for the folder of a file, with a slash at its end. For a file in an archive it is the
  /// folder of the archive.
  private static func beginning(for source: FilePath) -> String {
    String(decoding: folder(of: source).childPathPrefix, as: UTF8.self)
  }

  /// The folder of a file; for a file in an archive, the folder of the archive.
  private static func folder(of source: FilePath) -> FilePath { source.folder.outsideArchive }

  /// The path of the copy that the user has typed. `~` means the home directory, and a relative
  /// path refers to the folder of `source`, or to that of the archive that contains it. Nil if the
  /// text is empty or ends with a slash.
  static func target(_ text: String, for source: FilePath, home: FilePath?) -> FilePath? {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.last != UInt8(ascii: "/") else { return nil }
    if let home, text.hasPrefix("~/") { return home.appending(Array(bytes.dropFirst(2))) }
    return FilePath.typed(text, in: folder(of: source), shownAs: beginning(for: source))
  }

  private func save() {
    guard work == nil else { return }
    guard let target = Self.target(field.text, for: source, home: HomeFolder.path) else {
      return showMessage(tr("Type a file name."), asking: nil)
    }
    let work = CopyWork(source, files, to: target, replaces: asked == target)
    self.work = work
    saveButton.isEnabled = false
    work.onProgress = { [weak self] share in
      self?.bar.share = share
      self?.panelDidChange()
    }
    // The closure keeps the sheet alive until the result is known, so that a copy that completes
    // while the sheet closes can be undone.
    work.start { outcome in self.finished(target, outcome) }
  }

  private func finished(_ target: FilePath, _ outcome: CopyWork.Outcome) {
    work = nil
    saveButton.isEnabled = true
    bar.share = nil
    switch outcome {
    case .saved(let change):
      onSaved(target, change)
      close()
    case .exists:
      showMessage(tr("“{name}” exists. Replace it?", ["name": target.displayName]), asking: target)
    case .cancelled: showMessage("", asking: nil)
    case .failed(let reason):
      showMessage(tr("This cannot be saved: {reason}.", ["reason": reason]), asking: nil)
    }
  }

  private func showMessage(_ sentence: String, asking target: FilePath?) {
    asked = target
    messageText.text = sentence
    messageText.isWarning = true
    saveButton.title = target == nil ? tr("Save") : tr("Replace")
    buttons.titlesDidChange()
    panelDidChange()
  }
}

/// A running copy of a photo's files on a worker thread, which can be cancelled.
private final class CopyWork {
  /// Called with the share of the files that has been copied, from 0 to 1, during a long copy.
  var onProgress: (Double) -> Void = { _ in }

  /// The result of copying a photo.
  nonisolated enum Outcome: Sendable {
    case saved(FileChange)
    /// Nothing was copied, because a file exists at one of the target paths.
    case exists
    case cancelled
    /// Nothing was copied, for the reason in the payload.
    case failed(String)
  }

  /// The flag that cancels a copy. The copying thread reads it between two blocks of bytes.
  private final class CancellationFlag: Sendable { let isGivenUp = Atomic(false) }

  private let source: FilePath
  private let files: [FilePath]
  private let target: FilePath
  private let replaces: Bool
  private let flag = CancellationFlag()

  init(_ source: FilePath, _ files: [FilePath], to target: FilePath, replaces: Bool) {
    self.source = source
    self.files = files
    self.target = target
    self.replaces = replaces
  }

  func giveUp() { flag.isGivenUp.store(true, ordering: .relaxed) }

  /// Starts copying on a worker thread.
  ///
  /// - Parameter done: called on the main actor with the result.
  func start(_ done: @escaping (Outcome) -> Void) {
    let (source, files, target, replaces, flag) = (source, files, target, replaces, flag)
    let report: @MainActor @Sendable (Double) -> Void = { [weak self] in self?.onProgress($0) }
    WorkerThread.run { () -> Outcome in
      let copies = CompanionCopies(of: source, files, to: target)
      if !replaces, copies.hasExistingTarget { return .exists }
      let group = OperationGroup(photo: source, operations: copies.operations(replacing: replaces))
      var left: [FileChange] = []
      do throws(FileOperation.Stop) {
        let change = try group.perform(left: &left, journal: OperationJournal.folderOfUser) {
          operation, share in
          let whole = (Double(operation) + share) / Double(group.operations.count)
          if share > 0, whole < 1 { Task { @MainActor in report(whole) } }
          return !flag.isGivenUp.load(ordering: .relaxed)
        }
        return .saved(change)
      } catch {
        switch error {
        case .cancelled: return .cancelled
        case .failed(let error): return .failed(error.reason)
        }
      }
    } finish: {
      done($0)
    }
  }
}

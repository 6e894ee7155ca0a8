import BrowserHost
import Desktop
import Glibc
import Localization
import Windowing

/// The commands Cut and Paste, and the handling of files and pictures that are pasted or dropped.
final class ClipboardExchange {
  private let shown: ShownScenes
  private let log: Log
  private let operations: FileOperations
  private let transfers: PhotoTransfers
  private let navigator: Navigator

  init(
    _ shown: ShownScenes, _ operations: FileOperations, _ transfers: PhotoTransfers,
    _ navigator: Navigator, log: Log
  ) {
    self.shown = shown
    self.operations = operations
    self.transfers = transfers
    self.navigator = navigator
    self.log = log
  }

  private var view: ViewerWindow { shown.view }

  /// Copies the chosen photos to the clipboard, marked as cut: a paste moves them.
  func cut() {
    let photos = shown.localPhotosForCommands(orShow: tr("Only files on this computer can be cut"))
    guard !photos.isEmpty else { return }
    view.copy(
      photos.map(\.shown), files: shown.filesForCommands.filter { $0.webAddress == nil },
      isCut: true)
  }

  /// Pastes the files or the picture on the clipboard into the folder in view; opens files where no
  /// folder is in view.
  func paste() {
    view.window.readClipboard { [weak self] offer in
      guard let offer else {
        self?.view.showToast(tr("The clipboard is empty"))
        self?.log.trace("pasted nothing")
        return
      }
      IncomingReader.read(offer) { self?.paste($0) }
    }
  }

  private func paste(_ items: IncomingItems) {
    switch items {
    case .files(let files, let isCut):
      guard let folder = shown.folderOfGrid, !items.localFiles.isEmpty else {
        return navigator.open(files)
      }
      transfer(isCut ? .move : .copy, items.localFiles, into: folder) { [weak view] in
        // The clipboard is cleared when cut files are moved by a paste, so that a second paste does
        // not try to move them again.
        if isCut { view?.window.clearClipboard() }
      }
    case .picture(let bytes, let type): save(bytes, type, named: Self.pastedName, as: tr("Paste"))
    case .none:
      view.showToast(tr("There are no files and no picture on the clipboard"))
      log.trace("pasted nothing")
    }
  }

  private static var pastedName: String { tr("Pasted image") }

  // MARK: Files into a folder

  /// Copies or moves files into a folder, after asking the user about existing files of the same
  /// names. Folders among `files` are left out.
  ///
  /// - Parameter begin: called when all questions are answered, before the first file is
  ///   transferred.
  func transfer(
    _ kind: Transfer.Kind, _ files: [FilePath], into folder: FilePath,
    onBegin begin: @escaping () -> Void = {}
  ) {
    WorkerThread.run {
      files.filter { FileStatus($0) != .folder }
    } finish: { [weak self] found in
      guard let self else { return }
      guard !found.isEmpty else {
        view.showToast(
          kind == .copy ? tr("Folders cannot be copied here") : tr("Folders cannot be moved here"))
        return
      }
      transfers.transfer(files: found, kind: kind, into: folder, onBegin: begin)
    }
  }

  // MARK: A picture as a new file

  /// Saves the contents of a picture file as a new file, as one step that can be undone, and shows
  /// the file. It is saved in the folder in view, else in the user's pictures folder.
  ///
  /// - Parameters:
  ///   - name: the name of the new file without extension.
  ///   - step: the name of the step in the Undo menu.
  func save(_ bytes: [UInt8], _ type: PictureDataType, named name: String, as step: String) {
    let inView = shown.folderOfGrid ?? shown.folderOfPage
    guard let folder = inView ?? PicturesFolder.path ?? HomeFolder.path else {
      view.showToast(tr("There is no folder in which the picture can be saved"))
      return
    }
    if view.refuseIfInArchive(target: folder) { return }
    operations.create(step) { () throws(DesktopError) in
      FilePath(
        try FileCreation.write(
          bytes, named: name, extension: type.fileExtension, in: folder.bytes))
    } then: { [weak self] file in
      // Without a folder in view, no grid lists the new file, so the file is opened.
      if inView == nil { self?.navigator.open([file]) }
    }
  }
}

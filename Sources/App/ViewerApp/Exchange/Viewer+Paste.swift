import BrowserHost
import Desktop
import Glibc
import Localization
import Windowing

/// Pasting files and pictures.
extension Viewer {
  /// Cuts the chosen photos: they are moved when they are pasted.
  func cut() {
    guard let view else { return }
    let photos = chosenPhotos.filter { $0.webAddress == nil }
    guard !photos.isEmpty else { return view.say(tr("Only files on this computer can be cut")) }
    view.copy(photos, files: chosenFiles.filter { $0.webAddress == nil }, isCut: true)
  }

  /// Pastes the files or the picture on the clipboard.
  func paste() {
    view?.window.readClipboard { [weak self] offer in
      guard let offer else {
        self?.view?.say(tr("The clipboard is empty"))
        self?.log.trace("pasted nothing")
        return
      }
      IncomingReader.read(offer) { self?.paste($0) }
    }
  }

  private func paste(_ items: IncomingItems) {
    switch items {
    case .files(let files, let isCut):
      guard let folder = folderOfGrid, !items.localFiles.isEmpty else { return open(files) }
      transfer(isCut ? .move : .copy, items.localFiles, into: folder)
      // Files that were cut are moved once.
      if isCut { view?.window.clearClipboard() }
    case .picture(let bytes, let type): save(bytes, type, named: Self.pastedName, as: tr("Paste"))
    case .none:
      view?.say(tr("There are no files and no picture on the clipboard"))
      log.trace("pasted nothing")
    }
  }

  private static var pastedName: String { tr("Pasted image") }

  // MARK: Files into a folder

  /// The folder of the grid in front; nil when a photo is in front, or when the grid shows no folder.
  var folderOfGrid: FilePath? {
    guard let home, view?.scene === home else { return nil }
    return home.current.live.library.request.absoluteFolders(in: CurrentFolder.path).first
  }

  /// Copies or moves files into a folder, after asking about those that exist there.
  func transfer(_ kind: Transfer.Kind, _ files: [FilePath], into folder: FilePath) {
    WorkerThread.run {
      files.filter { FileStatus($0) != .folder }
    } finish: { [weak self] found in
      guard let self else { return }
      guard !found.isEmpty else {
        view?.say(
          kind == .copy ? tr("Folders cannot be copied here") : tr("Folders cannot be moved here"))
        return
      }
      transfer(files: found, kind: kind, into: folder)
    }
  }

  // MARK: A picture as a new file

  /// Saves the contents of a picture file in the folder in view, as one step, and shows it.
  ///
  /// - Parameters:
  ///   - name: the name of the new file without extension.
  ///   - step: the name of the step in the Undo menu.
  func save(_ bytes: [UInt8], _ type: PictureDataType, named name: String, as step: String) {
    let shown = folderOfGrid ?? folderOfPage
    guard let folder = shown ?? PicturesFolder.path ?? HomeFolder.path else {
      view?.say(tr("There is no folder in which the picture can be saved"))
      return
    }
    if refuse(target: folder) { return }
    operations?.create(step) { () throws(DesktopError) in
      FilePath(
        try FileCreation.write(
          bytes, named: name, extension: type.fileExtension, in: folder.bytes))
    } then: { [weak self] file in
      // A grid without a folder does not list the file.
      if shown == nil { self?.open([file]) }
    }
  }

  /// The folder of the photo in front; nil when there is none.
  private var folderOfPage: FilePath? {
    guard let visit, view?.scene === visit, let file = visit.file, file.webAddress == nil else {
      return nil
    }
    return file.absolute(in: CurrentFolder.path).folder
  }
}

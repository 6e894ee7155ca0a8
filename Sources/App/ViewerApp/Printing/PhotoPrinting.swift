import BrowserHost
import Desktop
import HelperProcesses
import Imaging
import Localization
import PhotoGrid
import Windowing

/// The command that prints the chosen photos, or saves them as a PDF.
final class PhotoPrinting {
  private let shown: ShownScenes
  private let operations: FileOperations
  private let pipeline: ImagePipeline
  private let log: Log
  private let programs: DesktopPrograms
  /// The choices of the latest printing; nil before the first.
  private var lastSettings: PrintSettings?

  init(_ shown: ShownScenes, _ services: ProgramServices, _ operations: FileOperations) {
    self.shown = shown
    self.operations = operations
    pipeline = services.pipeline
    log = services.log
    programs = services.mode.programs
  }

  private var view: ViewerWindow { shown.view }

  /// Shows the sheet in which the user chooses paper and layout for the chosen photos.
  func showSheet() {
    let files = Self.localFiles(shown.photosForCommands)
    guard let first = files.first else {
      return shown.showRefusal(tr("Only files on this computer can be printed"))
    }
    let folder = first.absolute(in: CurrentFolder.path).folder.folderOutsideArchive
    let proposal = folder.appending(Self.proposedName(for: files))
    WorkerThread.run { [programs] in
      programs.printers()
    } finish: { [weak self] found in
      guard let self else { return }
      var settings = lastSettings ?? PrintSettings()
      if lastSettings == nil {
        settings.destination =
          found.hasDialog ? .dialog : found.printers.first.map { .printer($0) } ?? .file
      }
      let sheet = PrintSheet(
        trPhotos(files, "Print “{name}”", "Print {count} pictures"), files: files, settings, found,
        proposal: proposal,
        pipeline: pipeline)
      sheet.onPrint = { [weak self] in self?.print(files, $0) }
      view.present(sheet)
      log.trace("print sheet printers=\(found.printers.count) dialog=\(found.hasDialog ? 1 : 0)")
    }
  }

  /// The chosen photos that are files and not web addresses, by their paths in the list. The
  /// pipeline knows the page of a document, the exposure and the RAW development of a photo by this
  /// path.
  static func localFiles(_ photos: [FilePath]) -> [FilePath] {
    photos.filter { $0.webAddress == nil }
  }

  /// The name of the PDF file that is proposed for some photos.
  private static func proposedName(for files: [FilePath]) -> [UInt8] {
    guard files.count == 1, let name = files.first?.name else {
      return Array("\(tr("Photos", context: "file name")).pdf".utf8)
    }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
    return name[..<(dot ?? name.endIndex)] + Array(".pdf".utf8)
  }

  /// Prints photos after the operations on files that were requested before.
  private func print(_ files: [FilePath], _ settings: PrintSettings) {
    lastSettings = settings
    operations.enqueue { [weak self, operations] in
      guard let self else { return operations.finishOperation() }
      makeDocument(of: files, settings)
    }
  }

  /// Makes the document to print, and submits it. Progress is shown when this takes long.
  private func makeDocument(of files: [FilePath], _ settings: PrintSettings) {
    let title =
      files.count == 1 ? files[0].displayName : NumberText.pictureCount(files.count)
    let job: PrintJob
    do throws(DesktopError) {
      job = try PrintJob(files, settings.layout, title: title, pipeline: pipeline)
    } catch {
      didNotPrint(files, error)
      return operations.finishOperation()
    }
    let progress = view.makeProgress(
      trPhotos(files, "Preparing “{name}”", "Preparing {count} pictures")
    ) { [weak job] in
      job?.cancel()
    }
    job.onProgress = { progress.share = $0 }
    job.start { [weak self, operations] result in
      // The closure keeps the job alive until its document is made.
      withExtendedLifetime(job) {}
      progress.finish()
      guard let self else { return operations.finishOperation() }
      switch result {
      case nil:
        view.showToast(tr("Cancelled"))
        operations.finishOperation()
      case .failure(let error):
        didNotPrint(files, error)
        operations.finishOperation()
      case .success(let document): submit(document, title, settings, files)
      }
    }
  }

  /// The result of sending a document to its destination.
  nonisolated private struct SubmissionResult: Sendable {
    /// The message to the user; nil when the user has cancelled the dialog of the desktop.
    var message: String?
    /// The PDF file that was made; nil for any other destination.
    var savedFile: FilePath?
  }

  /// Sends a document to the print dialog, the printer or the file that the user has chosen, on a
  /// worker thread, and shows a message about the result. A new file is one step of the undo
  /// history.
  private func submit(
    _ document: PrintJob.Document, _ title: String, _ settings: PrintSettings, _ files: [FilePath]
  ) {
    // Other operations on files do not wait for the print dialog, which stays open as long as the
    // user wants. A window that is closing waits for the dialog, so the operation is not ended
    // before it.
    let isInQueue = settings.destination != .dialog || view.isClosing
    if !isInQueue { operations.finishOperation() }
    let parent = view.window.portalParent
    let file = document.file
    WorkerThread.run { [programs] in
      Result { () throws(DesktopError) -> SubmissionResult in
        switch settings.destination {
        case .dialog:
          let result = programs.passFiles {
            Result { () throws(DesktopError) in
              try Printing.printByDialog(file, title: title, parentWindow: parent)
            }
          }
          let answer = try result.get()
          return SubmissionResult(
            message: answer == .done
              ? trPhotos(files, "Printing “{name}”", "Printing {count} pictures") : nil)
        case .printer(let name):
          let result = programs.passFiles {
            Result { () throws(DesktopError) -> PortalRequest.UserAnswer in
              try Printing.print(
                file, title: title, on: name, copies: settings.copies,
                media: settings.layout.paper.mediaName)
              return .done
            }
          }
          _ = try result.get()
          return SubmissionResult(
            message: trPhotos(
              files, "Printing “{name}” on “{printer}”",
              "Printing {count} pictures on “{printer}”", ["printer": name]))
        case .file:
          let path = try Self.save(file, to: settings.pdfPath)
          return SubmissionResult(
            message: tr("Saved “{name}”", ["name": path.displayName]), savedFile: path)
        }
      }
    } finish: { [weak self, operations] result in
      self?.didSubmit(document, settings, files, result)
      if isInQueue { operations.finishOperation() }
    }
  }

  private func didSubmit(
    _ document: PrintJob.Document, _ settings: PrintSettings, _ files: [FilePath],
    _ result: Result<SubmissionResult, DesktopError>
  ) {
    switch result {
    case .failure(let error):
      if settings.destination == .file {
        reportFailure(
          tr("“{name}”: {reason}", ["name": settings.pdfPath.displayName, "reason": error.reason]),
          error)
      } else {
        didNotPrint(files, error)
      }
    case .success(let submission):
      if let failure = document.firstFailureReason {
        log.error("\(document.missingPhotos.first?.display ?? ""): \(failure)")
      }
      if let text = submission.message { didPrint(document, submission.savedFile, showing: text) }
    }
    log.trace("printed failed=\(document.missingPhotos.count)")
  }

  /// Shows a message about printed photos, which also names those that are missing in the document.
  ///
  /// - Parameter file: the PDF file that was made, which Undo moves to the trash; nil for none.
  private func didPrint(_ document: PrintJob.Document, _ file: FilePath?, showing text: String) {
    let text = Self.message(text, of: document)
    let isFailure = document.firstFailureReason != nil
    if let file {
      let name = PrintSettings.Destination.file.title
      operations.record(.restored(file), as: name, showing: text, isFailure: isFailure)
    } else if isFailure {
      view.showFailure(text)
    } else {
      view.showToast(text)
    }
  }

  /// A message about a document, completed with the photos that are missing in it, if any.
  private static func message(_ text: String, of document: PrintJob.Document) -> String {
    guard let failure = document.firstFailureReason else { return text }
    let failed = FileOperations.nameOrCount(of: document.missingPhotos)
    // TRANSLATORS: {message} is such as “Printing 3 pictures”, {photos} is a name or “2 pictures”.
    return tr(
      "{message}, without {photos}: {reason}",
      ["message": text, "photos": failed, "reason": failure])
  }

  /// The maximum number that is added to a file name that exists.
  nonisolated private static let maxNameNumber = 10_000

  /// Saves a document at a path. When a file exists there, the new file gets a number. The call
  /// waits for the disk.
  ///
  /// - Returns: the path of the new file.
  nonisolated static func save(
    _ document: OwnedDescriptor, to path: FilePath
  ) throws(DesktopError) -> FilePath {
    for number in 1...maxNameNumber {
      let other =
        number == 1
        ? path : path.folder.appending(Transfer.numbered(path.name, stem: [], number))
      if other.exists { continue }
      try Printing.save(document, to: other.bytes)
      return other
    }
    throw .unwritable(file: path.display, reason: tr("there is no free name"))
  }

  private func didNotPrint(_ files: [FilePath], _ error: DesktopError) {
    reportFailure(
      trPhotos(
        files, "“{name}” could not be printed: {reason}",
        "{count} pictures could not be printed: {reason}", ["reason": error.reason]), error)
  }

  private func reportFailure(_ text: String, _ error: DesktopError) {
    log.error("\(error)")
    view.showFailure(text)
  }
}

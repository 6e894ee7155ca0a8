import BrowserHost
import Desktop
import Imaging
import Localization
import Motion
import PhotoGrid
import Windowing

/// The command that prints the chosen photos, or saves them as a PDF.
final class PhotoPrinting {
  private let shown: ShownPhotos
  private let pipeline: ImagePipeline
  private let log: Log
  private let programs: DesktopPrograms
  /// The choices of the latest printing; nil before the first.
  private var lastOrder: PrintOrder?

  init(_ shown: ShownPhotos, _ services: ProgramServices) {
    self.shown = shown
    pipeline = services.pipeline
    log = services.log
    programs = services.mode.programs
  }

  private var view: ViewerWindow { shown.view }

  /// Shows the sheet in which the user chooses paper and layout for the chosen photos.
  func begin() {
    guard
      let files = shown.localFiles(orShow: tr("Only files on this computer can be printed"))
    else { return }
    let proposal = files[0].folder.outsideArchive.appending(Self.proposedName(for: files))
    WorkerThread.run { [programs] in
      programs.printers()
    } finish: { [weak self] found in
      guard let self else { return }
      var order = lastOrder ?? PrintOrder()
      if lastOrder == nil {
        order.destination =
          found.hasDialog ? .dialog : found.printers.first.map { .printer($0) } ?? .file
      }
      let sheet = PrintSheet(
        trPhotos(files, "Print “{name}”", "Print {count} pictures"), files: files, order, found,
        proposal: proposal,
        pipeline: pipeline)
      sheet.onPrint = { [weak self] in self?.print(files, $0) }
      view.present(sheet)
      log.trace("print sheet printers=\(found.printers.count) dialog=\(found.hasDialog ? 1 : 0)")
    }
  }

  /// The name of the PDF file that is proposed for some photos.
  private static func proposedName(for files: [FilePath]) -> [UInt8] {
    guard files.count == 1, let name = files.first?.name else {
      return Array("\(tr("Photos", context: "file name")).pdf".utf8)
    }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
    return name[..<(dot ?? name.endIndex)] + Array(".pdf".utf8)
  }

  /// The time in seconds after which the progress of making the document is shown.
  private static let printProgressDelay = 0.5

  private func print(_ files: [FilePath], _ order: PrintOrder) {
    lastOrder = order
    let control = TransferControl()
    let title = files.count == 1 ? files[0].displayName : GalleryText.pictures(files.count)
    let job: PrintJob
    do throws(DesktopError) {
      job = try PrintJob(files, order.layout, title: title, pipeline: pipeline, control: control)
    } catch { return didNotPrint(files, error) }
    let sheet = TransferSheet(
      trPhotos(files, "Preparing “{name}”", "Preparing {count} pictures"), control: control,
      canPause: false)
    let delay = view.loop.schedule(at: view.now + Self.printProgressDelay) {
      [weak view, weak sheet] in
      if let sheet, !sheet.isDone { view?.present(sheet) }
    }
    job.onProgress = { [weak sheet] in sheet?.show(share: $0) }
    job.start { [weak self] result in
      // The closure keeps the job alive until its document is made.
      withExtendedLifetime(job) {}
      delay.cancel()
      sheet.finish()
      guard let self else { return }
      switch result {
      case nil: view.showToast(tr("Cancelled"))
      case .failure(let error): didNotPrint(files, error)
      case .success(let document): submit(document, title, order, files)
      }
    }
  }

  /// Sends a document to the print dialog, the printer or the file that the user has chosen, on a
  /// worker thread, and shows a message about the result.
  private func submit(
    _ document: PrintJob.Document, _ title: String, _ order: PrintOrder, _ files: [FilePath]
  ) {
    let parent = view.window.portalParent
    let file = document.file
    WorkerThread.run { [programs] in
      Result { () throws(DesktopError) -> String? in
        switch order.destination {
        case .dialog:
          let result = programs.passFiles {
            Result { () throws(DesktopError) in
              try Printing.printByDialog(file, title: title, parent: parent)
            }
          }
          let answer = try result.get()
          return answer == .done
            ? trPhotos(files, "Printing “{name}”", "Printing {count} pictures") : nil
        case .printer(let name):
          let result = programs.passFiles {
            Result { () throws(DesktopError) -> PortalRequest.Answer in
              try Printing.print(
                file, title: title, on: name, copies: order.copies,
                media: order.layout.paper.mediaName)
              return .done
            }
          }
          _ = try result.get()
          return trPhotos(
            files, "Printing “{name}” on “{printer}”", "Printing {count} pictures on “{printer}”",
            ["printer": name])
        case .file:
          try Printing.save(file, to: order.path.bytes)
          return tr("Saved “{name}”", ["name": order.path.displayName])
        }
      }
    } finish: { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let error): didNotPrint(files, error)
      case .success(nil): break
      case .success(let sentence?):
        if let failure = document.failure {
          let failed = FileOperations.name(of: document.failed)
          log.error("\(document.failed.first?.display ?? ""): \(failure)")
          view.showToast(
            // TRANSLATORS: {message} is such as “Printing 3 pictures”, {photos} is a name or “2 pictures”.
            tr(
              "{message}, without {photos}: {reason}",
              ["message": sentence, "photos": failed, "reason": failure]))
        } else {
          view.showToast(sentence)
        }
      }
      log.trace("printed failed=\(document.failed.count)")
    }
  }

  private func didNotPrint(_ files: [FilePath], _ error: DesktopError) {
    log.error("\(error)")
    view.showToast(
      trPhotos(
        files, "“{name}” could not be printed: {reason}",
        "{count} pictures could not be printed: {reason}", ["reason": error.reason]))
  }
}

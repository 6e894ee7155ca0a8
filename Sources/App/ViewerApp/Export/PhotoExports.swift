import BrowserHost
import DecoderWire
import Desktop
import Imaging
import Localization
import PhotoGrid
import Views
import Windowing

/// The commands that write new files from photos: exporting them, and rotating their pixels.
final class PhotoExports {
  private let shown: ShownScenes
  private let services: ProgramServices
  private let operations: FileOperations
  private let transfers: PhotoTransfers
  /// The choices of the latest export, with which the sheet opens again.
  private var lastOptions = ExportOptions()

  init(
    _ shown: ShownScenes, _ services: ProgramServices, _ operations: FileOperations,
    _ transfers: PhotoTransfers
  ) {
    self.shown = shown
    self.services = services
    self.operations = operations
    self.transfers = transfers
  }

  private var view: ViewerWindow { shown.view }
  private var log: Log { services.log }

  /// The photos that an export applies to: the one on the page, or those chosen in the grid,
  /// without web pictures and clips.
  private var exportablePhotos: [FilePath] {
    shown.photosForCommands.filter {
      $0.webAddress == nil && !ClipName.extensions.contains($0.fileExtension)
    }
  }

  /// Shows the sheet with the choices of an export for the chosen photos.
  func begin() {
    let photos = exportablePhotos
    guard let first = photos.first else {
      return shown.showRefusal(tr("Only photos on this computer can be exported"))
    }
    present(photos, lastOptions.withFolder(for: first.absolute(in: CurrentFolder.path)))
  }

  /// Shows the export sheet.
  ///
  /// - Parameters:
  ///   - options: the choices shown at first, with a folder.
  ///   - name: the typed name of a single file; nil for that of the photo. Default: nil.
  private func present(_ photos: [FilePath], _ options: ExportOptions, name: String? = nil) {
    guard let first = photos.first else { return }
    let sheet = ExportSheet(photos, options, name: name, loop: view.loop)
    sheet.estimate = { [weak self] options, then in
      self?.services.pipeline.encode(
        first.key, options.request, fitting: options.size.target, then: then)
    }
    sheet.onEstimate = { [log] in log.trace("estimate bytes=\($0)") }
    sheet.onChangeFolder = { [weak self] in self?.chooseExportFolder(photos, $0, name: $1) }
    sheet.onExport = { [weak self] options, name in
      self?.lastOptions = options.optionsForNextExport(
        after: first.absolute(in: CurrentFolder.path))
      self?.export(photos, options, name: name)
    }
    view.present(sheet)
    sheet.begin()
    log.trace("export sheet count=\(photos.count)")
  }

  private func chooseExportFolder(
    _ photos: [FilePath], _ options: ExportOptions, name: String
  ) {
    guard let folder = options.folder else { return }
    let chooser = transfers.makeChooser(in: folder, title: tr("Export to"), verb: tr("Choose"))
    var chosen = options
    chooser.onChoose = { chosen.folder = $0 }
    // The export sheet is shown again after the chooser has closed, with the new folder if the user
    // has chosen one.
    chooser.onClose = { [weak self] in self?.present(photos, chosen, name: name) }
    view.present(chooser)
  }

  private func export(_ photos: [FilePath], _ options: ExportOptions, name: [UInt8]?) {
    guard let folder = options.folder else { return }
    let jobs = photos.map {
      PhotoExporter.Job(
        source: $0, encoding: options.request, target: options.size.target,
        placement: .newFile(folder: folder, name: name ?? options.name(for: $0)))
    }
    perform(jobs, .export)
  }

  /// Performs jobs as one step that can be undone; work that takes long shows its progress.
  ///
  /// - Parameter end: called when the lists of pictures show the new files.
  func perform(
    _ jobs: [PhotoExporter.Job], _ command: FileOperations.NewFileCommand,
    end: @escaping () -> Void = {}
  ) {
    var progress: WorkProgress?
    operations.writeNewFiles(jobs, command) { [weak view, operations] in
      progress = view?.makeProgress(command.runningMessage(jobs.map(\.source))) { [operations] in
        operations.cancelNewFiles(jobs)
      }
    } onProgress: {
      progress?.share = $0
    } onWritten: {
      progress?.finish()
    } onListed: {
      end()
    }
  }

  /// Rotates the pixels of the chosen photos into the orientation that their metadata state,
  /// without loss. New files replace the photos, which go to the trash.
  func turnPixels() {
    let photos = shown.photosForCommands.filter { $0.webAddress == nil }
    let known = photos.filter { Self.formatWithoutLoss(of: $0) != nil }
    guard !known.isEmpty else {
      return shown.showRefusal(
        tr("Only the pixels of JPEG, PNG, WebP and TIFF photos can be rotated without loss"))
    }
    let jobs = known.compactMap { photo in
      Self.formatWithoutLoss(of: photo).map { format in
        var encoding = EncodeRequest(format)
        encoding.isLossless = true
        return PhotoExporter.Job(source: photo, encoding: encoding, placement: .replacingPhoto)
      }
    }
    perform(jobs, .turnPixels)
  }

  /// The format in the request that rotates the pixels of a photo without loss; nil where that is
  /// impossible. Requests have no format for TIFF: `.png` is sent instead, and the helper, which
  /// detects the format of the file, writes a TIFF.
  private static func formatWithoutLoss(of photo: FilePath) -> EncodeRequest.Format? {
    ["tif", "tiff"].contains(photo.fileExtension)
      ? .png : EncodeRequest.Format(fileExtension: photo.fileExtension)
  }
}

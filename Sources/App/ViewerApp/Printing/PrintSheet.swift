import BrowserHost
import Desktop
import Imaging
import Localization
import Pixels
import Views

/// The choices of the user for printing.
struct PrintSettings: Hashable {
  /// The place to which the printed pages go.
  enum Destination: Hashable {
    /// The print dialog of the desktop, in which the user chooses a printer.
    case dialog
    /// The printer with a name.
    case printer(String)
    /// A PDF file.
    case file

    /// The name of the place in the sheet.
    var title: String {
      switch self {
      case .dialog: tr("Print Dialog")
      case .printer(let name): name
      case .file: tr("Save as PDF")
      }
    }
  }
  var layout = PrintLayout()
  var destination = Destination.file
  var copies = 1
  /// The path of the PDF file; only used for the destination `.file`.
  var pdfPath = FilePath("")
}

/// The sheet in which the user chooses printer, paper and layout, with a preview of the pages.
final class PrintSheet: BottomSheet {
  /// Called with the choices after the sheet has begun to close.
  var onPrint: (PrintSettings) -> Void = { _ in }
  /// The choices that the user has made in the sheet so far.
  private(set) var settings: PrintSettings
  let preview: PrintPreview

  private let files: [FilePath]
  private let pipeline: ImagePipeline
  private let destinations: [PrintSettings.Destination]
  private let pathField: TextField
  private let warning = FormText()
  private let copiesRow: SettingRow
  private let orientationRow: SettingRow
  /// The size of the first photo in pixels, which determines the orientation of the paper until the
  /// user chooses one; nil while it is not known.
  private var firstPhotoSize: PixelSize?
  private var hasUserChosenOrientation = false
  private let printButton = PillButton(tr("Print"))
  private let cancelButton = PillButton(tr("Cancel"))
  private let buttons: FormButtons
  private var tasks: [Int: ThumbnailTask] = [:]

  private static let maxCopies = 20
  /// The maximum width and height of a photo in the preview, in pixels.
  private static let previewSide = 512

  /// Makes a sheet for printing some files.
  ///
  /// - Parameters:
  ///   - files: the photos, by the paths under which they are listed.
  ///   - settings: the choices that are shown first.
  ///   - found: the printers, and whether the desktop has a print dialog.
  ///   - proposal: the path that is proposed for a PDF file.
  init(
    _ title: String, files: [FilePath], _ settings: PrintSettings, _ found: Printing.Destinations,
    proposal: FilePath, pipeline: ImagePipeline
  ) {
    self.files = files
    self.pipeline = pipeline
    destinations =
      (found.hasDialog ? [.dialog] : []) + found.printers.map { .printer($0) } + [.file]
    self.settings = settings
    let index = destinations.firstIndex(of: settings.destination) ?? 0
    self.settings.destination = destinations[index]
    preview = PrintPreview(
      files.map { PrintPreview.Photo(name: $0.displayName) })
    preview.pageLayout = settings.layout
    pathField = TextField(proposal.display, label: tr("File path"))
    copiesRow = SettingRow(
      tr("Copies"), choices: (1...Self.maxCopies).map(String.init), index: settings.copies - 1)
    let destinationRow = SettingRow(
      tr("Print To"), choices: destinations.map(\.title), index: index)
    let layout = settings.layout
    let paperRow = SettingRow(tr("Paper"), PrintLayout.Paper.allCases, layout.paper, \.title)
    orientationRow = SettingRow(
      tr("Orientation"),
      choices: [tr("Portrait", context: "paper"), tr("Landscape", context: "paper")],
      index: layout.isLandscape ? 1 : 0)
    let countRow = SettingRow(
      tr("Photos per Page"), PrintLayout.PhotosPerPage.allCases, layout.photosPerPageChoice, \.title
    )
    let fitRow = SettingRow(tr("Size"), PrintLayout.Fit.allCases, layout.fit, \.title)
    let marginRow = SettingRow(tr("Margins"), PrintLayout.Margin.allCases, layout.margin, \.title)
    buttons = FormButtons([cancelButton, printButton])
    super.init(
      title,
      items: [
        preview, destinationRow, pathField, paperRow, orientationRow, countRow, fitRow, marginRow,
        copiesRow, warning, buttons,
      ])
    warning.isWarning = true
    cancelButton.isSecondary = true
    cancelButton.action = { [weak self] in self?.close() }
    printButton.action = { [weak self] in self?.confirm() }
    pathField.onCommit = { [weak self] in self?.confirm() }
    pathField.onChange = { [weak self] in self?.showMessage("") }
    preview.onShowPage = { [weak self] in self?.loadThumbnails(of: $0) }
    destinationRow.onChange = { [weak self] in self?.chooseDestination(at: $0) }
    copiesRow.onChange = { [weak self] in self?.settings.copies = $0 + 1 }
    paperRow.onChange = { [weak self] in self?.changeLayout(\.paper, PrintLayout.Paper.allCases[$0])
    }
    orientationRow.onChange = { [weak self] in
      self?.hasUserChosenOrientation = true
      self?.changeLayout(\.isLandscape, $0 == 1)
    }
    countRow.onChange = { [weak self] in
      self?.changeLayout(\.photosPerPageChoice, PrintLayout.PhotosPerPage.allCases[$0])
      self?.adaptOrientation()
    }
    fitRow.onChange = { [weak self] in self?.changeLayout(\.fit, PrintLayout.Fit.allCases[$0]) }
    marginRow.onChange = { [weak self] in
      self?.changeLayout(\.margin, PrintLayout.Margin.allCases[$0])
    }
    onLeave = { [weak self] in self?.cancelTasks() }
    chooseDestination(at: index)
    preview.showPage()
  }

  override var initialFocus: View? { printButton }

  private func changeLayout<Value>(_ part: WritableKeyPath<PrintLayout, Value>, _ value: Value) {
    settings.layout[keyPath: part] = value
    preview.pageLayout = settings.layout
  }

  /// Sets the orientation of the paper to the one that photos of the shape of the first one fill
  /// best, unless the user has chosen the orientation.
  private func adaptOrientation() {
    guard !hasUserChosenOrientation, let size = firstPhotoSize, size.width != size.height else {
      return
    }
    let isWide = size.width > size.height
    // For two photos on a page, the orientation is the opposite one: wide photos fit best on an
    // upright page, one above the other.
    let isLandscape = settings.layout.photosPerPageChoice == .two ? !isWide : isWide
    orientationRow.show(isLandscape ? 1 : 0)
    changeLayout(\.isLandscape, isLandscape)
  }

  private func chooseDestination(at index: Int) {
    guard destinations.indices.contains(index) else { return }
    settings.destination = destinations[index]
    let isFile = settings.destination == .file
    pathField.isHidden = !isFile
    copiesRow.isHidden = if case .printer = settings.destination { false } else { true }
    printButton.title =
      isFile ? tr("Save") : settings.destination == .dialog ? tr("Continue") : tr("Print")
    buttons.titlesDidChange()
    showMessage("")
  }

  private func showMessage(_ sentence: String) {
    warning.text = sentence
    panelDidChange()
  }

  private func confirm() {
    guard !isLeaving else { return }
    if settings.destination == .file {
      guard let first = files.first?.absolute(in: CurrentFolder.path),
        let path = SaveCopySheet.target(pathField.text, for: first, home: HomeFolder.path)
      else { return showMessage(tr("Type a file name.")) }
      settings.pdfPath = path
    }
    close()
    onPrint(settings)
  }

  // MARK: Photos of the preview

  /// Loads the photos with the given indices for the preview, and cancels the loads of all others.
  private func loadThumbnails(of range: Range<Int>) {
    for (index, task) in tasks where !range.contains(index) {
      task.cancel()
      tasks[index] = nil
    }
    for index in range where tasks[index] == nil && !preview.hasBitmap(index) {
      let picture = pipeline.shownLeafPath(of: files[index].key)
      let request = ThumbnailRequest(path: picture, side: Self.previewSide)
      tasks[index] = pipeline.thumbnail(request) { [weak self] result in
        guard case .success(let thumbnail) = result else { return }
        guard let self else { return }
        preview.setBitmap(thumbnail.bitmap, size: thumbnail.naturalSize, at: index)
        guard index == 0, firstPhotoSize == nil else { return }
        firstPhotoSize = thumbnail.naturalSize ?? thumbnail.bitmap.size
        adaptOrientation()
      }
    }
  }

  private func cancelTasks() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }
}

extension SettingRow {
  /// Makes a row whose choices are values with names, `value` being chosen first.
  fileprivate convenience init<Value: Equatable>(
    _ title: String, _ values: [Value], _ value: Value, _ name: (Value) -> String
  ) {
    self.init(title, choices: values.map(name), index: values.firstIndex(of: value) ?? 0)
  }
}

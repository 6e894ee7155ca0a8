import BrowserHost
import DecoderWire
import Geometry
import Imaging
import Localization
import Pixels
import Views
import Windowing

/// The sheet with the choices of an export, which shows the size in bytes that the file of the
/// first photo would have.
final class ExportSheet: BottomSheet {
  /// Called with the choices, and with the typed file name when a single photo is exported, after
  /// the sheet has begun to close.
  var onExport: (ExportOptions, _ name: [UInt8]?) -> Void = { _, _ in }
  /// Called with the choices and the text in the field for the file name when the user wants
  /// another folder, after the sheet has begun to close.
  var onChangeFolder: (ExportOptions, _ name: String) -> Void = { _, _ in }
  /// Encodes the first photo in memory with the given choices, to find out the size of its file,
  /// and calls `then` with the result. Returns the running request; nil when nothing is encoded.
  var estimate:
    (ExportOptions, _ then: @escaping @MainActor (Result<EncodedFile, DecodeFailure>) -> Void)
      -> EncodeTask? = { _, _ in nil }
  /// Called with the size in bytes of the file for the first photo, each time it has been computed.
  var onEstimate: (_ byteCount: Int) -> Void = { _ in }

  private var options: ExportOptions
  private let photos: [FilePath]
  private let loop: EventLoop
  private let formatRow: SettingRow
  private let sizeRow: SettingRow
  private let sizeField = TextField(label: tr("Width × height in pixels"))
  private let qualityRow: SettingRow
  private let metadataRow: SettingRow
  private let profileRow: SettingRow
  private let folderText = FormText()
  private let nameField: TextField
  private let resultText = FormText()
  private let exportButton = PillButton(tr("Export"))
  private let cancelButton = PillButton(tr("Cancel"))
  private let folderButton = PillButton(tr("Folder…"))
  private var estimateTimer: LoopTimer?
  private var estimateTask: EncodeTask?

  /// The time in seconds between the last change of a choice and the computation of the file size.
  /// It is longer than the 40 ms between repetitions of a held arrow key.
  private static let estimateDelay = 0.25

  /// Makes a sheet for exporting photos, at least one.
  ///
  /// - Parameters:
  ///   - options: the choices shown at first, with a folder.
  ///   - name: the text in the field for the name of a single file; nil for the name of the
  ///     photo. Default: nil.
  init(
    _ photos: [FilePath], _ options: ExportOptions, name: String? = nil, loop: EventLoop
  ) {
    self.photos = photos
    self.options = options
    self.loop = loop
    formatRow = SettingRow(
      tr("Format"), choices: EncodeRequest.Format.allCases.map(\.title),
      index: EncodeRequest.Format.allCases.firstIndex(of: options.format) ?? 0)
    let edges = ExportSize.longEdges
    let sizeIndex: Int
    switch options.size {
    case .original: sizeIndex = 0
    case .longEdge(let length): sizeIndex = (edges.firstIndex(of: length) ?? -1) + 1
    case .box: sizeIndex = edges.count + 1
    }
    sizeRow = SettingRow(
      tr("Size"),
      choices: [tr("Original", context: "size")] + edges.map { tr("{count} pixels", ["count": $0]) }
        + [
          tr("Custom", context: "size")
        ], index: sizeIndex)
    qualityRow = SettingRow(
      tr("Quality"), choices: ExportOptions.qualities.map { "\($0)" },
      index: ExportOptions.qualities.firstIndex(of: options.quality) ?? 0)
    metadataRow = SettingRow(
      tr("Metadata"),
      choices: [
        tr("Keep", context: "metadata"), tr("Without Place", context: "metadata"),
        tr("Remove", context: "metadata"),
      ],
      index: Int(options.metadata.rawValue))
    profileRow = SettingRow(
      tr("Color Profile"), choices: [tr("Convert to sRGB"), tr("Keep", context: "color profile")],
      index: options.keepsProfile ? 1 : 0)
    let proposed = photos.first.map { options.name(for: $0) } ?? []
    nameField = TextField(
      name ?? String(decoding: proposed, as: UTF8.self), label: tr("File name"))
    super.init(
      trPhotos(photos, "Export “{name}”", "Export {count} pictures"),
      items: [
        formatRow, sizeRow, sizeField, qualityRow, metadataRow, profileRow, folderText, nameField,
        resultText, FormButtons([folderButton, cancelButton, exportButton]),
      ])
    connect()
  }

  private func connect() {
    sizeField.placeholder = tr("Width × height, or one of both")
    if case .box(let width, let height) = options.size {
      sizeField.text = "\(width.map { "\($0)" } ?? "") × \(height.map { "\($0)" } ?? "")"
    }
    nameField.isHidden = photos.count > 1
    if let dot = nameField.text.lastIndex(of: ".") {
      nameField.select(0..<nameField.text.distance(from: nameField.text.startIndex, to: dot))
    }
    let home = HomeFolder.path
    let folder = options.folder.map { $0.abbreviated(home: home).display } ?? ""
    folderText.text =
      photos.count > 1
      ? tr("In {folder}, with their names", ["folder": folder])
      : tr("In {folder}, as", ["folder": folder])
    formatRow.onChange = { [weak self] index in
      self?.changeOptions { $0.format = EncodeRequest.Format.allCases[index] }
      self?.adoptTypedFormat()
    }
    sizeRow.onChange = { [weak self] index in self?.chooseSize(at: index) }
    sizeField.onChange = { [weak self] in self?.adoptTypedSize() }
    sizeField.onCommit = { [weak self] in self?.export() }
    nameField.onCommit = { [weak self] in self?.export() }
    qualityRow.onChange = { [weak self] index in
      self?.changeOptions { $0.quality = ExportOptions.qualities[index] }
    }
    metadataRow.onChange = { [weak self] index in
      self?.changeOptions { $0.metadata = EncodeRequest.Metadata.allCases[index] }
    }
    profileRow.onChange = { [weak self] index in
      self?.changeOptions { $0.keepsProfile = index == 1 }
    }
    for button in [cancelButton, folderButton] { button.isSecondary = true }
    cancelButton.action = { [weak self] in self?.close() }
    exportButton.action = { [weak self] in self?.export() }
    folderButton.action = { [weak self] in
      guard let self else { return }
      close()
      onChangeFolder(options, nameField.text)
    }
    onLeave = { [weak self] in self?.stopEstimate() }
    showRows()
  }

  /// Computes the file size for the initial choices. Called after ``estimate`` is set.
  func begin() { startEstimate() }

  private func stopEstimate() {
    estimateTimer = nil
    estimateTask?.cancel()
    estimateTask = nil
  }

  private func changeOptions(_ body: (inout ExportOptions) -> Void) {
    body(&options)
    showRows()
    stopEstimate()
    guard !hasWrongSize else { return showWrongSize() }
    showMessage(tr("Computing the size…"))
    estimateTimer = loop.schedule(at: loop.now + Self.estimateDelay) { [weak self] in
      self?.startEstimate()
    }
  }

  private func showRows() {
    let isCustom = sizeRow.choiceIndex == sizeRow.choices.count - 1
    sizeField.isHidden = !isCustom
    qualityRow.isHidden = !options.hasQuality
    panelDidChange()
  }

  private func adoptTypedFormat() {
    guard photos.count == 1 else { return }
    let bytes = Array(nameField.text.utf8)
    let known = EncodeRequest.Format(fileExtension: FilePath(bytes).fileExtension)
    guard known != nil, known != options.format else { return }
    nameField.text = String(decoding: options.name(for: FilePath(bytes)), as: UTF8.self)
  }

  private func chooseSize(at index: Int) {
    switch index {
    case 0: changeOptions { $0.size = .original }
    case 1...ExportSize.longEdges.count:
      changeOptions { $0.size = .longEdge(ExportSize.longEdges[index - 1]) }
    default: adoptTypedSize()
    }
  }

  private func adoptTypedSize() {
    let typed = ExportSize(sizeField.text)
    changeOptions { $0.size = typed ?? .original }
  }

  /// Whether the field for the size has a text that is no size.
  private var hasWrongSize: Bool {
    !sizeField.isHidden && !sizeField.text.isEmpty && ExportSize(sizeField.text) == nil
  }

  private func showWrongSize() { showMessage(tr("Type a size such as 1200 × 800."), isWrong: true) }

  private func startEstimate() {
    estimateTimer = nil
    showMessage(tr("Computing the size…"))
    estimateTask = estimate(options) { [weak self] in self?.show($0) }
  }

  private func show(_ result: Result<EncodedFile, DecodeFailure>) {
    estimateTask = nil
    switch result {
    case .success(let file):
      let size = tr(
        "{width} × {height} pixels, {size}",
        ["width": file.size.width, "height": file.size.height, "size": ByteCount(file.byteCount)])
      showMessage(photos.count > 1 ? tr("The first photo: {size}", ["size": size]) : size)
      onEstimate(file.byteCount)
    case .failure(let failure): showMessage("\(failure.sentence.capitalizedFirst).", isWrong: true)
    }
  }

  private func showMessage(_ text: String, isWrong: Bool = false) {
    resultText.text = text
    resultText.isWarning = isWrong
    panelDidChange()
  }

  private func export() {
    guard !hasWrongSize else { return showWrongSize() }
    var name: [UInt8]?
    if photos.count == 1 {
      name = options.name(typed: nameField.text)
      guard name != nil else { return showMessage(tr("Type a file name."), isWrong: true) }
    }
    close()
    onExport(options, name)
  }
}

extension String {
  /// The text with its first character in upper case.
  fileprivate var capitalizedFirst: String {
    guard let first else { return self }
    return first.uppercased() + dropFirst()
  }
}

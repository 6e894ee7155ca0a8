import BrowserHost
import DecoderWire
import GalleryCore
import ImageServers
import PhotoBrowser
import PhotoGrid
import Pixels

/// A scene whose chosen photos the information panel describes.
protocol InformationSubject: AnyObject {
  var title: String { get }
  /// For each chosen photo, the file that the scene shows of it.
  var selectedOrFocusedPhotos: [FilePath] { get }
  /// The thumbnail of a chosen photo; nil while it is not loaded.
  func thumbnail(of file: FilePath) -> GalleryThumbnail?
}

extension GalleryScene: InformationSubject {}

/// The controller of the information panel over a grid or a comparison. The panel shows the facts
/// about the photo with the focus, or a summary of several selected photos.
final class SelectionInformationController {
  /// Called when the panel has begun to appear or disappear, so that the photos can make room for
  /// it.
  var onVisibilityChange: () -> Void = {}

  let panel = InformationPanel()
  /// Whether the panel is shown, or is appearing. Default: false.
  private(set) var isShown = false
  /// Whether the scene is in front, so that the panel follows the choice of photos. Default: true.
  var isSceneInFront = true {
    didSet { if isSceneInFront, !oldValue, isShown { refresh() } }
  }

  private let metadata: MetadataCache
  private let facts: PhotoFactsStore
  private let indexer: PhotoIndexer
  private let log: Log
  /// The name of the scene in trace lines.
  private let traceName: String
  /// The scene whose chosen photos the panel describes; nil before the first one.
  private weak var scene: (any InformationSubject)?
  /// The chosen photo when it is the only one, with the last known size and date of its file; nil
  /// when none or several are chosen.
  private var singlePhoto: (file: FilePath, status: FileStatus?)?
  /// The number of the latest choice of photos; results for earlier ones are dropped.
  private var latestChoiceNumber = 0
  /// Whether a worker thread is reading the file sizes and the facts of several chosen photos.
  private var isReadingSeveral = false
  /// The files of the chosen photos when there are several; otherwise empty.
  private var severalFiles: [FilePath] = []
  /// The requests for facts about ``severalFiles`` that have been answered.
  private var answeredRequests = AnsweredRequests()
  /// The bitmap whose histogram is shown or being counted; nil for none.
  private weak var countedBitmap: Bitmap?

  /// Makes the controller with a hidden panel.
  ///
  /// - Parameter name: the name of the scene in trace lines.
  init(
    _ metadata: MetadataCache, _ facts: PhotoFactsStore, _ indexer: PhotoIndexer, name: String,
    log: Log
  ) {
    self.metadata = metadata
    self.facts = facts
    self.indexer = indexer
    self.traceName = name
    self.log = log
    panel.isHidden = true
    panel.onClose = { [weak self] in self?.toggle() }
    panel.onHidden = { [weak self] in
      guard let self, !isShown else { return }
      panel.isHidden = true
    }
    metadata.observe(for: self) { [weak self] path in
      if let self, path == singlePhoto?.file { showSinglePhoto() }
    }
    indexer.observe(for: self) { [weak self] records in
      guard let self, severalFiles.contains(where: { records[$0] != nil }) else { return }
      answeredRequests.add(records)
      readSeveral()
    }
  }

  /// Shows or hides the panel, and remembers the new state for the next start.
  func toggle() {
    setShown(!isShown)
    (isShown ? InformationDisplayMode.panel : .off).remember()
  }

  /// Shows or hides the panel as the remembered ``InformationDisplayMode`` says.
  func showAsRemembered() { setShown(InformationDisplayMode.remembered() == .panel) }

  private func setShown(_ isShown: Bool) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    if isShown { panel.isHidden = false }
    panel.setShown(isShown)
    if isShown { refresh() } else { metadata.cancelRequests() }
    log.trace("\(traceName) info shown=\(isShown)")
    onVisibilityChange()
  }

  /// Sets the scene whose chosen photos the panel describes. Their facts are shown at once if the
  /// panel is visible, otherwise when it appears.
  func show(_ scene: any InformationSubject) {
    self.scene = scene
    if isShown, isSceneInFront { refresh() }
  }

  /// Updates the dimensions and the histogram after the thumbnail of the only chosen photo has
  /// changed.
  func thumbnailDidChange() { if isShown, isSceneInFront { showSinglePhoto() } }

  /// Gives the facts that an image server states about a photo; nil for other photos.
  var servedFacts: (FilePath) -> ServedFacts? = { _ in nil }

  /// Gives the marks of a photo; nil while they are not known.
  var marks: (FilePath) -> PhotoMarks? = { _ in nil }

  /// The maximum number of chosen photos whose common marks are computed; for more, the panel shows
  /// none.
  private static let maxPhotosForCommonMarks = 200

  /// Updates the facts and the marks in the panel after the marks of a photo have changed.
  func marksDidChange() {
    guard isShown, isSceneInFront else { return }
    showMarks()
    showSinglePhoto()
  }

  /// Shows the marks that the chosen photos have in common.
  private func showMarks() {
    guard isShown, isSceneInFront, let scene else { return }
    let files = scene.selectedOrFocusedPhotos
    var common: PhotoMarks?
    if files.count <= Self.maxPhotosForCommonMarks {
      for file in files {
        let own = marks(file) ?? PhotoMarks()
        guard let before = common else {
          common = own
          continue
        }
        if before.stars != own.stars { common?.stars = 0 }
        if before.flag != own.flag { common?.flag = .none }
        if before.label != own.label { common?.label = .none }
      }
    }
    panel.show(common)
  }

  private func refresh() {
    showMarks()
    guard let scene else { return }
    let files = scene.selectedOrFocusedPhotos
    latestChoiceNumber += 1
    let former = singlePhoto
    (singlePhoto, severalFiles, answeredRequests) = (nil, [], AnsweredRequests())
    if let file = files.first, files.count == 1 {
      // If the same file is chosen as before, its known size and date are shown until they are read
      // again.
      singlePhoto = (file, former?.file == file ? former?.status : nil)
      metadata.setWantedPaths([file])
      readStatus(of: file)
      showSinglePhoto()
    } else if files.isEmpty {
      panel.show(PhotoInformation(withoutFocusIn: scene.title))
    } else {
      severalFiles = files
      panel.show(PhotoInformation(SelectionSummary(count: files.count)))
      readSeveral()
    }
  }

  // MARK: One photo

  private func showSinglePhoto() {
    guard let scene, let singlePhoto else { return }
    var facts = PhotoFileFacts(path: singlePhoto.file)
    facts.currentFolder = CurrentFolder.path
    facts.homeFolder = HomeFolder.path
    let known = metadata.metadata(of: singlePhoto.file)
    let thumbnail = scene.thumbnail(of: singlePhoto.file)
    let header = metadata.header(of: singlePhoto.file)
    facts.size = thumbnail?.naturalSize ?? header?.naturalSize ?? known?.uprightSize
    facts.formatName = header?.format ?? singlePhoto.file.fileExtension.uppercased()
    facts.profileName = header?.profile ?? ""
    if case .file(let bytes, let modified) = singlePhoto.status {
      (facts.byteCount, facts.modificationSeconds) = (bytes, modified)
    }
    panel.show(
      PhotoInformation(
        facts, known, marks: marks(singlePhoto.file), list: servedFacts(singlePhoto.file)))
    countPixels(of: thumbnail?.bitmap)
  }

  /// Reads the size and date of a file on a worker thread, because a disk may have to spin up.
  private func readStatus(of file: FilePath) {
    guard file.webAddress == nil else { return }
    let wanted = latestChoiceNumber
    WorkerThread.run {
      FileStatus(file)
    } finish: { [weak self] status in
      guard let self, latestChoiceNumber == wanted else { return }
      singlePhoto?.status = status
      if case .file(let bytes, _) = status { log.trace("\(traceName) info bytes=\(bytes)") }
      showSinglePhoto()
    }
  }

  /// Counts the pixels of a thumbnail on a worker thread and shows their histogram; nil shows an
  /// empty one.
  private func countPixels(of bitmap: Bitmap?) {
    guard let bitmap else {
      countedBitmap = nil
      return panel.show(nil as Histogram?)
    }
    guard bitmap !== countedBitmap else { return }
    countedBitmap = bitmap
    WorkerThread.run {
      Histogram(bitmap)
    } finish: { [weak self, weak bitmap] histogram in
      guard let self, let bitmap, countedBitmap === bitmap else { return }
      panel.show(histogram)
    }
  }

  // MARK: Several photos

  /// Reads the file sizes and the known facts of several chosen photos, shows their summary, and
  /// requests the facts that are missing.
  private func readSeveral() {
    guard !isReadingSeveral, !severalFiles.isEmpty else { return }
    isReadingSeveral = true
    let (files, facts, wanted) = (severalFiles, facts, latestChoiceNumber)
    WorkerThread.run {
      LibraryScan.items(files, facts: facts)
    } finish: { [weak self] items in
      guard let self else { return }
      isReadingSeveral = false
      guard latestChoiceNumber == wanted else { return readSeveral() }
      panel.show(PhotoInformation(SelectionSummary(items)))
      indexer.read(answeredRequests.unanswered(items.compactMap(PhotoIndexer.Request.init)))
    }
  }
}

import BrowserHost
import DecoderWire
import GalleryCore
import ImageServers
import PhotoBrowser
import PhotoGrid
import Pixels

/// A scene in which photos are chosen.
protocol InformationSubject: AnyObject {
  var title: String { get }
  /// The shown files of the chosen photos.
  var chosenPhotos: [FilePath] { get }
  /// The picture of a chosen photo, if it is loaded.
  func thumbnail(of file: FilePath) -> GalleryThumbnail?
}

extension GalleryScene: InformationSubject {}

/// The information panel of a grid or a comparison: the facts about the photo with the focus, or a
/// summary of several selected photos.
final class ChosenInformation {
  /// Called when the panel appeared or disappeared, so that the photos make room for it.
  var onVisibilityChange: () -> Void = {}

  let panel = InformationPanel()
  /// Whether the panel is shown, or about to be.
  private(set) var isShown = false
  /// Whether the scene is in front, so that the panel follows its selection. Default: true.
  var isActive = true {
    didSet { if isActive, !oldValue, isShown { refresh() } }
  }

  private let metadata: MetadataCache
  private let facts: PhotoFactsStore
  private let indexer: PhotoIndexer
  private let log: Log
  /// The name of the scene in the trace.
  private let name: String
  /// The scene whose chosen photos are shown; nil for none.
  private weak var scene: (any InformationSubject)?
  /// The selected photo when it is the only one, and the last known status of its file; otherwise
  /// nil.
  private var single: (file: FilePath, status: FileStatus?)?
  /// The number of the latest selection; answers for earlier ones are dropped.
  private var generation = 0
  /// Whether the items of the selection are being read.
  private var isReading = false
  /// The files of the selected photos when there are several; otherwise empty.
  private var several: [FilePath] = []
  /// The requests for facts about ``several`` that were answered.
  private var answered = AnsweredRequests()
  /// The bitmap whose histogram is shown or being counted.
  private weak var counted: Bitmap?

  /// Makes the panel of a scene.
  ///
  /// - Parameter name: the name of the scene in the trace.
  init(
    _ metadata: MetadataCache, _ facts: PhotoFactsStore, _ indexer: PhotoIndexer, name: String,
    log: Log
  ) {
    self.metadata = metadata
    self.facts = facts
    self.indexer = indexer
    self.name = name
    self.log = log
    panel.isHidden = true
    panel.onClose = { [weak self] in self?.toggle() }
    panel.onHidden = { [weak self] in
      guard let self, !isShown else { return }
      panel.isHidden = true
    }
    metadata.observe(for: self) { [weak self] path in
      if let self, path == single?.file { showSingle() }
    }
    indexer.observe(for: self) { [weak self] records in
      guard let self, several.contains(where: { records[$0] != nil }) else { return }
      answered.add(records)
      readSeveral()
    }
  }

  /// Shows or hides the panel, and remembers whether it is shown.
  func toggle() {
    setShown(!isShown)
    (isShown ? InformationDisplay.panel : .off).remember()
  }

  /// Shows the panel if the remembered form of the information is the panel.
  func restore() { setShown(InformationDisplay.remembered() == .panel) }

  private func setShown(_ isShown: Bool) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    if isShown { panel.isHidden = false }
    panel.setShown(isShown)
    if isShown { refresh() } else { metadata.stop() }
    log.trace("\(name) info shown=\(isShown)")
    onVisibilityChange()
  }

  /// Shows the facts about the chosen photos of a scene.
  func show(_ scene: any InformationSubject) {
    self.scene = scene
    if isShown, isActive { refresh() }
  }

  /// Shows the size and the histogram of the chosen photo, whose picture may have loaded.
  func pictureDidChange() { if isShown, isActive { showSingle() } }

  /// The facts about the list of an image server with a photo; nil for other photos.
  var listFacts: (FilePath) -> ServedFacts? = { _ in nil }

  /// The marks of a photo; nil while they are not known.
  var marks: (FilePath) -> PhotoMarks? = { _ in nil }

  /// The maximum number of photos whose common marks are looked up.
  private static let maxMarked = 200

  /// Shows the marks that the chosen photos have in common.
  func marksDidChange() {
    guard isShown, isActive, let scene else { return }
    let files = scene.chosenPhotos
    var common: PhotoMarks?
    if files.count <= Self.maxMarked {
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
    marksDidChange()
    guard let scene else { return }
    let files = scene.chosenPhotos
    generation += 1
    let former = single
    (single, several, answered) = (nil, [], AnsweredRequests())
    if let file = files.first, files.count == 1 {
      // The status of a file that was rewritten stays until it is read again.
      single = (file, former?.file == file ? former?.status : nil)
      metadata.request([file])
      readStatus(of: file)
      showSingle()
    } else if files.isEmpty {
      panel.show(PhotoInformation(withoutFocusIn: scene.title))
    } else {
      several = files
      panel.show(PhotoInformation(SelectionSummary(count: files.count)))
      readSeveral()
    }
  }

  // MARK: One photo

  private func showSingle() {
    guard let scene, let single else { return }
    var facts = PhotoFacts(path: single.file)
    facts.currentFolder = CurrentFolder.path
    facts.homeFolder = HomeFolder.path
    let known = metadata.metadata(of: single.file)
    let thumbnail = scene.thumbnail(of: single.file)
    let header = metadata.header(of: single.file)
    facts.size = thumbnail?.naturalSize ?? header?.naturalSize ?? known?.uprightSize
    facts.format = header?.format ?? single.file.fileExtension.uppercased()
    facts.profile = header?.profile ?? ""
    if case .file(let bytes, let modified) = single.status {
      (facts.byteCount, facts.modified) = (bytes, modified)
    }
    panel.show(PhotoInformation(facts, known, list: listFacts(single.file)))
    countPixels(of: thumbnail?.bitmap)
  }

  /// Reads the status of a file off the main actor, because a disk may have to spin up.
  private func readStatus(of file: FilePath) {
    guard file.webAddress == nil else { return }
    let wanted = generation
    WorkerThread.run {
      FileStatus(file)
    } finish: { [weak self] status in
      guard let self, generation == wanted else { return }
      single?.status = status
      showSingle()
    }
  }

  /// Counts the pixels of the thumbnail for the histogram, off the main actor.
  private func countPixels(of bitmap: Bitmap?) {
    guard let bitmap else {
      counted = nil
      return panel.show(nil as Histogram?)
    }
    guard bitmap !== counted else { return }
    counted = bitmap
    WorkerThread.run {
      Histogram(bitmap)
    } finish: { [weak self, weak bitmap] histogram in
      guard let self, let bitmap, counted === bitmap else { return }
      panel.show(histogram)
    }
  }

  // MARK: Several photos

  /// Reads the sizes and facts of the selected photos, and requests the facts that are not read
  /// yet.
  private func readSeveral() {
    guard !isReading, !several.isEmpty else { return }
    isReading = true
    let (files, facts, wanted) = (several, facts, generation)
    WorkerThread.run {
      LibraryScan.items(files, facts: facts)
    } finish: { [weak self] items in
      guard let self else { return }
      isReading = false
      guard generation == wanted else { return readSeveral() }
      panel.show(PhotoInformation(SelectionSummary(items)))
      indexer.read(answered.unanswered(items.compactMap(PhotoIndexer.Request.init)))
    }
  }
}

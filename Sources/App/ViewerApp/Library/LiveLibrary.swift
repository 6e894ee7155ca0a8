import BrowserHost
import Desktop
import GalleryCore
import PhotoGrid

/// The library of one grid, kept up to date: it reads, watches and sorts. All work runs off the
/// main actor, one job at a time.
final class LiveLibrary {
  /// The new state of the library and its difference from the previous state.
  struct Change: Sendable {
    /// The library after the change.
    var library: SectionedLibrary
    /// The files in order, one for each page of a browser.
    var paths: [FilePath]
    /// The sections and items for the grid.
    var contents: GalleryContents
    /// The difference as the grid needs it.
    var gallery: GalleryChange
    /// The difference as the browser needs it.
    var diff: LibraryDiff
  }
  /// The library as of the last finished job.
  private(set) var library: SectionedLibrary
  /// The files of the current state, in order.
  private(set) var paths: [FilePath] = []
  /// The sections and items of the current state for the grid.
  private var contents = GalleryContents.empty
  /// Called when the library changed, and when it was read for the first time.
  var onChange: ((Change) -> Void)?
  /// Called with each file or folder that cannot be read or watched; the others are still listed.
  var onComplaint: ((FilePath, _ sentence: String) -> Void)?
  /// Called with the photos whose dates taken the order needs and nobody has read.
  var onMissingDates: (([PhotoIndexer.Request]) -> Void)?
  /// True until the folders were read once.
  private(set) var isLoading = true

  /// Whether the requested folders contain subfolders.
  private(set) var hasSubfolders = false
  /// The depth that the user chose for subfolders; nil follows the request.
  private var chosenDepth: LibraryRequest.Depth?
  /// A choice of the user that is not yet written to ``SubfolderMemory``.
  private var newChoice: Bool?

  /// The order requested last.
  private(set) var order: PhotoLibrary.Order
  private var request: LibraryRequest
  private let watch: FolderObserver?
  private var needsScan = false
  /// Whether the cards of subfolders have to be read again.
  private var needsCards = false
  /// The changes that are not yet applied. Each inner list is one consistent delivery.
  private var deliveries: [[FolderChange]] = []
  /// The dates taken that are not yet applied.
  private var dates: PhotoIndexer.Dates = [:]
  /// The known dates; nil when there are none.
  private let facts: PhotoFactsStore?
  /// The completion handlers of those deliveries.
  private var completions: [() -> Void] = []
  /// The completion handlers of the deliveries that are being applied.
  private var workCompletions: [() -> Void] = []
  private var isWorking = false

  /// Makes an empty library; ``reload()`` reads it.
  ///
  /// - Parameters:
  ///   - watch: reports changes; nil where nothing can be watched.
  ///   - facts: the dates taken that are known from the index; nil for none.
  init(
    _ request: LibraryRequest, order: PhotoLibrary.Order, watch: FolderObserver?,
    facts: PhotoFactsStore? = nil
  ) {
    self.request = request
    self.facts = facts
    self.order = order
    self.watch = watch
    if order.isRecursive { chosenDepth = .everything }
    library = SectionedLibrary(request, order: order)
    watch?.onChange = { [weak self] in self?.take($0) }
  }

  /// The whole library as a change from an empty one, for an observer that is added after the first
  /// read.
  var everything: Change {
    Change(
      library: library, paths: paths, contents: contents,
      gallery: GalleryChange(replacing: GridSections(), with: contents.counts),
      diff: LibraryDiff(from: [], to: library.items))
  }

  /// Reads all folders, also when they were read before.
  func reload() {
    needsScan = true
    work()
  }

  /// Replaces the request and reads its folders.
  func reload(_ request: LibraryRequest) {
    self.request = request
    chosenDepth = nil
    reload()
  }

  func reloadCards() {
    guard hasSubfolders else { return }
    needsCards = true
    work()
  }

  /// Whether all subfolders of the requested folders are included.
  var includesSubfolders: Bool { order.isRecursive }

  /// Includes all subfolders, or none, and remembers the choice for the folders.
  func includeSubfolders(_ includes: Bool) {
    chosenDepth = includes ? .everything : .own
    newChoice = includes
    reload()
  }

  /// Changes the order; the library follows asynchronously.
  func sort(by order: PhotoLibrary.Order) {
    if order.isRecursive != self.order.isRecursive {
      chosenDepth = order.isRecursive ? .everything : .own
      needsScan = true
    }
    self.order = order
    work()
  }

  /// Applies changes of files, from the watch or from another source.
  ///
  /// - Parameter done: called after ``onChange`` when the changes are applied, also when the
  ///   library already contained them.
  func take(_ changes: [FolderChange], then done: (() -> Void)? = nil) {
    if let done { completions.append(done) }
    if changes.contains(.missed) { needsScan = true }
    if changes.contains(where: \.isOfFolder), !isLoading { needsCards = true }
    for case .unwatched(let folder) in changes {
      onComplaint?(FilePath(folder), DesktopError.watchLimit.description)
    }
    deliveries.append(changes)
    work()
  }

  /// Applies dates taken that have been read, if the order needs them.
  func take(_ dates: PhotoIndexer.Dates) {
    guard order.order == .taken else { return }
    self.dates.merge(dates) { $1 }
    work()
  }

  // MARK: Work

  private struct Outcome: Sendable {
    var change: Change
    var scan: LibraryScan?
    /// The results of adding watches to its folders.
    var answers: [FolderWatch.Answer] = []
    /// Whether a folder changed before its watch was added.
    var isOutdated = false
  }

  private func work() {
    guard
      !isWorking,
      needsScan || needsCards || !deliveries.isEmpty || !dates.isEmpty || order != library.order
    else { return }
    isWorking = true
    let (old, order, changes, dates) = (library, order, deliveries, dates)
    let facts = facts
    let scanned = needsScan ? request : nil
    // At the first read no item is known: comparing stamps of every file would gain nothing.
    let known = isLoading ? nil : old
    let (chosenDepth, choice) = (chosenDepth, newChoice)
    newChoice = nil
    let registrar = watch?.registrar
    deliveries = []
    self.dates = [:]
    workCompletions = completions
    completions = []
    let readsCards = needsCards && !needsScan
    needsScan = false
    if readsCards { needsCards = false }
    WorkerThread.run {
      var library = old
      if let scanned {
        if let choice {
          for folder in scanned.absoluteFolders(in: CurrentFolder.path) {
            SubfolderMemory.remember(choice, of: folder)
          }
        }
        let scan = LibraryScan(
          scanned, order: order, depth: chosenDepth ?? scanned.rememberedDepth, facts: facts,
          replacing: known)
        let answers = registrar.map { registrar in
          Self.foldersToWatch(scan).map { registrar.ask($0.bytes) }
        }
        return Outcome(
          change: Change(from: old, to: scan.library), scan: scan, answers: answers ?? [],
          isOutdated: registrar != nil && scan.isOutdated)
      } else {
        for delivery in changes { library = library.applying(LibraryUpdate(delivery)) }
        if !dates.isEmpty { library = library.with(dates) }
        if order != library.order || !dates.isEmpty {
          library = LibraryScan.stamped(library, for: order, facts: facts).ordered(by: order)
        }
        if readsCards {
          let cards =
            order.isRecursive
            ? [] : FolderCardReader.cards(of: library.request, order: order) ?? []
          library = library.with(cards: cards, replacing: library.cards)
        }
      }
      return Outcome(change: Change(from: old, to: library))
    } finish: { [weak self] in
      self?.finish($0)
    }
  }

  private func finish(_ outcome: Outcome) {
    isWorking = false
    let isOther =
      outcome.change.library.request != library.request
      || outcome.change.library.order.isRecursive != library.order.isRecursive
    if let scan = outcome.scan {
      hasSubfolders = scan.hasSubfolders
      if !scan.hasCards { needsCards = true }
      order.isRecursive = scan.library.order.isRecursive
      // The automatic choice between folders and subfolders stays when the folders change later.
      if chosenDepth == nil, scan.library.count > 0 {
        chosenDepth = order.isRecursive ? .everything : .own
      }
      follow(scan, outcome)
    }
    let hasOtherCards = outcome.change.library.cards != library.cards
    if !library.cards.isEmpty || hasOtherCards { hasSubfolders = true }
    library = outcome.change.library
    paths = outcome.change.paths
    contents = outcome.change.contents
    let isFirst = isLoading && outcome.scan != nil
    if isFirst { isLoading = false }
    if isFirst || isOther || hasOtherCards || !outcome.change.diff.isEmpty {
      onChange?(outcome.change)
    }
    if order.order == .taken { requestDates() }
    let done = workCompletions
    workCompletions = []
    for completion in done { completion() }
    work()
  }

  /// Requests the dates of the photos that have not been read.
  private func requestDates() {
    guard let onMissingDates else { return }
    let missing = library.sections.lazy.flatMap(\.items).compactMap { item in
      item.taken == .unknown && item.path.webAddress == nil
        ? item.stamp.map { PhotoIndexer.Request(path: item.path, stamp: $0) } : nil
    }
    let requests = Array(missing)
    if !requests.isEmpty { onMissingDates(requests) }
  }

  /// Takes over the watches of the folders. A folder that changed before its watch was added is
  /// read again.
  private func follow(_ scan: LibraryScan, _ outcome: Outcome) {
    for complaint in scan.complaints { onComplaint?(complaint.folder, complaint.error.reason) }
    guard let watch else { return }
    if let failure = watch.register(outcome.answers, isRecursive: order.isRecursive) {
      onComplaint?(failure.folder, failure.error.description)
    }
    if outcome.isOutdated { needsScan = true }
  }

  /// The folders to watch: those that were read, and the folders of individual files.
  private nonisolated static func foldersToWatch(_ scan: LibraryScan) -> [FilePath] {
    let singles = scan.library.sections.filter { $0.folder == nil }.flatMap(\.items)
    let files = singles.map(\.path).filter { $0.webAddress == nil }
    return scan.folders.map(\.path) + Set(files.map(\.folder))
  }
}

nonisolated extension FolderChange {
  /// Whether a folder was added or removed.
  fileprivate var isOfFolder: Bool {
    switch self {
    case .folderAppeared, .folderGone: true
    case .appeared, .removed, .renamed, .rewritten, .unwatched, .missed: false
    }
  }
}

nonisolated extension LiveLibrary.Change {
  /// Compares two states of one library.
  ///
  /// - Complexity: O(old items + new items), so it runs on a ``WorkerThread``.
  init(from old: SectionedLibrary, to new: SectionedLibrary) {
    library = new
    paths = new.paths
    contents = GalleryContents(new)
    gallery = GalleryChange(from: old.identities, to: new.identities)
    diff = LibraryDiff(from: old, to: new)
  }
}

import ArchiveWire
import BrowserHost
import Desktop
import GalleryCore
import PhotoGrid

/// The library of one grid, which reads the folders, sorts the photos and follows changes. All work
/// runs off the main actor, one job at a time.
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
    /// Whether the sections or the files of photos differ although the items may be the same.
    var hasOtherSections = false
  }
  /// The arranged library as of the last finished job.
  private(set) var library: SectionedLibrary
  /// The library with all files, in a section for each folder.
  private var source: SectionedLibrary
  /// The library with all photos, in the sections of the arrangement.
  private var grouped: SectionedLibrary
  /// The rules by which several files are one photo in ``library``.
  private var shownRules: StackRules
  /// The arrangement of ``library``.
  private var shownArrangement = LibraryArrangement()
  /// The photo that passes the filter in any case, because it is on the page of a browser; nil for
  /// none.
  private(set) var kept: FilePath?
  /// The photo that was kept in ``library``.
  private var shownKept: FilePath?
  /// The files of the current state, in order.
  private(set) var paths: [FilePath] = []
  /// The sections and items of the current state for the grid.
  private(set) var contents = GalleryContents.empty
  /// Called when the library changed, and when it was read for the first time.
  var onChange: ((Change) -> Void)?
  /// Called with each file or folder that cannot be read or watched; the others are still listed.
  var onComplaint: ((FilePath, _ sentence: String) -> Void)?
  /// Called with the paths of sidecars that appeared, changed or disappeared.
  var onSidecarChange: ((Set<FilePath>) -> Void)?
  /// Called with the photos whose facts are needed and not read yet.
  var onMissingRecords: (([PhotoIndexer.Request]) -> Void)?
  /// Whether the folders have not been read yet.
  private(set) var isLoading = true

  /// Whether the requested folders contain subfolders.
  private(set) var hasSubfolders = false
  /// The depth that the user chose for subfolders; nil follows the request.
  private var chosenDepth: LibraryRequest.Depth?
  /// The choices of the user that are not yet written to state files.
  private var newChoices = NewFolderChoices()
  /// Whether the order and sections that the user chose for a folder are looked up and remembered.
  private let remembersSorting: Bool
  /// Whether a remembered choice applies to the next read.
  private var recallsSorting: Bool
  /// The order and sections of a folder for which none are remembered.
  private let givenSorting: SortingMemory.Choice

  /// The order requested last.
  private(set) var order: PhotoLibrary.Order
  /// The arrangement requested last.
  private(set) var arrangement = LibraryArrangement()
  /// The rules by which several files are one photo; ``library`` is updated by a later job.
  var rules: StackRules {
    didSet { if rules != oldValue { work() } }
  }
  /// The folders and files requested last; ``library`` is updated by a later job.
  private(set) var request: LibraryRequest
  private let watch: FolderObserver?
  private var needsScan = false
  /// Whether the cards of subfolders have to be read again.
  private var needsCards = false
  /// The changes that are not yet applied. Each inner list is one consistent delivery.
  private var deliveries: [[FolderChange]] = []
  /// The facts that are not yet applied.
  private var records: PhotoIndexer.Records = [:]
  /// The marks of photos that are not yet applied.
  private var newMarks: [FilePath: PhotoMarks] = [:]
  /// The known facts about photos.
  private let facts: PhotoFactsStore
  /// The completion handlers of ``deliveries``.
  private var completions: [() -> Void] = []
  /// The completion handlers of the deliveries that are being applied.
  private var workCompletions: [() -> Void] = []
  private var isWorking = false

  /// The number of files from which on the lists of a library are large blocks of memory.
  private static let largeCount = 20_000

  /// Makes an empty library; ``reload()`` reads it.
  ///
  /// - Parameters:
  ///   - arrangement: the first arrangement. Default: all photos by folder.
  ///   - rules: the rules by which several files are one photo. Default: RAW+JPEG pairs are.
  ///   - watch: reports changes; nil where nothing can be watched.
  ///   - facts: the known facts about photos. Default: none.
  ///   - sorting: the source of the order and the sections. Default: the arguments.
  init(
    _ request: LibraryRequest, order: PhotoLibrary.Order,
    arrangement: LibraryArrangement = LibraryArrangement(), rules: StackRules = StackRules(),
    watch: FolderObserver?,
    facts: PhotoFactsStore = PhotoFactsStore(folder: nil), sorting: SortingPolicy = .given
  ) {
    remembersSorting = sorting != .given
    recallsSorting = sorting == .remembered
    givenSorting = SortingMemory.Choice(
      order: order.order, isReversed: order.isReversed, grouping: arrangement.grouping)
    self.request = request
    self.arrangement = arrangement
    self.rules = rules
    shownRules = rules
    self.facts = facts
    self.order = order
    self.watch = watch
    if order.isRecursive { chosenDepth = .everything }
    source = SectionedLibrary(request, order: order)
    library = source
    grouped = source
    watch?.onChange = { [weak self] in self?.take($0) }
  }

  /// The source of a library's order and sections.
  enum SortingPolicy {
    /// The arguments; the user's choices are not remembered.
    case given
    /// The arguments; the user's choices are remembered for the folder.
    case givenThenRemembered
    /// The user's last choice for the folder, or else the arguments.
    case remembered
  }

  /// The whole library as a change from an empty library, for an observer that is added after the
  /// first read.
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

  /// Replaces the request, discards the filter and the chosen depth, and reads the folders. Where
  /// sorting is remembered, a folder without a remembered one gets the order given at first.
  func reload(_ request: LibraryRequest) {
    self.request = request
    chosenDepth = nil
    arrangement.filter = nil
    kept = nil
    recallsSorting = remembersSorting
    if remembersSorting { adopt(givenSorting) }
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
    newChoices.add(includesSubfolders: includes, for: request)
    reload()
  }

  /// Changes the order; ``library`` is updated by a later job.
  func sort(by order: PhotoLibrary.Order) {
    if order.isRecursive != self.order.isRecursive {
      chosenDepth = order.isRecursive ? .everything : .own
      needsScan = true
    }
    self.order = order
    // Periods have an order of their own.
    if order.order != .taken { arrangement.grouping = .folder }
    sortingDidChange()
  }

  /// Divides the grid into other sections; a later job updates ``library``. Periods are sorted
  /// by date taken.
  func group(by grouping: Grouping) {
    arrangement.grouping = grouping
    if grouping != .folder, order.order != .taken {
      order.order = .taken
      order.isReversed = false
    }
    sortingDidChange()
  }

  private func sortingDidChange() {
    recallsSorting = false
    if remembersSorting {
      newChoices.add(
        SortingMemory.Choice(
          order: order.order, isReversed: order.isReversed, grouping: arrangement.grouping),
        for: request)
    }
    work()
  }

  private func adopt(_ sorting: SortingMemory.Choice) {
    (order.order, order.isReversed) = (sorting.order, sorting.isReversed)
    arrangement.grouping = sorting.grouping
  }

  /// Sets the filter that shown photos have to pass; nil shows all photos. ``library`` is updated
  /// later, when the photos have been filtered.
  ///
  /// - Parameter kept: a photo that stays in any case, until ``keep(_:)``. Default: none.
  func filter(by filter: PhotoFilter?, keeping kept: FilePath? = nil) {
    arrangement.filter = filter
    self.kept = filter == nil ? nil : kept
    work()
  }

  /// Exempts a photo from the filter, in place of the one kept before; nil keeps none.
  func keep(_ photo: FilePath?) {
    kept = photo
    work()
  }

  /// The number of all photos, also of those that the filter leaves out.
  var totalCount: Int { grouped.count }

  /// Shows a file in place of the other files of its photo.
  func choose(_ file: FilePath) {
    rules.choose(file, insteadOf: library.files(with: file))
  }

  /// The number of photos whose facts the arrangement needs and that are not read yet.
  private(set) var unreadCount = 0

  /// Whether the order or the arrangement needs the facts about all photos.
  private var needsRecords: Bool { order.order == .taken || arrangement.needsRecords }

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
    let sidecars = LibraryUpdate.sidecars(in: changes)
    if !sidecars.isEmpty { onSidecarChange?(sidecars) }
    deliveries.append(changes)
    work()
  }

  /// Applies facts that have been read, if they are needed.
  func take(_ records: PhotoIndexer.Records) {
    guard needsRecords else { return }
    self.records.merge(records) { $1 }
    work()
  }

  /// Whether it is not yet known for all photos if they pass the filter.
  var isFiltering: Bool {
    arrangement.filter != nil && (isWorking || arrangement != shownArrangement || unreadCount > 0)
  }

  /// Applies marks that were set, if they are needed.
  func take(_ marks: [FilePath: PhotoMarks]) {
    guard needsRecords else { return }
    newMarks.merge(marks) { $1 }
    work()
  }

  // MARK: Work

  /// Whether there is something to do.
  private var hasWork: Bool {
    needsScan || needsCards || !deliveries.isEmpty || !records.isEmpty || order != source.order
      || arrangement != shownArrangement || rules != shownRules || !newChoices.isEmpty
      || kept != shownKept || !newMarks.isEmpty
  }

  private func work() {
    guard !isWorking, hasWork else { return }
    isWorking = true
    let job = nextJob()
    WorkerThread.run {
      job.run()
    } finish: {
      // Operations wait for the answers, also after the grid was closed.
      self.finish($0)
    }
  }

  /// The job for everything that has been asked since the last one.
  private func nextJob() -> LibraryJob {
    // Facts are looked up when they begin to be needed, and for photos that are new.
    let neededRecords = source.order.order == .taken || shownArrangement.needsRecords
    let readsCards = needsCards && !needsScan
    let job = LibraryJob(
      source: source, grouped: grouped, shown: library, shownArrangement: shownArrangement,
      shownRules: shownRules, request: request, order: order, arrangement: arrangement,
      rules: rules, kept: kept, facts: facts, needsFacts: needsRecords,
      needsLookup: needsRecords && (!neededRecords || !deliveries.isEmpty),
      readsFolders: needsScan, isFirst: isLoading, recallsSorting: recallsSorting && needsScan,
      chosenDepth: chosenDepth, newChoices: newChoices,
      registrar: watch?.registrar, deliveries: deliveries, records: records, newMarks: newMarks,
      readsCards: readsCards)
    newChoices = NewFolderChoices()
    newMarks = [:]
    deliveries = []
    records = [:]
    workCompletions = completions
    completions = []
    needsScan = false
    if readsCards { needsCards = false }
    return job
  }

  private func finish(_ outcome: LibraryJob.Outcome) {
    isWorking = false
    let isOther =
      outcome.change.library.request != library.request
      || outcome.change.library.order.isRecursive != library.order.isRecursive
    // A request that came meanwhile has its own.
    if let recalled = outcome.recalled, recallsSorting, outcome.source.request == request {
      adopt(recalled)
    }
    if outcome.scan != nil, !needsScan { recallsSorting = false }
    if let scan = outcome.scan {
      hasSubfolders = scan.hasSubfolders
      if !scan.hasCards { needsCards = true }
      order.isRecursive = scan.library.order.isRecursive
      // The automatic choice between folders and subfolders stays when the folders change later. A
      // request that was made meanwhile gets a choice of its own.
      if chosenDepth == nil, scan.library.count > 0, scan.library.request == request {
        chosenDepth = order.isRecursive ? .everything : .own
      }
      follow(scan, outcome)
    }
    let hasOtherCards = outcome.change.library.cards != library.cards
    if !library.cards.isEmpty || hasOtherCards { hasSubfolders = true }
    let isRearranged = outcome.arrangement != shownArrangement
    shownArrangement = outcome.arrangement
    shownRules = outcome.rules
    shownKept = outcome.kept
    source = outcome.source
    grouped = outcome.grouped
    library = outcome.change.library
    paths = outcome.change.paths
    contents = outcome.change.contents
    if source.count >= Self.largeCount { Heap.releaseLargeBlocks() }
    if !needsRecords { unreadCount = 0 } else if let missing = outcome.missing { request(missing) }
    let isFirst = isLoading && outcome.scan != nil
    if isFirst { isLoading = false }
    // An observer may begin the next job.
    let done = workCompletions
    workCompletions = []
    if isFirst || isOther || hasOtherCards || isRearranged || !outcome.change.diff.isEmpty
      || outcome.change.hasOtherSections
    {
      onChange?(outcome.change)
    }
    for completion in done { completion() }
    work()
  }

  /// Requests the facts about the photos that have not been read.
  private func request(_ missing: [PhotoIndexer.Request]) {
    unreadCount = missing.count
    if !missing.isEmpty { onMissingRecords?(missing) }
  }

  /// Takes over the watches of the folders, and ends those of folders that are left. A folder that
  /// changed before its watch was added is read again.
  private func follow(_ scan: LibraryScan, _ outcome: LibraryJob.Outcome) {
    for complaint in scan.complaints { onComplaint?(complaint.folder, complaint.error.reason) }
    guard let watch else { return }
    if let failure = watch.register(outcome.answers, isRecursive: order.isRecursive) {
      onComplaint?(failure.folder, failure.error.description)
    }
    let folders = Set(outcome.answers.map { FilePath($0.folder) })
    // A subfolder that has appeared since the scan is watched already.
    let tops = scan.library.request.sources.compactMap { source -> FilePath? in
      if case .folder(let folder, _) = source { folder } else { nil }
    }
    let isRecursive = order.isRecursive
    watch.unwatch { path in
      !folders.contains(path) && !(isRecursive && tops.contains { path.isBelow($0) })
    }
    if outcome.isOutdated { needsScan = true }
  }
}

nonisolated extension FolderChange {
  /// Whether the change adds or removes a folder or an archive, which have cards.
  fileprivate var isOfFolder: Bool {
    switch self {
    case .folderAppeared, .folderGone: true
    case .appeared(let path), .removed(let path): ArchiveName.isArchive(path)
    case .renamed(let from, let to): ArchiveName.isArchive(from) || ArchiveName.isArchive(to)
    case .rewritten, .unwatched, .missed: false
    }
  }
}

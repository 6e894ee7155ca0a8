import ArchiveWire
import BrowserHost
import Desktop
import GalleryCore
import PhotoGrid

/// The library of one grid, which reads its folders, sorts and filters the photos, and is kept up
/// to date with the file system. All this is done on a worker thread, one job at a time.
final class LiveLibrary {
  /// A new state of the library and its difference from the former one.
  struct Change: Sendable {
    /// The new state of the library, filtered and divided into sections.
    var library: SectionedLibrary
    /// The shown files of all photos in order, one for each page of a browser.
    var paths: [FilePath]
    /// The new contents of the grid: folder cards, sections and photos.
    var contents: GalleryContents
    /// The difference between the former and the new contents of the grid.
    var galleryChange: GalleryChange
    /// The difference between the former and the new pages of a browser.
    var diff: LibraryDiff
    /// Whether the sections have changed, or the files of photos with several files, although the
    /// photos in the grid are the same.
    var hasChangedSections = false
  }
  /// The state of the library that is shown: filtered and divided into sections by the last
  /// finished job.
  private(set) var library: SectionedLibrary
  /// The library with one item for each file, in a section for each folder.
  private(set) var perFileLibrary: SectionedLibrary
  /// The versions of the folders in the state that ``perFileLibrary`` has.
  private var versions = FolderVersions()
  /// The versions of the folders after the running job.
  private var versionsAfterJob = FolderVersions()
  /// The library with one item for each photo, divided into sections, without the filter.
  private var unfilteredLibrary: SectionedLibrary
  /// The rules with which ``library`` was made, by which several files are one photo.
  private var shownRules: StackRules
  /// The filter and grouping with which ``library`` was made.
  private(set) var shownArrangement = LibraryArrangement()
  /// The photo that is shown even if it does not meet the filter, because it is on the current page
  /// of a browser; nil for none.
  private(set) var exemptPhoto: FilePath?
  /// The photo that was exempt from the filter when ``library`` was made; nil for none.
  private var shownExemptPhoto: FilePath?
  /// The shown files of all photos in ``library``, in order.
  private(set) var paths: [FilePath] = []
  /// The contents of the grid for ``library``: folder cards, sections and photos.
  private(set) var contents = GalleryContents.empty
  /// Called after ``library`` has changed, and after it has been read for the first time.
  var onChange: ((Change) -> Void)?
  /// Called with each folder or file that cannot be read or watched, and the reason. The other
  /// folders and files are listed nevertheless.
  var onReadFailure: ((FilePath, _ sentence: String) -> Void)?
  /// Called with the paths of XMP sidecars that were added, changed or removed.
  var onSidecarChange: ((Set<FilePath>) -> Void)?
  /// Called with requests for the metadata that the order or the arrangement needs and that have
  /// not been read.
  var onMissingRecords: (([PhotoIndexer.Request]) -> Void)?
  /// Called after metadata were read that change ``unreadCount`` and leave ``library`` as it is.
  var onUnreadCountChange: (() -> Void)?
  /// The version of ``perFileLibrary``: the number of jobs so far that read all folders or applied
  /// changes of files.
  var version: Int { versions.currentVersion }

  /// The folders in which files have changed since a ``version``; nil if all folders have been read
  /// again.
  func foldersChanged(since version: Int) -> Set<FilePath>? {
    versions.folders(changedSince: version)
  }

  /// Whether the folders have not yet been read for the first time.
  private(set) var isLoading = true

  /// Whether the requested folders contain subfolders or archives.
  private(set) var hasSubfoldersOrArchives = false
  /// The first of the requested folders that could not be read, and the reason as a sentence; nil
  /// when all could be read.
  private(set) var firstReadFailure: (folder: FilePath, sentence: String)?
  /// The rule for subfolders of the present request: the one that the user has chosen, or else the
  /// one that the first reading with photos has determined. Nil before both; the next reading then
  /// uses ``LibraryRequest/rememberedDepth``.
  private var decidedDepth: LibraryRequest.Depth?
  /// Whether order and grouping are remembered for each folder.
  private let remembersSorting: Bool
  /// Whether the next reading of the folders applies their remembered order and grouping.
  private var restoresSorting: Bool
  /// The order and grouping of folders for which none are remembered.
  private let defaultSorting: SortingMemory.Choice

  /// The sort order that was requested last, even if ``library`` is not sorted by it yet.
  private(set) var order: PictureLister.Order
  /// The filter and grouping that were requested last, even if ``library`` does not have them yet.
  private(set) var arrangement = LibraryArrangement()
  /// The rules by which several files are one photo. After a change, a job updates ``library``
  /// later.
  var rules: StackRules {
    didSet { if rules != oldValue { startJob() } }
  }
  /// The folders and files that were requested last, even if ``library`` does not show them yet.
  private(set) var request: LibraryRequest
  private let watch: FolderObserver?
  /// The changes and requests for the next job.
  private var backlog = LibraryBacklog()
  /// The stored metadata of photos.
  private let facts: PhotoFactsStore
  /// The closures to call after the changes of the ``backlog`` have been applied.
  private var backlogCompletions: [() -> Void] = []
  /// The closures to call after the running job, for the changes that it applies.
  private var jobCompletions: [() -> Void] = []
  private var isJobRunning = false

  /// The minimum number of files in a library at which memory is returned to the system after a
  /// change; the freed arrays of a smaller library are not large enough.
  private static let memoryReturnThreshold = 20_000

  /// Makes an empty library. ``reload()`` reads its folders.
  ///
  /// - Parameters:
  ///   - request: the folders and files.
  ///   - order: the sort order, unless a remembered one is applied.
  ///   - arrangement: the filter and grouping. Default: all photos, grouped by folder.
  ///   - rules: the rules by which several files are one photo. Default: a RAW+JPEG pair is one.
  ///   - watch: the object that reports changes of folders; nil if they are not watched.
  ///   - facts: the stored metadata of photos. Default: none.
  ///   - sorting: the rule for remembered orders and groupings. Default: none are applied.
  init(
    _ request: LibraryRequest, order: PictureLister.Order,
    arrangement: LibraryArrangement = LibraryArrangement(), rules: StackRules = StackRules(),
    watch: FolderObserver?,
    facts: PhotoFactsStore = PhotoFactsStore(folder: nil), sorting: SortingPolicy = .given
  ) {
    remembersSorting = sorting != .given
    restoresSorting = sorting == .remembered
    defaultSorting = SortingMemory.Choice(
      order: order.order, isReversed: order.isReversed, grouping: arrangement.grouping)
    self.request = request
    self.arrangement = arrangement
    self.rules = rules
    shownRules = rules
    self.facts = facts
    self.order = order
    self.watch = watch
    if order.isRecursive { decidedDepth = .allSubfolders }
    perFileLibrary = SectionedLibrary(request, order: order)
    library = perFileLibrary
    unfilteredLibrary = perFileLibrary
    // Changes in subfolders are reported, too, because a subfolder gets a card when it gets
    // pictures.
    watch?.reportsSubfolders = true
    watch?.onChange = { [weak self] in self?.apply($0) }
  }

  /// The rule by which the order and grouping of a library are determined.
  enum SortingPolicy {
    /// The given order and grouping are used, and the user's choices are not remembered.
    case given
    /// The given order and grouping are used first, and the user's choices are remembered for the
    /// folder.
    case givenThenRemembered
    /// The order and grouping that are remembered for the folder are used, otherwise the given
    /// ones. The user's choices are remembered.
    case remembered
  }

  /// The difference between an empty library and the present one, for an observer that is added
  /// after the first reading.
  var changeFromEmpty: Change {
    Change(
      library: library, paths: paths, contents: contents,
      galleryChange: GalleryChange(replacing: GridSections(), with: contents.gridSections),
      diff: LibraryDiff(from: [], to: library.items))
  }

  /// Reads all folders again.
  func reload() {
    backlog.needsScan = true
    startJob()
  }

  /// Reads other folders and files, without the present filter and the present rule for subfolders.
  /// If order and grouping are remembered for each folder, those of the new folder are applied, or
  /// else the ones given at first.
  func reload(_ request: LibraryRequest) {
    self.request = request
    decidedDepth = nil
    arrangement.filter = nil
    exemptPhoto = nil
    restoresSorting = remembersSorting
    if remembersSorting { adopt(defaultSorting) }
    reload()
  }

  func reloadCards() {
    guard hasSubfoldersOrArchives else { return }
    backlog.needsCards = true
    startJob()
  }

  /// Whether the grid includes all subfolders of the requested folders.
  var includesSubfolders: Bool { order.isRecursive }

  /// Includes or excludes all subfolders, and remembers the choice for the requested folders.
  func includeSubfolders(_ includes: Bool) {
    decidedDepth = includes ? .allSubfolders : .foldersOnly
    backlog.unsavedChoices.add(includesSubfolders: includes, for: request)
    reload()
  }

  /// Changes the sort order. A job sorts ``library`` later.
  func sort(by order: PictureLister.Order) {
    if order.isRecursive != self.order.isRecursive {
      decidedDepth = order.isRecursive ? .allSubfolders : .foldersOnly
      backlog.needsScan = true
    }
    self.order = order
    // Sections by day, month or year require the order by date taken.
    if order.order != .taken { arrangement.grouping = .folder }
    sortingDidChange()
  }

  /// Changes the grouping into sections. A job updates ``library`` later. Sections by day, month or
  /// year are sorted by date taken.
  func group(by grouping: Grouping) {
    arrangement.grouping = grouping
    if grouping != .folder, order.order != .taken {
      order.order = .taken
      order.isReversed = false
    }
    sortingDidChange()
  }

  private func sortingDidChange() {
    restoresSorting = false
    if remembersSorting {
      backlog.unsavedChoices.add(
        SortingMemory.Choice(
          order: order.order, isReversed: order.isReversed, grouping: arrangement.grouping),
        for: request)
    }
    startJob()
  }

  private func adopt(_ sorting: SortingMemory.Choice) {
    (order.order, order.isReversed) = (sorting.order, sorting.isReversed)
    arrangement.grouping = sorting.grouping
  }

  /// Sets the filter that photos have to meet; nil shows all photos. A job updates ``library``
  /// later.
  ///
  /// - Parameter exemptPhoto: a photo that is shown even if it does not meet the filter, until
  ///   ``exempt(_:)`` is called. Default: none.
  func filter(by filter: PhotoFilter?, keeping exemptPhoto: FilePath? = nil) {
    arrangement.filter = filter
    self.exemptPhoto = filter == nil ? nil : exemptPhoto
    startJob()
  }

  /// Makes a photo exempt from the filter, in place of the former one; nil makes none exempt.
  func setExemptPhoto(_ photo: FilePath?) {
    exemptPhoto = photo
    startJob()
  }

  /// The number of all photos, including those that do not meet the filter.
  var totalCount: Int { unfilteredLibrary.count }

  /// Makes a file the shown one of its photo, in place of the photo's other files.
  func setShownFile(_ file: FilePath) {
    rules.setShownFile(file, insteadOf: library.files(with: file))
  }

  /// The number of photos whose metadata the order or the arrangement needs and that have not been
  /// read.
  private(set) var unreadCount = 0
  /// Whether the order or the arrangement needs metadata, and those of any photo were read without
  /// libgexiv2, so that many are missing.
  var lacksMetadata: Bool { needsRecords && hasBasicRecords }
  private var hasBasicRecords = false

  /// Whether the order, the grouping or the filter needs the metadata of all photos.
  var needsRecords: Bool { order.order == .taken || arrangement.needsRecords }

  /// Applies changes of files, reported by the watched folders or made by the program itself.
  ///
  /// - Parameter done: called after the changes have been applied and ``onChange`` was called, also
  ///   if the library already contained the changes.
  func apply(_ changes: [FolderChange], then done: (() -> Void)? = nil) {
    if let done { backlogCompletions.append(done) }
    if changes.contains(.eventsLost) { backlog.needsScan = true }
    if changes.contains(where: \.affectsFolderCards), !isLoading { backlog.needsCards = true }
    for case .unwatched(let folder) in changes {
      onReadFailure?(FilePath(folder), DesktopError.watchLimit.description)
    }
    let sidecars = LibraryUpdate.sidecars(in: changes)
    if !sidecars.isEmpty { onSidecarChange?(sidecars) }
    backlog.fileChangeBatches.append(changes)
    startJob()
  }

  /// Adds metadata of photos that have been read, if the order or the arrangement needs them.
  func apply(_ records: PhotoIndexer.Records) {
    guard needsRecords else { return }
    backlog.records.merge(records) { $1 }
    startJob()
  }

  /// Whether it is still unknown for some photos whether they meet the filter.
  var isFilterResultIncomplete: Bool {
    arrangement.filter != nil
      && (isJobRunning || arrangement != shownArrangement || unreadCount > 0)
  }

  /// Adds ratings, flags and labels that were set, if the order or the arrangement needs the
  /// metadata of photos.
  func apply(_ marks: [FilePath: PhotoMarks]) {
    guard needsRecords else { return }
    backlog.newMarks.merge(marks) { $1 }
    startJob()
  }

  // MARK: Work

  /// Whether anything has been requested or reported that no job has taken up.
  private var hasPendingWork: Bool {
    !backlog.isEmpty || order != perFileLibrary.order || arrangement != shownArrangement
      || rules != shownRules || exemptPhoto != shownExemptPhoto
  }

  private func startJob() {
    guard !isJobRunning, hasPendingWork else { return }
    isJobRunning = true
    let job = nextJob()
    WorkerThread.run {
      job.run()
    } finish: {
      // `self` is held strongly until the job has ended, because file operations wait for the
      // closures that ``finish(_:)`` calls, even if the grid was closed.
      self.finish($0)
    }
  }

  /// The job for everything that has been requested and reported since the last one.
  private func nextJob() -> LibraryJob {
    // Stored metadata are looked up when they are needed for the first time, and for new photos.
    let neededRecords = perFileLibrary.order.order == .taken || shownArrangement.needsRecords
    let taken = backlog.take()
    versionsAfterJob.recordJob(taken)
    jobCompletions = backlogCompletions
    backlogCompletions = []
    return LibraryJob(
      perFileLibrary: perFileLibrary, unfilteredLibrary: unfilteredLibrary, shownLibrary: library,
      shownArrangement: shownArrangement,
      shownRules: shownRules, request: request, order: order, arrangement: arrangement,
      rules: rules, exemptPhoto: exemptPhoto, facts: facts, needsFacts: needsRecords,
      needsFactsLookup: needsRecords && (!neededRecords || !taken.fileChangeBatches.isEmpty),
      isFirstReading: isLoading, restoresSorting: restoresSorting && taken.needsScan,
      decidedDepth: decidedDepth, registrar: watch?.registrar, backlog: taken)
  }

  private func finish(_ outcome: LibraryJob.Outcome) {
    isJobRunning = false
    let isOther =
      outcome.change.library.request != library.request
      || outcome.change.library.order.isRecursive != library.order.isRecursive
    // If the request was changed while the job ran, the remembered order of the new request is
    // applied by a later job.
    if let restoredSorting = outcome.restoredSorting, restoresSorting,
      outcome.perFileLibrary.request == request
    {
      adopt(restoredSorting)
    }
    if outcome.scan != nil, !backlog.needsScan { restoresSorting = false }
    if let scan = outcome.scan {
      hasSubfoldersOrArchives = scan.hasSubfoldersOrArchives
      if !scan.hasReadCards { backlog.needsCards = true }
      order.isRecursive = scan.library.order.isRecursive
      // Whether subfolders are included is decided once for each request, and stays so when the
      // folders change later.
      if decidedDepth == nil, scan.library.count > 0, scan.library.request == request {
        decidedDepth = order.isRecursive ? .allSubfolders : .foldersOnly
      }
      updateWatches(scan, outcome)
    }
    let hasOtherCards = outcome.change.library.cards != library.cards
    if !library.cards.isEmpty || hasOtherCards { hasSubfoldersOrArchives = true }
    let isRearranged = outcome.arrangement != shownArrangement
    shownArrangement = outcome.arrangement
    shownRules = outcome.rules
    shownExemptPhoto = outcome.exemptPhoto
    perFileLibrary = outcome.perFileLibrary
    versions = versionsAfterJob
    unfilteredLibrary = outcome.unfilteredLibrary
    library = outcome.change.library
    paths = outcome.change.paths
    contents = outcome.change.contents
    if perFileLibrary.count >= Self.memoryReturnThreshold { Heap.returnLargeBlocksWhenFreed() }
    let formerUnreadCount = unreadCount
    hasBasicRecords = outcome.hasBasicRecords ?? hasBasicRecords
    if !needsRecords {
      unreadCount = 0
    } else if let missing = outcome.missingMetadataRequests {
      requestMetadata(missing)
    }
    let isFirst = isLoading && outcome.scan != nil
    if isFirst { isLoading = false }
    // A called observer may start the next job, so the closures of the finished job are taken out
    // before the call.
    let done = jobCompletions
    jobCompletions = []
    if isFirst || isOther || hasOtherCards || isRearranged || !outcome.change.diff.isEmpty
      || outcome.change.hasChangedSections
    {
      onChange?(outcome.change)
    } else if unreadCount != formerUnreadCount {
      onUnreadCountChange?()
    }
    for completion in done { completion() }
    startJob()
  }

  /// Requests the metadata of photos that have not been read.
  private func requestMetadata(_ missing: [PhotoIndexer.Request]) {
    unreadCount = missing.count
    if !missing.isEmpty { onMissingRecords?(missing) }
  }

  /// Watches the folders that were read, and ends the watches of other folders. If a folder changed
  /// before its watch began, the folders are read again.
  private func updateWatches(_ scan: LibraryScan, _ outcome: LibraryJob.Outcome) {
    for failure in scan.failures { onReadFailure?(failure.folder, failure.error.reason) }
    let tops = scan.library.request.sources.compactMap { source -> FilePath? in
      if case .folder(let folder, _) = source { folder } else { nil }
    }
    firstReadFailure = scan.failures.first { tops.contains($0.folder) }.map {
      (folder: $0.folder, sentence: $0.error.reason)
    }
    guard let watch else { return }
    if let failure = watch.register(outcome.watchResults, isRecursive: order.isRecursive) {
      onReadFailure?(failure.folder, failure.error.description)
    }
    let folders = Set(outcome.watchResults.map { FilePath($0.folder) })
    // In a recursive library, subfolders of the requested folders stay watched even if this reading
    // did not contain them: they may have been added after it.
    let isRecursive = order.isRecursive
    watch.unwatch { path in
      !folders.contains(path) && !(isRecursive && tops.contains { path.isBelow($0) })
    }
    if outcome.hasOutdatedFolder { backlog.needsScan = true }
  }
}

nonisolated extension FolderChange {
  /// Whether the change adds, removes or renames a folder or an archive, or changes the entries of
  /// a subfolder, so that folder cards change.
  fileprivate var affectsFolderCards: Bool {
    switch self {
    case .folderAppeared, .folderGone, .subfolderChanged: true
    case .appeared(let path), .removed(let path): ArchiveName.isArchive(path)
    case .renamed(let from, let to): ArchiveName.isArchive(from) || ArchiveName.isArchive(to)
    case .rewritten, .unwatched, .eventsLost: false
    }
  }
}

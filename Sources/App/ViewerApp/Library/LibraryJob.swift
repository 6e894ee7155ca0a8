import Archives
import BrowserHost
import Desktop
import GalleryCore
import PhotoGrid
import PhotoIndex

/// One unit of work of a ``LiveLibrary`` on a ``WorkerThread``: reading the folders, or applying
/// changes to the library. It contains copies of everything that it needs.
nonisolated struct LibraryJob: Sendable {
  /// The result of a job, which the ``LiveLibrary`` adopts on the main actor.
  struct Outcome: Sendable {
    var change: LiveLibrary.Change
    /// The library with one item for each file, in a section for each folder.
    var perFileLibrary: SectionedLibrary
    /// The library with one item for each photo, divided into the sections of ``arrangement``,
    /// without its filter.
    var unfilteredLibrary: SectionedLibrary
    var arrangement: LibraryArrangement
    var rules: StackRules
    /// The photo that is shown even if it does not meet the filter; nil for none.
    var exemptPhoto: FilePath?
    /// The requests for the metadata that are needed and have not been read; nil if they are the
    /// same as before the job.
    var missingMetadataRequests: [PhotoIndexer.Request]?
    /// Whether the metadata of any photo were read without libgexiv2; nil if that is the same as
    /// before the job.
    var hasBasicRecords: Bool?
    /// The remembered order and grouping of the folder that were applied; nil for none.
    var restoredSorting: SortingMemory.Choice?
    var scan: LibraryScan?
    /// The results of watching the folders of ``scan`` for changes.
    var watchResults: [FolderWatch.WatchResult] = []
    /// Whether a folder changed between the reading and the start of its watch.
    var hasOutdatedFolder = false
  }

  // MARK: The state before the job

  /// The library before the job, with one item for each file, in a section for each folder.
  var perFileLibrary: SectionedLibrary
  /// The library before the job, with one item for each photo, in the sections of
  /// ``shownArrangement``, without its filter.
  var unfilteredLibrary: SectionedLibrary
  /// The library before the job, grouped and filtered as the grid shows it.
  var shownLibrary: SectionedLibrary
  var shownArrangement: LibraryArrangement
  var shownRules: StackRules

  // MARK: The wanted state

  var request: LibraryRequest
  var order: PictureLister.Order
  var arrangement: LibraryArrangement
  var rules: StackRules
  /// The photo that is shown even if it does not meet the filter; nil for none.
  var exemptPhoto: FilePath?

  // MARK: The known facts about photos

  var facts: PhotoFactsStore
  /// Whether the order, the grouping or the filter needs the metadata of all photos.
  var needsFacts: Bool
  /// Whether the stored metadata have to be looked up again for the present items.
  var needsFactsLookup: Bool

  // MARK: The reading of folders

  /// Whether the job is the first one, before which no folder was read.
  var isFirstReading: Bool
  /// Whether the order and grouping that are remembered for the folder are applied.
  var restoresSorting: Bool
  /// The rule for subfolders that the user has chosen or an earlier reading has determined; nil for
  /// ``LibraryRequest/rememberedDepth``.
  var decidedDepth: LibraryRequest.Depth?
  /// The object that starts watching folders for changes; nil if nothing is watched.
  var registrar: FolderWatch.WatchRegistrar?

  // MARK: The changes

  /// The changes that the job applies. If ``LibraryBacklog/needsScan`` is true, the job reads all
  /// folders instead.
  var backlog: LibraryBacklog

  /// Performs the job. It may read many folders, so it is called on a worker thread.
  func run() -> Outcome {
    // The choices are written first, because reading the folders takes them into account.
    backlog.unsavedChoices.remember()
    return backlog.needsScan ? readFolders() : applyChanges()
  }

  // MARK: Reading

  private func readFolders() -> Outcome {
    var (order, arrangement, needsFacts) = (self.order, self.arrangement, self.needsFacts)
    let restoredSorting = restoresSorting ? request.rememberedSorting : nil
    if let restoredSorting {
      (order.order, order.isReversed) = (restoredSorting.order, restoredSorting.isReversed)
      arrangement.grouping = restoredSorting.grouping
      needsFacts = order.order == .taken || arrangement.needsRecords
    }
    // The first job has no old library whose items have to be recognised by their modification
    // times.
    let scan = LibraryScan(
      request, order: order, depth: decidedDepth ?? request.rememberedDepth, rules: rules,
      facts: needsFacts ? facts : nil, replacing: isFirstReading ? nil : perFileLibrary)
    let answers = registrar.map { registrar in
      Self.foldersToWatch(scan).map { registrar.addWatch($0.bytes) }
    }
    let grouped = scan.library.stacked(by: rules)
      .grouped(by: arrangement.grouping, titles: .ofUser)
    return Outcome(
      change: LiveLibrary.Change(
        from: shownLibrary, to: grouped.filtered(by: arrangement.filter, keeping: exemptPhoto)),
      perFileLibrary: scan.library, unfilteredLibrary: grouped, arrangement: arrangement,
      rules: rules,
      exemptPhoto: exemptPhoto,
      missingMetadataRequests: needsFacts ? scan.library.missingRecordRequests : nil,
      hasBasicRecords: needsFacts ? scan.library.hasBasicRecords : nil,
      restoredSorting: restoredSorting,
      scan: scan, watchResults: answers ?? [],
      hasOutdatedFolder: registrar != nil && scan.hasChangedFolders)
  }

  /// The folders to watch for changes: those that were read, and those of individually named files.
  private static func foldersToWatch(_ scan: LibraryScan) -> [FilePath] {
    let singles = scan.library.sections.filter { $0.folder == nil }.flatMap(\.items)
    let files = singles.map(\.path).filter { $0.webAddress == nil }
    let folders = scan.folders.map(\.path) + Set(files.map(\.folder))
    // The system cannot watch an archive like a folder.
    return folders.filter { ArchiveFiles.location(of: $0.bytes) == nil }
  }

  // MARK: Changing

  private func applyChanges() -> Outcome {
    let library = changedLibrary()
    // The most frequent job only changes the filter: the photos and their sections stay the same.
    let isSame =
      !backlog.changesPhotos && !needsFactsLookup && !backlog.readsCards
      && order == perFileLibrary.order
      && rules == shownRules
    let grouped =
      isSame && arrangement.grouping == shownArrangement.grouping
      ? self.unfilteredLibrary
      : library.stacked(by: rules).grouped(by: arrangement.grouping, titles: .ofUser)
    return Outcome(
      change: LiveLibrary.Change(
        from: shownLibrary, to: grouped.filtered(by: arrangement.filter, keeping: exemptPhoto),
        hasSameFiles: isSame),
      perFileLibrary: library, unfilteredLibrary: grouped, arrangement: arrangement, rules: rules,
      exemptPhoto: exemptPhoto,
      missingMetadataRequests: !needsFacts || isSame ? nil : library.missingRecordRequests,
      hasBasicRecords: !needsFacts || isSame ? nil : library.hasBasicRecords)
  }

  /// The library with one item for each file after the changes, in the wanted order.
  private func changedLibrary() -> SectionedLibrary {
    var library = perFileLibrary
    let records = backlog.records
    for delivery in backlog.fileChangeBatches {
      library = library.applying(LibraryUpdate(delivery))
    }
    if !records.isEmpty { library = library.with(records) }
    if !backlog.newMarks.isEmpty { library = library.with(backlog.newMarks) }
    let isReordered = order != library.order || (order.order == .taken && !records.isEmpty)
    if (isReordered && order.needsStamps) || needsFactsLookup {
      library = LibraryScan.withStampsAndFacts(library, facts: needsFacts ? facts : nil)
    }
    if isReordered { library = library.ordered(by: order) }
    if backlog.readsCards {
      let cards =
        order.isRecursive
        ? [] : FolderCardReader.cards(of: library.request, order: order, rules: rules) ?? []
      library = library.with(cards: cards, replacing: library.cards)
    }
    return library
  }
}

nonisolated extension SectionedLibrary {
  /// The requests for the metadata of those photos whose metadata are missing or belong to an
  /// earlier state of their files.
  ///
  /// - Complexity: O(photos).
  fileprivate var missingRecordRequests: [PhotoIndexer.Request] {
    sections.flatMap { $0.items.compactMap(PhotoIndexer.Request.init) }
  }

  /// Whether the metadata of any photo were read without libgexiv2.
  ///
  /// - Complexity: O(photos).
  fileprivate var hasBasicRecords: Bool {
    sections.contains { $0.items.contains { $0.record?.photo.hasBasicMetadataOnly ?? false } }
  }
}

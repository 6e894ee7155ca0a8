import Archives
import BrowserHost
import Desktop
import GalleryCore
import PhotoGrid

/// One job of a ``LiveLibrary``: it reads the folders, or applies changes to the library.
///
/// A job has copies of everything that it needs, and runs on a ``WorkerThread``.
nonisolated struct LibraryJob: Sendable {
  /// The result of a job.
  struct Outcome: Sendable {
    var change: LiveLibrary.Change
    /// The library with all photos.
    var source: SectionedLibrary
    /// The library with stacks, in the sections of the arrangement, without its filter.
    var grouped: SectionedLibrary
    var arrangement: LibraryArrangement
    var rules: StackRules
    /// The photo that passes the filter in any case; nil for none.
    var kept: FilePath?
    /// The requests for the facts that are needed and not read yet; nil when they are the same as
    /// before.
    var missing: [PhotoIndexer.Request]?
    /// The remembered order and sections that were applied; nil for none.
    var recalled: SortingMemory.Choice?
    var scan: LibraryScan?
    /// The results of adding watches to the folders of ``scan``.
    var answers: [FolderWatch.Answer] = []
    /// Whether a folder changed before its watch was added.
    var isOutdated = false
  }

  // MARK: The state before the job

  /// The library with all files.
  var source: SectionedLibrary
  /// The library with all photos, in the sections of ``shownArrangement``.
  var grouped: SectionedLibrary
  /// The arranged library.
  var shown: SectionedLibrary
  var shownArrangement: LibraryArrangement
  var shownRules: StackRules

  // MARK: The wanted state

  var request: LibraryRequest
  var order: PhotoLibrary.Order
  var arrangement: LibraryArrangement
  var rules: StackRules
  /// The photo that passes the filter in any case; nil for none.
  var kept: FilePath?

  // MARK: The known facts about photos

  var facts: PhotoFactsStore
  /// Whether the order or the arrangement needs the facts about all photos.
  var needsFacts: Bool
  /// Whether the facts have to be looked up again.
  var needsLookup: Bool

  // MARK: The reading of folders

  /// Whether all folders are read; otherwise the changes are applied.
  var readsFolders: Bool
  /// Whether the folders have not been read before.
  var isFirst: Bool
  /// Whether the remembered order and sections of the folder are applied.
  var recallsSorting: Bool
  /// The depth that the user chose for subfolders; nil follows the request.
  var chosenDepth: LibraryRequest.Depth?
  /// The choices of the user to be written to state files.
  var newChoices: NewFolderChoices
  /// The registrar of watches; nil where nothing can be watched.
  var registrar: FolderWatch.WatchRegistrar?

  // MARK: The changes

  /// The changes of files. Each inner list is one consistent delivery.
  var deliveries: [[FolderChange]]
  /// The facts that have been read.
  var records: PhotoIndexer.Records
  /// The marks that were set.
  var newMarks: [FilePath: PhotoMarks]
  /// Whether the cards of subfolders are read again.
  var readsCards: Bool

  /// Performs the job; slow.
  func run() -> Outcome {
    // The remembered choices are read afterwards.
    newChoices.remember()
    return readsFolders ? readFolders() : applyChanges()
  }

  // MARK: Reading

  private func readFolders() -> Outcome {
    var (order, arrangement, needsFacts) = (self.order, self.arrangement, self.needsFacts)
    let recalled = recallsSorting ? request.rememberedSorting : nil
    if let recalled {
      (order.order, order.isReversed) = (recalled.order, recalled.isReversed)
      arrangement.grouping = recalled.grouping
      needsFacts = order.order == .taken || arrangement.needsRecords
    }
    // At the first read no item is known: comparing stamps of every file would gain nothing.
    let scan = LibraryScan(
      request, order: order, depth: chosenDepth ?? request.rememberedDepth, rules: rules,
      facts: needsFacts ? facts : nil, replacing: isFirst ? nil : source)
    let answers = registrar.map { registrar in
      Self.foldersToWatch(scan).map { registrar.ask($0.bytes) }
    }
    let grouped = scan.library.stacked(by: rules)
      .grouped(by: arrangement.grouping, titles: .ofUser)
    return Outcome(
      change: LiveLibrary.Change(
        from: shown, to: grouped.filtered(by: arrangement.filter, keeping: kept)),
      source: scan.library, grouped: grouped, arrangement: arrangement, rules: rules, kept: kept,
      missing: needsFacts ? scan.library.missingRecords : nil, recalled: recalled, scan: scan,
      answers: answers ?? [], isOutdated: registrar != nil && scan.isOutdated)
  }

  /// The folders to watch: those that were read, and the folders of individual files.
  private static func foldersToWatch(_ scan: LibraryScan) -> [FilePath] {
    let singles = scan.library.sections.filter { $0.folder == nil }.flatMap(\.items)
    let files = singles.map(\.path).filter { $0.webAddress == nil }
    let folders = scan.folders.map(\.path) + Set(files.map(\.folder))
    // An archive is no folder to the system.
    return folders.filter { ArchiveFiles.location(of: $0.bytes) == nil }
  }

  // MARK: Changing

  private func applyChanges() -> Outcome {
    let library = changedLibrary()
    // A changed filter, by far the most frequent job, divides the same photos again.
    let isSame =
      deliveries.isEmpty && records.isEmpty && newMarks.isEmpty && !needsLookup && !readsCards
      && order == source.order && rules == shownRules
    let grouped =
      isSame && arrangement.grouping == shownArrangement.grouping
      ? self.grouped
      : library.stacked(by: rules).grouped(by: arrangement.grouping, titles: .ofUser)
    return Outcome(
      change: LiveLibrary.Change(
        from: shown, to: grouped.filtered(by: arrangement.filter, keeping: kept),
        hasSameFiles: isSame),
      source: library, grouped: grouped, arrangement: arrangement, rules: rules, kept: kept,
      missing: !needsFacts || isSame ? nil : library.missingRecords)
  }

  /// The library with all files after the changes, in the wanted order.
  private func changedLibrary() -> SectionedLibrary {
    var library = source
    for delivery in deliveries { library = library.applying(LibraryUpdate(delivery)) }
    if !records.isEmpty { library = library.with(records) }
    if !newMarks.isEmpty { library = library.with(newMarks) }
    let isReordered = order != library.order || (order.order == .taken && !records.isEmpty)
    if (isReordered && order.needsStamps) || needsLookup {
      library = LibraryScan.stamped(library, facts: needsFacts ? facts : nil)
    }
    if isReordered { library = library.ordered(by: order) }
    if readsCards {
      let cards =
        order.isRecursive
        ? [] : FolderCardReader.cards(of: library.request, order: order, rules: rules) ?? []
      library = library.with(cards: cards, replacing: library.cards)
    }
    return library
  }
}

nonisolated extension SectionedLibrary {
  /// The requests for the facts about photos that are not read yet.
  ///
  /// - Complexity: O(photos).
  fileprivate var missingRecords: [PhotoIndexer.Request] {
    sections.flatMap { $0.items.compactMap(PhotoIndexer.Request.init) }
  }
}

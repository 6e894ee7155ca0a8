import BrowserHost
import Desktop
import GalleryCore

/// The library of one grid as time passes: read, watched, ordered; all work beside the main actor,
/// one piece after the other.
final class LiveLibrary {
  /// What the library has become, and where everything went.
  struct Change: Sendable {
    /// As it is.
    var library: SectionedLibrary
    /// The same for a browser: a file for each page.
    var paths: [FilePath]
    /// The same for a grid.
    var contents: GalleryContents
    /// Where every item of the grid went.
    var gallery: GalleryChange
    /// Where every page of a browser went.
    var diff: LibraryDiff
  }
  /// As it is known.
  private(set) var library: SectionedLibrary
  /// Its files, one after the other.
  private(set) var paths: [FilePath] = []
  /// The same for a grid.
  private var contents = GalleryContents.empty
  /// Called when the library has become another one, and when it was read first.
  var onChange: ((Change) -> Void)?
  /// Hears of what cannot be read or watched; the rest goes on without it.
  var onComplaint: ((FilePath, _ sentence: String) -> Void)?
  /// True until it was read once.
  private(set) var isLoading = true

  /// True when there are folders in its folders.
  private(set) var hasSubfolders = false
  /// The depth a person chose for subfolders; nil leaves it to the request.
  private var chosenDepth: LibraryRequest.Depth?
  /// A choice of the person that is still to be remembered.
  private var newChoice: Bool?

  /// The order that was asked for last.
  private(set) var order: PhotoLibrary.Order
  private var request: LibraryRequest
  private let watch: LibraryWatch?
  private var needsScan = false
  /// True when the cards of subfolders are to be read again.
  private var needsCards = false
  /// What was told and is still to be applied. Each delivery holds together.
  private var deliveries: [[FolderChange]] = []
  /// Closures to call when those deliveries are applied.
  private var completions: [() -> Void] = []
  /// The same of the work under way.
  private var workCompletions: [() -> Void] = []
  private var isWorking = false

  /// Makes a library of nothing; ``reload()`` reads it.
  ///
  /// - Parameter watch: tells of changes; nil where nothing can be watched.
  init(_ request: LibraryRequest, order: PhotoLibrary.Order, watch: LibraryWatch?) {
    self.request = request
    self.order = order
    self.watch = watch
    if order.isRecursive { chosenDepth = .everything }
    library = SectionedLibrary(request, order: order)
    watch?.onChange = { [weak self] in self?.take($0) }
  }

  /// The library as a change from nothing: for whoever comes to know it when it was read already.
  var everything: Change {
    Change(
      library: library, paths: paths, contents: contents,
      gallery: GalleryChange(replacing: GridSections(), with: contents.counts),
      diff: LibraryDiff(from: [], to: library.items))
  }

  /// Reads all folders, again if need be.
  func reload() {
    needsScan = true
    work()
  }

  /// Reads what `request` asks for in place of what there is.
  func reload(_ request: LibraryRequest) {
    self.request = request
    chosenDepth = nil
    reload()
  }

  /// Reads the cards of subfolders again.
  func reloadCards() {
    guard hasSubfolders else { return }
    needsCards = true
    work()
  }

  /// True when everything below its folders is included.
  var includesSubfolders: Bool { order.isRecursive }

  /// Includes everything below the folders, or nothing, and remembers that.
  func includeSubfolders(_ includes: Bool) {
    chosenDepth = includes ? .everything : .own
    newChoice = includes
    reload()
  }

  /// Orders the pictures in another way, soon.
  func sort(by order: PhotoLibrary.Order) {
    if order.isRecursive != self.order.isRecursive {
      chosenDepth = order.isRecursive ? .everything : .own
      needsScan = true
    }
    self.order = order
    work()
  }

  /// Follows changes of files, whoever has noticed them.
  ///
  /// - Parameter done: called after ``onChange``, when the library has taken the changes in; also
  ///   when it knew of them already.
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

  // MARK: Work

  private struct Outcome: Sendable {
    var change: Change
    var scan: LibraryScan?
    /// What the system says to watching its folders.
    var answers: [FolderWatch.Answer] = []
    /// Something happened before they were watched.
    var isOutdated = false
  }

  private func work() {
    guard
      !isWorking, needsScan || needsCards || !deliveries.isEmpty || order != library.order
    else { return }
    isWorking = true
    let (old, order, changes) = (library, order, deliveries)
    let scanned = needsScan ? request : nil
    // Nothing is known yet: looking at every single file would tell nothing.
    let known = isLoading ? nil : old
    let (chosenDepth, choice) = (chosenDepth, newChoice)
    newChoice = nil
    let asker = watch?.asker
    deliveries = []
    workCompletions = completions
    completions = []
    let readsCards = needsCards && !needsScan
    needsScan = false
    if readsCards { needsCards = false }
    SideThread.run {
      var library = old
      if let scanned {
        if let choice {
          for folder in scanned.absoluteFolders(in: CurrentFolder.path) {
            SubfolderMemory.remember(choice, of: folder)
          }
        }
        let scan = LibraryScan(
          scanned, order: order, depth: chosenDepth ?? scanned.rememberedDepth, replacing: known)
        let answers = asker.map { asker in Self.foldersToWatch(scan).map { asker.ask($0.bytes) } }
        return Outcome(
          change: Change(from: old, to: scan.library), scan: scan, answers: answers ?? [],
          isOutdated: asker != nil && scan.isOutdated)
      } else {
        for delivery in changes { library = library.applying(LibraryUpdate(delivery)) }
        if order != library.order {
          library = LibraryScan.stamped(library, for: order).ordered(by: order)
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
      // What was decided by what there was stays when that changes.
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
    let done = workCompletions
    workCompletions = []
    for completion in done { completion() }
    work()
  }

  /// Watches what was read; what came or went before there was a watch is found by reading again.
  private func follow(_ scan: LibraryScan, _ outcome: Outcome) {
    for complaint in scan.complaints { onComplaint?(complaint.folder, complaint.error.reason) }
    guard let watch else { return }
    if let failure = watch.register(outcome.answers, isRecursive: order.isRecursive) {
      onComplaint?(failure.folder, failure.error.description)
    }
    if outcome.isOutdated { needsScan = true }
  }

  /// Single files are watched through their folders.
  private nonisolated static func foldersToWatch(_ scan: LibraryScan) -> [FilePath] {
    let singles = scan.library.sections.filter { $0.folder == nil }.flatMap(\.items)
    let files = singles.map(\.path).filter { $0.webAddress == nil }
    return scan.folders.map(\.path) + Set(files.map(\.folder))
  }
}

nonisolated extension FolderChange {
  /// True for a folder that came or went.
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
  /// - Complexity: O(items that are and were): work for a ``SideThread``.
  init(from old: SectionedLibrary, to new: SectionedLibrary) {
    library = new
    paths = new.paths
    contents = GalleryContents(new)
    gallery = GalleryChange(from: old.identities, to: new.identities)
    diff = LibraryDiff(from: old, to: new)
  }
}

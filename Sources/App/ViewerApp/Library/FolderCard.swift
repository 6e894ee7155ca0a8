import ArchiveWire
import Archives
import BrowserHost
import GalleryCore
import Localization
import PhotoGrid

/// The card of a subfolder that contains pictures or archives, or of an archive, in the grid of its
/// parent folder.
nonisolated struct FolderCard: Hashable, Sendable {
  /// The number of pictures on a cover.
  static let maxCovers = 4

  /// The identity of the card among the items of its library.
  var id: UInt32 = 0
  var path: FilePath
  /// The number of pictures in the folder and its subfolders; a lower bound when ``isExact`` is
  /// false.
  var count: Int
  /// Whether ``count`` is exact; false when counting stopped before the end.
  var isExact = true
  /// The number of archives in the folder and its subfolders.
  var archives = 0
  /// The pictures of the cover, at most ``maxCovers``. An archive stands for its first picture.
  var covers: [FilePath]

  /// Whether the card has nothing to show.
  fileprivate var isEmpty: Bool { covers.isEmpty && count == 0 }

  /// The text under the folder's name: “12 pictures”, “5000+ pictures”.
  var detail: String {
    if ArchiveName.isArchive(path.bytes), count == 0, archives == 0 {
      if ArchiveName.isDocument(path.bytes) { return tr("Document") }
      return ArchiveName.isBook(path.bytes) ? tr("Comic book") : tr("Archive")
    }
    if count == 0 { return trn("1 archive", "{count} archives", count: archives) }
    return isExact
      ? GalleryText.pictures(count) : tr("{count}+ pictures", ["count": GalleryText.count(count)])
  }
}

nonisolated extension FolderCard {
  /// Makes the card of an archive, which is not read before its cover is needed.
  init(archive: FilePath) { self.init(path: archive, count: 0, covers: [archive]) }
}

/// The reader of the cards of a folder's subfolders; slow, so it runs on a ``WorkerThread``.
nonisolated struct FolderCardReader {
  /// The number of directory entries after which counting in one folder stops.
  private static let maxEntries = 20_000

  private let limit: Int
  private let rules: StackRules
  private var entries = 0

  /// The cards of the archives and of those subfolders in the folders of `request` that contain
  /// pictures, ordered by name.
  ///
  /// - Parameters:
  ///   - rules: the rules by which several files are one photo, which is counted once.
  ///   - maxEntries: the maximum number of directory entries to read.
  /// - Returns: nil when there are more than `maxEntries` entries, or an archive would have to be
  ///   searched for pictures although their number is limited.
  static func cards(
    of request: LibraryRequest, order: PhotoLibrary.Order, rules: StackRules = StackRules(),
    maxEntries: Int = .max
  ) -> [FolderCard]? {
    var left = maxEntries
    var probes = 0
    var cards: [FolderCard] = []
    for case .folder(let folder, _) in request.sources {
      guard case .success(let contents) = FolderScan.contents(of: folder) else { continue }
      let archives = Set(contents.archives)
      for inner in NaturalOrder.sorted(contents.folders + contents.archives, name: \.bytes) {
        guard left > 0 else { return nil }
        if archives.contains(inner) {
          // Reading an archive takes longer than a folder.
          guard ArchiveName.isBook(inner.bytes) || maxEntries == .max else { return nil }
          left -= 1
          if isShown(archive: inner, &probes) { cards.append(FolderCard(archive: inner)) }
          continue
        }
        var reader = FolderCardReader(limit: min(Self.maxEntries, left), rules: rules)
        let card = reader.read(inner)
        left -= reader.entries
        if !card.isExact, left <= 0 { return nil }
        if !card.isEmpty { cards.append(card) }
      }
    }
    return order.order == .name && order.isReversed ? cards.reversed() : cards
  }

  /// The maximum number of archives in one folder that are searched for pictures; further archives
  /// are shown without a cover.
  private static let maxProbes = 100

  /// Whether an archive gets a card: a comic book always, even a damaged one; any other if it
  /// contains a picture.
  private static func isShown(archive: FilePath, _ probes: inout Int) -> Bool {
    if ArchiveName.isBook(archive.bytes) { return true }
    probes += 1
    return probes > maxProbes || ArchiveFiles.shared.hasPictures(archive.bytes) == true
  }

  private init(limit: Int, rules: StackRules) {
    self.limit = limit
    self.rules = rules
  }

  /// Reads a folder and its subfolders breadth first, so that the cover shows the folder's own
  /// pictures where there are enough of them.
  private mutating func read(_ folder: FilePath) -> FolderCard {
    var card = FolderCard(path: folder, count: 0, covers: [])
    var seen: Set<FolderIdentity.Number> = []
    var level = [folder]
    for _ in 0...FolderScan.maxDepth {
      var next: [FilePath] = []
      for inner in level {
        guard entries < limit else {
          card.isExact = false
          return card
        }
        guard case .success(let contents) = FolderScan.contents(of: inner) else { continue }
        if let number = contents.identity.number, !seen.insert(number).inserted { continue }
        entries += 1 + contents.pictures.count + contents.folders.count + contents.archives.count
        let photos = rules.shown(among: contents.pictures.map(\.path))
        card.count += photos.count
        card.covers += Self.first(FolderCard.maxCovers - card.covers.count, of: photos)
        let books = contents.archives.filter { ArchiveName.isBook($0.bytes) }
        card.archives += books.count
        card.covers += Self.first(FolderCard.maxCovers - card.covers.count, of: books)
        next += NaturalOrder.sorted(contents.folders, name: \.bytes)
      }
      guard !next.isEmpty else { return card }
      level = next
    }
    return card
  }

  /// The first `number` pictures in the order of their names.
  ///
  /// - Complexity: O(pictures · number).
  private static func first(_ number: Int, of pictures: [FilePath]) -> [FilePath] {
    guard number > 0 else { return [] }
    var first: [FilePath] = []
    for picture in pictures {
      let index = first.firstIndex {
        NaturalOrder.areInIncreasingOrder(picture.name, $0.name)
      }
      if let index {
        first.insert(picture, at: index)
      } else if first.count < number {
        first.append(picture)
      }
      if first.count > number { first.removeLast() }
    }
    return first
  }
}

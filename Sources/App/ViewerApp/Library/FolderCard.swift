import ArchiveWire
import Archives
import BrowserHost
import GalleryCore
import Localization
import PhotoGrid

/// The card that represents a subfolder with pictures, or an archive, in the grid of its parent
/// folder.
nonisolated struct FolderCard: Hashable, Sendable {
  /// The maximum number of pictures on a card.
  static let maxCovers = 4

  /// The identity of the card, which is unique among the cards and photos of its library.
  var id: UInt32 = 0
  var path: FilePath
  /// The number of photos in the folder and its subfolders; a lower bound if ``isPhotoCountExact``
  /// is false.
  var photoCount: Int
  /// Whether ``photoCount`` is the exact number; false if counting was stopped at a limit.
  var isPhotoCountExact = true
  /// The number of comic books in the folder and its subfolders.
  var comicBookCount = 0
  /// The files whose thumbnails are shown on the card, at most ``maxCovers``. The thumbnail of an
  /// archive is that of its first picture.
  var covers: [FilePath]

  /// Whether the folder contains no pictures and no comic books.
  fileprivate var isEmpty: Bool { covers.isEmpty && photoCount == 0 }

  /// The text below the folder's name on the card, such as “12 pictures” or “5000+ pictures”.
  var detail: String {
    if ArchiveName.isArchive(path.bytes), photoCount == 0, comicBookCount == 0 {
      if ArchiveName.isDocument(path.bytes) { return tr("Document") }
      return ArchiveName.isComicBook(path.bytes) ? tr("Comic book") : tr("Archive")
    }
    if photoCount == 0 { return trPlural("1 archive", "{count} archives", count: comicBookCount) }
    return isPhotoCountExact
      ? NumberText.pictureCount(photoCount)
      : tr("{count}+ pictures", ["count": NumberText.number(photoCount)])
  }
}

nonisolated extension FolderCard {
  /// Makes the card of an archive. The archive is read when its thumbnail is needed.
  init(archive: FilePath) { self.init(path: archive, photoCount: 0, covers: [archive]) }
}

/// The reader of the folder cards in a grid. It reads many folders, so it is used on a
/// ``WorkerThread``.
nonisolated struct FolderCardReader {
  /// The maximum number of directory entries that are read for one card.
  private static let maxEntriesPerCard = 20_000

  private let entryLimit: Int
  private let rules: StackRules
  private var readEntryCount = 0

  /// The cards of the archives, and of the subfolders that contain pictures, in the folders of a
  /// request, sorted by name.
  ///
  /// - Parameters:
  ///   - rules: the rules by which several files are one photo, which is counted once.
  ///   - maxEntries: the maximum number of directory entries to read for all cards. Default: no
  ///     limit.
  /// - Returns: nil if the limit is exceeded, or if there is a limit and an archive would have to
  ///   be searched for pictures.
  static func cards(
    of request: LibraryRequest, order: PictureLister.Order, rules: StackRules = StackRules(),
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
          // With a limit, no archive is searched for pictures, because that takes longer than
          // reading a folder.
          guard ArchiveName.isComicBook(inner.bytes) || maxEntries == .max else { return nil }
          left -= 1
          if hasCard(archive: inner, &probes) { cards.append(FolderCard(archive: inner)) }
          continue
        }
        var reader = FolderCardReader(entryLimit: min(Self.maxEntriesPerCard, left), rules: rules)
        let card = reader.readCard(inner)
        left -= reader.readEntryCount
        if !card.isPhotoCountExact, left <= 0 { return nil }
        if !card.isEmpty { cards.append(card) }
      }
    }
    return order.order == .name && order.isReversed ? cards.reversed() : cards
  }

  /// The maximum number of archives in a folder that are searched for pictures. Further archives
  /// have a card even if they contain none.
  private static let maxSearchedArchives = 100

  /// Whether an archive has a card. A comic book has one even if it is damaged; any other archive
  /// has one if it contains a picture.
  ///
  /// - Parameter probes: the number of archives searched so far, which is updated.
  private static func hasCard(archive: FilePath, _ probes: inout Int) -> Bool {
    if ArchiveName.isComicBook(archive.bytes) { return true }
    probes += 1
    return probes > maxSearchedArchives || ArchiveFiles.shared.hasPictures(archive.bytes) == true
  }

  private init(entryLimit: Int, rules: StackRules) {
    self.entryLimit = entryLimit
    self.rules = rules
  }

  /// Reads a folder and its subfolders, level by level, so that the card shows pictures of the
  /// folder itself as long as it has enough of them.
  private mutating func readCard(_ folder: FilePath) -> FolderCard {
    var card = FolderCard(path: folder, photoCount: 0, covers: [])
    var seen: Set<FolderIdentity.DeviceAndInode> = []
    var level = [folder]
    for _ in 0...FolderScan.maxDepth {
      var next: [FilePath] = []
      for inner in level {
        guard readEntryCount < entryLimit else {
          card.isPhotoCountExact = false
          return card
        }
        guard case .success(let contents) = FolderScan.contents(of: inner) else { continue }
        if let number = contents.identity.deviceAndInode, !seen.insert(number).inserted { continue }
        readEntryCount +=
          1 + contents.pictures.count + contents.folders.count + contents.archives.count
        let photos = rules.shownFiles(among: contents.pictures.map(\.path))
        card.photoCount += photos.count
        card.covers += Self.firstByName(FolderCard.maxCovers - card.covers.count, of: photos)
        let books = contents.archives.filter { ArchiveName.isComicBook($0.bytes) }
        card.comicBookCount += books.count
        card.covers += Self.firstByName(FolderCard.maxCovers - card.covers.count, of: books)
        next += NaturalOrder.sorted(contents.folders, name: \.bytes)
      }
      guard !next.isEmpty else { return card }
      level = next
    }
    return card
  }

  /// The first `number` of some pictures in the natural order of their names.
  ///
  /// - Complexity: O(pictures · number).
  private static func firstByName(_ number: Int, of pictures: [FilePath]) -> [FilePath] {
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

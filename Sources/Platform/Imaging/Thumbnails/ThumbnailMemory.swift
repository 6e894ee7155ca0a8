import Pixels

/// Thumbnails kept in memory, at most so many bytes; what was not used for longest goes first.
@MainActor
struct ThumbnailMemory {
  private struct Entry {
    var thumbnail: Thumbnail
    /// The side it was asked for: a preview from inside the file is not enough for every side.
    var side: Int
    var lastUse: Int
  }
  /// Going through all entries pays when an eighth of them goes at once.
  private static let part = 8

  private let budget: Int
  private var entries: [ThumbnailWork.Key: Entry] = [:]
  private var clock = 0
  private(set) var bytes = 0

  var count: Int { entries.count }

  init(budget: Int) { self.budget = budget }

  /// The thumbnail for `request`, not final when it is smaller than that; nil when there is none.
  mutating func thumbnail(for request: ThumbnailRequest) -> Thumbnail? {
    let key = ThumbnailWork.Key(path: request.path, size: request.size)
    guard let entry = entries[key] else { return nil }
    clock += 1
    entries[key]?.lastUse = clock
    var thumbnail = entry.thumbnail
    thumbnail.isFinal = entry.side >= min(request.side, key.size.side)
    return thumbnail
  }

  mutating func insert(
    _ thumbnail: Thumbnail, for key: ThumbnailWork.Key, side: Int
  ) {
    remove(key)
    clock += 1
    entries[key] = Entry(thumbnail: thumbnail, side: side, lastUse: clock)
    bytes += thumbnail.bitmap.byteCount
    if bytes > budget { evict(downTo: budget - budget / Self.part) }
  }

  /// Forgets every thumbnail of `path`.
  mutating func remove(_ path: FilePathBytes) {
    for size in ThumbnailSize.allCases { remove(ThumbnailWork.Key(path: path, size: size)) }
  }

  /// Forgets everything.
  mutating func removeAll() {
    entries = [:]
    bytes = 0
  }

  private mutating func remove(_ key: ThumbnailWork.Key) {
    guard let gone = entries.removeValue(forKey: key) else { return }
    bytes -= gone.thumbnail.bitmap.byteCount
  }

  private mutating func evict(downTo budget: Int) {
    for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard bytes > budget else { return }
      remove(key)
    }
  }
}

import Pixels

/// The thumbnails in memory, with a byte budget and least-recently-used eviction.
@MainActor
struct ThumbnailMemoryCache {
  private struct Entry {
    var thumbnail: Thumbnail
    /// The maximum requested side, in pixels, for which the thumbnail is final. It is less than the
    /// size under which the thumbnail is cached when a smaller embedded preview is used.
    var finalUpToSide: Int
    var lastUse: Int
  }
  /// The divisor of the budget for the bytes that one eviction frees. An eviction sorts all
  /// thumbnails, and therefore frees room for several.
  private static let evictionDivisor = 8

  private let budget: Int
  private var entries: [ThumbnailWork.Key: Entry] = [:]
  private var useCounter = 0
  private(set) var bytes = 0

  var count: Int { entries.count }

  init(budget: Int) { self.budget = budget }

  /// The thumbnail for `request`; nil when there is none. A thumbnail that is smaller than
  /// requested is returned with `isFinal` false. Counts as a use.
  mutating func thumbnail(for request: ThumbnailRequest) -> Thumbnail? {
    let key = ThumbnailWork.Key(path: request.path, size: request.size)
    guard let entry = entries[key] else { return nil }
    useCounter += 1
    entries[key]?.lastUse = useCounter
    var thumbnail = entry.thumbnail
    thumbnail.isFinal = entry.finalUpToSide >= min(request.side, key.size.side)
    return thumbnail
  }

  mutating func insert(
    _ thumbnail: Thumbnail, for key: ThumbnailWork.Key, finalUpTo side: Int
  ) {
    remove(key)
    useCounter += 1
    entries[key] = Entry(thumbnail: thumbnail, finalUpToSide: side, lastUse: useCounter)
    bytes += thumbnail.bitmap.byteCount
    if bytes > budget { evict(downTo: budget - budget / Self.evictionDivisor) }
  }

  /// Removes the thumbnails of all sizes of the file at `path`.
  mutating func remove(_ path: FilePathBytes) {
    for size in ThumbnailSize.allCases { remove(ThumbnailWork.Key(path: path, size: size)) }
  }

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

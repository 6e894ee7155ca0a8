import Drawing
import Geometry
import Pixels
import Resampling

/// The cache of thumbnails that are cropped and scaled to the exact size of a cell, so that
/// scrolling only copies rows of pixels.
struct CellBitmapCache {
  private struct Key: Hashable {
    let thumbnail: ObjectIdentifier
    let size: PixelSize
  }
  private struct Entry {
    // Weak: the source owns the thumbnail, and a later bitmap may get the same address.
    weak var thumbnail: Bitmap?
    let cellBitmap: Bitmap
    var lastUse: Int
  }
  /// The maximum size of the cached bitmaps in bytes. The least recently used ones are evicted
  /// first.
  var budget: Int {
    didSet { evict() }
  }
  /// The size of the cached bitmaps in bytes.
  private(set) var byteCount = 0
  private var entries: [Key: Entry] = [:]
  private var useCount = 0

  /// The share of the budget to which an eviction reduces the cache, so that not every insertion
  /// evicts.
  private static let budgetShareAfterEviction = 0.85

  init(budget: Int) {
    self.budget = budget
  }

  /// The bitmap made from the thumbnail `whole` for a cell of `size`; nil when it was never made,
  /// or was evicted.
  mutating func bitmap(for whole: Bitmap, size: PixelSize) -> Bitmap? {
    let key = Key(thumbnail: ObjectIdentifier(whole), size: size)
    guard let entry = entries[key], entry.thumbnail === whole else { return nil }
    useCount += 1
    entries[key]?.lastUse = useCount
    return entry.cellBitmap
  }

  mutating func insert(_ cell: Bitmap, for whole: Bitmap, size: PixelSize) {
    let key = Key(thumbnail: ObjectIdentifier(whole), size: size)
    useCount += 1
    byteCount += cell.byteCount - (entries[key]?.cellBitmap.byteCount ?? 0)
    entries[key] = Entry(thumbnail: whole, cellBitmap: cell, lastUse: useCount)
    evict()
  }

  mutating func removeAll() {
    entries = [:]
    byteCount = 0
  }

  private mutating func evict() {
    guard byteCount > budget else { return }
    let goal = Int(Double(budget) * Self.budgetShareAfterEviction)
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard byteCount > goal else { return }
      byteCount -= entry.cellBitmap.byteCount
      entries[key] = nil
    }
  }
}

import Drawing
import Geometry
import Pixels
import Resampling

/// Thumbnails cropped and scaled to a cell's very pixels, kept so that scrolling only copies rows.
struct PreparedCells {
  private struct Key: Hashable {
    let whole: ObjectIdentifier
    let size: PixelSize
  }
  private struct Entry {
    // Weak: the source decides how long a thumbnail lives, and an address may be used again.
    weak var whole: Bitmap?
    let cell: Bitmap
    var lastUse: Int
  }
  /// What all of it may cost, in bytes; the least recently used goes first.
  var budget: Int {
    didSet { trim() }
  }
  /// What it costs, in bytes.
  private(set) var byteCount = 0
  private var entries: [Key: Entry] = [:]
  private var clock = 0

  /// After running over, this share of the budget is kept: not every new one has to look for the
  /// oldest.
  private static let kept = 0.85

  init(budget: Int) {
    self.budget = budget
  }

  /// The cell's bitmap, nil when it was not made or was forgotten.
  mutating func cell(for whole: Bitmap, size: PixelSize) -> Bitmap? {
    let key = Key(whole: ObjectIdentifier(whole), size: size)
    guard let entry = entries[key], entry.whole === whole else { return nil }
    clock += 1
    entries[key]?.lastUse = clock
    return entry.cell
  }

  /// Keeps a cell's bitmap.
  mutating func insert(_ cell: Bitmap, for whole: Bitmap, size: PixelSize) {
    let key = Key(whole: ObjectIdentifier(whole), size: size)
    clock += 1
    byteCount += cell.byteCount - (entries[key]?.cell.byteCount ?? 0)
    entries[key] = Entry(whole: whole, cell: cell, lastUse: clock)
    trim()
  }

  /// Forgets everything.
  mutating func removeAll() {
    entries = [:]
    byteCount = 0
  }

  private mutating func trim() {
    guard byteCount > budget else { return }
    let goal = Int(Double(budget) * Self.kept)
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard byteCount > goal else { return }
      byteCount -= entry.cell.byteCount
      entries[key] = nil
    }
  }
}

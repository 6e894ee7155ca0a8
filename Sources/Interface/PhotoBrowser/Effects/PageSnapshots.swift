import Drawing
import Geometry
import Pixels
import Views

/// The bitmaps of whole pages at rest that page effects distort. Each is rendered once per turn,
/// and again when its page changes.
///
/// The memory of the bitmaps is kept for the next turn: allocating it anew would take longer than
/// drawing the page.
final class PageSnapshots {
  /// The identity of the contents of a bitmap: the view, the number of its changes, the size and
  /// the background.
  private struct Key: Hashable {
    let view: ObjectIdentifier
    let changeCount: Int
    let size: PixelSize
    let background: Color
  }

  private struct Entry {
    var key: Key
    var memory: SnapshotMemory
    var bitmap: Bitmap?
  }

  /// The bitmaps of the two pages of a turn, with their keys; the page where the turn ends keeps
  /// its bitmap for the next turn.
  private var entries: [Entry] = []
  private static let maxSnapshots = 2

  /// The opaque bitmap of `view`, drawn over the colour `background`; nil for an empty size or a
  /// view without a stage.
  ///
  /// - Parameter other: the view of the turn's other page, whose bitmap is kept.
  func picture(
    of view: View, size: PixelSize, over background: Color, keeping other: View?
  ) -> Bitmap? {
    guard let stage = view.stage, !size.isEmpty else { return nil }
    let key = Key(
      view: ObjectIdentifier(view), changeCount: view.changeCount, size: size,
      background: background)
    if let entry = entries.first(where: { $0.key == key }) { return entry.bitmap }
    var entry = takeEntry(for: key, keeping: other) ?? Entry(key: key, memory: SnapshotMemory(size))
    // The memory of a bitmap that is still referenced elsewhere cannot be reused.
    if entry.memory.size != size || entry.bitmap != nil && !isKnownUniquelyReferenced(&entry.bitmap)
    {
      entry.memory = SnapshotMemory(size)
    }
    entry.key = key
    let canvas = Canvas(entry.memory.buffer)
    canvas.clear(canvas.bounds, to: background)
    stage.render(view, in: canvas)
    entry.bitmap = entry.memory.makeBitmap()
    entries.append(entry)
    return entry.bitmap
  }

  func removeAll() { entries = [] }

  /// Removes and returns an entry to be reused for `key`: that of the same view, else one that the
  /// current turn does not need. Nil when there is room for a new entry, or when no entry can be
  /// reused.
  private func takeEntry(for key: Key, keeping other: View?) -> Entry? {
    let other = other.map(ObjectIdentifier.init)
    let index =
      entries.firstIndex { $0.key.view == key.view }
      ?? (entries.count < Self.maxSnapshots ? nil : entries.firstIndex { $0.key.view != other })
    return index.map { entries.remove(at: $0) }
  }
}

/// The memory of one bitmap, released with its last reference.
private nonisolated final class SnapshotMemory: @unchecked Sendable {
  // This class is Sendable because the memory is written only while no bitmap over it is in use,
  // and only by its owner, on the main actor.
  let size: PixelSize
  private let bytes: UnsafeMutableRawPointer

  init(_ size: PixelSize) {
    self.size = size
    bytes = PictureMemory.allocate(byteCount: size.width * size.height * 4)
  }

  deinit { bytes.deallocate() }

  var buffer: PixelBuffer { PixelBuffer(size: size, stride: size.width * 4, bytes: bytes) }

  func makeBitmap() -> Bitmap {
    Bitmap(size: size, stride: size.width * 4, isOpaque: true, bytes: bytes) { _ in
      withExtendedLifetime(self) {}
    }
  }
}

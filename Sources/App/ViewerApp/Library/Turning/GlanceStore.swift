import Imaging
import Pixels

/// The glances that were taken last. They outlive the pages they are of: those are ahead, or are
/// turned back to.
struct GlanceStore {
  /// Most bytes of them: 10 glances at 24 megapixels.
  static let mostBytes = 16 << 20

  private var images: [FilePath: DecodedImage] = [:]
  /// The files, the oldest glance first.
  private var order: [FilePath] = []
  private(set) var bytes = 0

  /// The glance at `path`.
  subscript(path: FilePath) -> DecodedImage? { images[path] }

  /// Keeps a glance; the oldest ones go. The last one stays, however large.
  mutating func insert(_ image: DecodedImage, of path: FilePath) {
    remove(path)
    images[path] = image
    images[path]?.memory = nil
    order.append(path)
    bytes += image.bitmap.byteCount
    while bytes > Self.mostBytes, order.count > 1 { remove(order[0]) }
  }

  /// Forgets a file that has changed.
  mutating func remove(_ path: FilePath) {
    guard let old = images.removeValue(forKey: path) else { return }
    order.removeAll { $0 == path }
    bytes -= old.bitmap.byteCount
  }

  /// Forgets everything.
  mutating func removeAll() { self = GlanceStore() }
}

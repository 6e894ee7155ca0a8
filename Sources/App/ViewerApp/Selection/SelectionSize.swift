import BrowserHost
import GalleryCore
import PhotoGrid

/// The number of selected photos, and the size of all their files, which another thread reads. One
/// job runs at a time; the latest selection follows it.
final class SelectionSize {
  /// A selection of photos by the indices of their pages.
  struct Choice: Sendable {
    /// The ranges of selected page indices, in order.
    var pages: [Range<Int>] = []
    /// The library that the page indices refer to.
    var library: SectionedLibrary

    /// The number of photos.
    var count: Int { pages.reduce(0) { $0 + $1.count } }

    /// The size of all files of the photos in bytes. Waits for the disk.
    ///
    /// - Complexity: O(photos).
    nonisolated func bytes() -> Int {
      var sum: Int64 = 0
      for page in pages.joined() where page < library.count {
        let item = library[page]
        guard item.path.webAddress == nil else { continue }
        if item.stack == nil, let stamp = item.stamp {
          sum.add(size: stamp.size)
        } else {
          for file in item.files { sum.add(size: FileStamp.read(file)?.stamp.size ?? 0) }
        }
      }
      return Int(clamping: sum)
    }
  }

  /// Called with the size in bytes of the latest choice.
  var onSize: (Int) -> Void = { _ in }

  private var next: Choice?
  private var isReading = false

  /// Reads the size of a choice; the result of an earlier choice is discarded.
  func read(_ choice: Choice?) {
    next = choice
    work()
  }

  private func work() {
    guard !isReading, let choice = next else { return }
    next = nil
    isReading = true
    WorkerThread.run {
      choice.bytes()
    } finish: { [weak self] bytes in
      guard let self else { return }
      isReading = false
      // The size of a later choice is read next.
      if next == nil { onSize(bytes) } else { work() }
    }
  }
}

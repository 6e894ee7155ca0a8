import BrowserHost
import GalleryCore
import PhotoGrid

/// The reader of the size in bytes of all files of the selected photos, on worker threads. One job
/// runs at a time; of the selections during a job, only the latest is read after it.
final class SelectionSizeReader {
  /// The selected photos of a library, by the indices of their pages.
  struct Selection: Sendable {
    /// The ranges of the selected photos' page indices, in order.
    var pageRanges: [Range<Int>] = []
    /// The library that the page indices refer to.
    var library: SectionedLibrary

    /// The number of selected photos.
    var count: Int { pageRanges.reduce(0) { $0 + $1.count } }

    /// Reads the size in bytes of all files of the selected photos. The call waits for the disk.
    ///
    /// - Complexity: O(photos).
    nonisolated func readByteCount() -> Int {
      var sum: Int64 = 0
      for page in pageRanges.joined() where page < library.count {
        let item = library[page]
        guard item.path.webAddress == nil else { continue }
        if item.stack == nil, let stamp = item.stamp {
          sum.addSaturating(size: stamp.size)
        } else {
          for file in item.files { sum.addSaturating(size: FileStamp.read(file)?.stamp.size ?? 0) }
        }
      }
      return Int(clamping: sum)
    }
  }

  /// Called with the size in bytes of the selection that was read last.
  var onSize: (Int) -> Void = { _ in }

  private var waitingSelection: Selection?
  private var isReading = false

  /// Reads the size of a selection. If a job is running, the selection is read after it and
  /// replaces any other one that waits, and the size from that job is not reported. Nil only
  /// removes the selection that waits.
  func read(_ selection: Selection?) {
    waitingSelection = selection
    startNext()
  }

  private func startNext() {
    guard !isReading, let selection = waitingSelection else { return }
    waitingSelection = nil
    isReading = true
    WorkerThread.run {
      selection.readByteCount()
    } finish: { [weak self] bytes in
      guard let self else { return }
      isReading = false
      // Only the size of the latest selection is reported.
      if waitingSelection == nil { onSize(bytes) } else { startNext() }
    }
  }
}

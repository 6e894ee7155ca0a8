import BrowserHost
import Desktop
import Imaging
import PhotoGrid
import PhotoIndex

/// The marking of one photo, with everything needed to reverse it.
nonisolated struct MarkChange: Hashable, Sendable {
  /// The storage of the marks, with its contents before and after the change.
  enum Storage: Hashable, Sendable {
    /// The sidecar at a path, with its contents before and after; nil where there was no file.
    case sidecar(FilePath, old: [UInt8]?, new: [UInt8]?)
    /// pbview's index alone, because the folder cannot be written; the facts before and after.
    case index(old: IndexedPhoto, new: IndexedPhoto)
  }
  var photo: FilePath
  var before: PhotoMarks
  var after: PhotoMarks
  var storage: Storage

  /// Whether the marks could not be stored beside the photo.
  var isOnlyInIndex: Bool {
    if case .index = storage { true } else { false }
  }

  /// The change with its old and new contents exchanged.
  private var reversed: MarkChange {
    var change = self
    (change.before, change.after) = (after, before)
    switch storage {
    case .sidecar(let path, let old, let new): change.storage = .sidecar(path, old: new, new: old)
    case .index(let old, let new): change.storage = .index(old: new, new: old)
    }
    return change
  }

  /// Restores the marks before the change. Waits for the disk.
  ///
  /// - Returns: the change that the reversal makes.
  /// - Throws: `.unwritable` when another program has changed the sidecar, or it cannot be written.
  func reverse() throws(DesktopError) -> MarkChange {
    let change = reversed
    switch change.storage {
    case .sidecar(let path, let old, let new):
      let claim = try FileClaim.completing([photo, path])
      defer { withExtendedLifetime(claim) {} }
      do { try FileReplacement.replace(path.bytes, from: old, to: new) } catch {
        throw .unwritable(file: path.display, reason: error.description)
      }
    case .index(_, let new): PhotoFactsStore.ofUser.store([(photo, new)])
    }
    return change
  }
}

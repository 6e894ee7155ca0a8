import BrowserHost
import Desktop
import Glibc
import Imaging
import PhotoGrid
import PhotoIndex

/// The marking of one photo, with everything needed to reverse it.
nonisolated struct MarkChange: Hashable, Sendable {
  /// The storage of the marks, with its contents before and after the change.
  enum Storage: Hashable, Sendable {
    /// The sidecar at a path, with its contents before and after; nil where there was no file.
    case sidecar(FilePath, old: [UInt8]?, new: [UInt8]?)
    /// pbview alone, because the folder cannot be written; the facts before and after.
    case pbview(old: IndexedPhoto, new: IndexedPhoto)
  }
  var photo: FilePath
  var before: PhotoMarks
  var after: PhotoMarks
  var storage: Storage
  /// The facts with the marks that pbview kept alone until the sidecar was written; nil for none.
  var replaced: IndexedPhoto?

  /// Whether the marks could not be stored beside the photo.
  var isOnlyInPbview: Bool {
    if case .pbview = storage { true } else { false }
  }

  /// The change with its old and new contents exchanged.
  private var reversed: MarkChange {
    var change = self
    (change.before, change.after) = (after, before)
    switch storage {
    case .sidecar(let path, let old, let new): change.storage = .sidecar(path, old: new, new: old)
    case .pbview(let old, let new): change.storage = .pbview(old: new, new: old)
    }
    return change
  }

  /// Restores the marks before the change. Waits for the disk.
  ///
  /// - Parameter facts: the store of marks without sidecars. Default: that of the user.
  /// - Returns: the change that the reversal makes.
  /// - Throws: `.unwritable` when another program has changed the sidecar, or the marks cannot be
  ///   stored.
  func reverse(in facts: PhotoFactsStore = .ofUser) throws(DesktopError) -> MarkChange {
    let change = reversed
    switch change.storage {
    case .sidecar(let path, let old, let new):
      let claim = try FileClaim.completing([photo, path])
      defer { withExtendedLifetime(claim) {} }
      do { try FileReplacement.replace(path.bytes, from: old, to: new) } catch {
        throw .unwritable(file: path.display, reason: error.description)
      }
      change.follow(in: facts)
    case .pbview(_, let new):
      guard facts.keep(new, of: photo) else {
        throw .unwritable(file: photo.display, reason: String(cString: strerror(EIO)))
      }
    }
    return change
  }

  /// Keeps the marks that a sidecar has replaced as long as it does not have them.
  private func follow(in facts: PhotoFactsStore) {
    guard var marks = replaced else { return }
    guard PhotoMarks(marks) == after else { return facts.removeKeptMarks(of: photo) }
    // A restored sidecar has another modification time.
    guard let stamp = LibraryScan.items([photo], facts: facts).first?.factsStamp else { return }
    marks.stamp = stamp
    _ = facts.keep(marks, of: photo)
  }
}

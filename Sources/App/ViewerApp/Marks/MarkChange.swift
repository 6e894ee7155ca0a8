import BrowserHost
import Desktop
import Glibc
import Imaging
import PhotoGrid
import PhotoIndex

/// A change of one photo's marks, with everything that is needed to undo it.
nonisolated struct MarkChange: Hashable, Sendable {
  /// The place where marks are stored, with its contents before and after a change.
  enum Storage: Hashable, Sendable {
    /// The XMP sidecar at a path, with its contents before and after the change; nil where no file
    /// existed.
    case sidecar(FilePath, old: [UInt8]?, new: [UInt8]?)
    /// The database of pbview, because the folder of the photo cannot be written; with the facts
    /// about the photo before and after the change.
    case database(old: IndexedPhoto, new: IndexedPhoto)
  }
  var photo: FilePath
  var before: PhotoMarks
  var after: PhotoMarks
  var storage: Storage
  /// The marks that were only in pbview's database until this change wrote the sidecar, as photo
  /// metadata without other values; nil for none.
  var replacedDatabaseMarks: IndexedPhoto?

  /// Whether the marks are only in pbview's database, because they could not be stored beside the
  /// photo.
  var isOnlyInDatabase: Bool {
    if case .database = storage { true } else { false }
  }

  /// The change that undoes this one, with old and new contents exchanged.
  private var reversed: MarkChange {
    var change = self
    (change.before, change.after) = (after, before)
    switch storage {
    case .sidecar(let path, let old, let new): change.storage = .sidecar(path, old: new, new: old)
    case .database(let old, let new): change.storage = .database(old: new, new: old)
    }
    return change
  }

  /// Undoes the change. The call waits for the disk.
  ///
  /// - Parameter facts: the database of marks without sidecars. Default: that of the user.
  /// - Returns: the change that undoes this undoing.
  /// - Throws: `.unwritable` when another program has changed the sidecar, or removed the photo
  ///   for which a sidecar would be made, or the marks cannot be stored.
  func reverse(in facts: PhotoFactsStore = .ofUser) throws(DesktopError) -> MarkChange {
    let change = reversed
    switch change.storage {
    case .sidecar(let path, let old, let new):
      let lock = try FileLock.afterRecovery([photo, path])
      defer { withExtendedLifetime(lock) {} }
      guard old != nil || photo.exists else {
        throw .unwritable(file: photo.display, reason: FileReplacementError.changed.description)
      }
      do { try FileReplacement.replace(path.bytes, from: old, to: new) } catch {
        throw .unwritable(file: path.display, reason: error.description)
      }
      change.updateDatabaseMarks(in: facts)
    case .database(_, let new):
      guard facts.storeMarks(new, of: photo) else {
        throw .unwritable(file: photo.display, reason: String(cString: strerror(EIO)))
      }
    }
    return change
  }

  /// Restores or removes the marks in pbview's database after a sidecar was restored. The database
  /// keeps marks only as long as the sidecar does not have them.
  private func updateDatabaseMarks(in facts: PhotoFactsStore) {
    guard let marks = replacedDatabaseMarks else { return }
    guard PhotoMarks(marks) == after else { return facts.removeDatabaseMarks(of: photo) }
    // The marks are stored for the new state, because the restored sidecar has another modification
    // time.
    facts.storeMarks(marks, forPresentStateOf: photo)
  }
}

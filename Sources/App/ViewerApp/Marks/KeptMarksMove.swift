import BrowserHost
import PhotoIndex

/// The way of marks in pbview's database that went along with a photo to another path, by which
/// Undo and Redo store them again: another photo may have had the row of the former path meanwhile,
/// and the photo may have another modification time after its way over another file system.
nonisolated struct KeptMarksMove: Hashable, Sendable {
  /// The rating, flag and label, as metadata without other values.
  var marks: IndexedPhoto
  /// The absolute path of the photo, or of its original, before the operation.
  var former: FilePath
  /// The absolute path of the photo after the operation.
  var new: FilePath
  /// Whether Undo stores the marks under the former path. False for a copy.
  var isKeptAtFormer: Bool
  /// Whether the operation has stored the marks under the new path. False where they are in a
  /// sidecar.
  var isKeptAtNew: Bool

  /// Stores the marks under the former path, after the photo has returned to it. Waits for the file
  /// system.
  ///
  /// - Returns: the move that undoes this one.
  func reverse(in facts: PhotoFactsStore) -> KeptMarksMove {
    if isKeptAtFormer { facts.keep(marks, forPresentStateOf: former) }
    return KeptMarksMove(
      marks: marks, former: new, new: former, isKeptAtFormer: isKeptAtNew,
      isKeptAtNew: isKeptAtFormer)
  }
}

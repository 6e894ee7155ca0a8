import BrowserHost
import PhotoIndex

/// A record of marks in pbview's database that were stored again for another path, because their
/// photo was copied, moved or renamed. Undo and Redo store the marks in this record: the row of the
/// former path may have been taken by another photo, and a move to another file system may have
/// changed the photo's modification time.
nonisolated struct DatabaseMarksMove: Hashable, Sendable {
  /// The rating, flag and label, as metadata without other values.
  var marks: IndexedPhoto
  /// The absolute path of the photo before the operation; for a copy, the path of the original.
  var formerPath: FilePath
  /// The absolute path of the photo after the operation.
  var newPath: FilePath
  /// Whether Undo stores the marks under the former path. False for a copy.
  var isStoredAtFormerPath: Bool
  /// Whether the operation has stored the marks under the new path. False where they are in a
  /// sidecar.
  var isStoredAtNewPath: Bool

  /// Stores the marks under the former path, after the photo has returned to it. Waits for the file
  /// system.
  ///
  /// - Returns: the move that undoes this one.
  func reverse(in facts: PhotoFactsStore) -> DatabaseMarksMove {
    if isStoredAtFormerPath { facts.storeMarks(marks, forPresentStateOf: formerPath) }
    return DatabaseMarksMove(
      marks: marks, formerPath: newPath, newPath: formerPath,
      isStoredAtFormerPath: isStoredAtNewPath,
      isStoredAtNewPath: isStoredAtFormerPath)
  }
}

import BrowserHost
import Geometry

extension FileOperations {
  /// The functions by which the lists of pictures are updated after each operation.
  struct Followers {
    /// Removes files from the lists, and calls `then` when no list contains them any more.
    var remove: ([FilePath], _ then: @escaping () -> Void) -> Void = { $1() }
    /// Adds restored files to the lists, shows the first one, and calls `then` afterwards. With a
    /// start, the photos fly to their places from there.
    var restore: ([FilePath], _ start: ReturnStart?, _ then: @escaping () -> Void) -> Void = {
      $2()
    }
    /// Updates the lists after files were moved or copied; with `shows`, also shows the first photo
    /// at its new path. Photos that were not in the lists fly from `start`, if it is given, to their
    /// places. Calls `then` afterwards.
    var relocate:
      (ListChange, _ shows: Bool, _ start: ReturnStart?, _ then: @escaping () -> Void) -> Void = {
        $3()
      }
    /// Shows the picture of a file rotated or flipped on its page, before Undo or Redo changes the
    /// file.
    var willTurn: (FilePath, Orientation) -> Void = { _, _ in }
    /// Shows pictures as they are in their files again, because a rotation has failed.
    var keepPictures: () -> Void = {}
    /// Shows the new contents of files; with `shows`, also shows the first of them. Calls `then`
    /// afterwards.
    var rewrite: ([FilePath], _ shows: Bool, _ then: @escaping () -> Void) -> Void = { $2() }
  }
}

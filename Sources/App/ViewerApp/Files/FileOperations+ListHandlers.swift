import BrowserHost
import Geometry

extension FileOperations {
  /// The functions by which the lists of pictures are updated after each operation.
  struct ListHandlers {
    /// Removes files from the lists, and calls `then` when no list contains them any more.
    var remove: (_ files: [FilePath], _ then: @escaping () -> Void) -> Void = { $1() }
    /// Adds restored files to the lists, shows the first one, and calls `then` afterwards. The
    /// photos fly to their places from `start`; nil for no flights.
    var restore:
      (_ files: [FilePath], _ start: ReturnFlightStart?, _ then: @escaping () -> Void) -> Void = {
        $2()
      }
    /// Updates the lists after files were moved or copied, and calls `then` afterwards. If `shows`
    /// is true, the first photo is shown at its new path. Photos that were not in the lists fly to
    /// their places from `start`; nil for no flights.
    var relocate:
      (ListChange, _ shows: Bool, _ start: ReturnFlightStart?, _ then: @escaping () -> Void) -> Void =
        {
          $3()
        }
    /// Shows the picture of a file rotated or flipped on its page, before Undo or Redo changes the
    /// file.
    var willChangeOrientation: (FilePath, Orientation) -> Void = { _, _ in }
    /// Shows pictures as they are in their files again, because a rotation has failed.
    var endOrientationPreviews: () -> Void = {}
    /// Shows the new contents of files, and calls `then` afterwards. If `shows` is true, the first
    /// of the files is brought into view.
    var showRewritten: (_ files: [FilePath], _ shows: Bool, _ then: @escaping () -> Void) -> Void =
      { $2() }
  }
}

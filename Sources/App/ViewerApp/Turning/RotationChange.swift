import BrowserHost
import DecoderWire
import Desktop
import Geometry
import Imaging
import Localization

/// The rotation or flip of one photo, with everything that is needed to undo it.
nonisolated struct RotationChange: Hashable, Sendable {
  var photo: FilePath
  /// The rotation or reflection by which the picture was changed.
  var turn: Orientation
  /// The replacements that undo the change: the bytes that were in the file before, at their
  /// positions.
  var undoReplacements: [FileSplice.Replacement]
  /// The size and the modification time of the file after the change, by which a later change of
  /// another program is recognised.
  var stampAfterChange: FileSplice.Stamp
  /// The modification time of the file before the change, in nanoseconds since 1970, which Undo
  /// restores.
  var modifiedBeforeChange: Int64

  /// Writes another orientation into a photo's file. Marks of the photo without a sidecar are
  /// stored again for the changed file. The call waits for the disk.
  ///
  /// - Parameters:
  ///   - turn: the rotation or reflection by which the picture changes.
  ///   - edits: the edits of the file that do this.
  ///   - folder: the folder for a relative path.
  ///   - facts: the database of marks without sidecars, in which the marks of the photo stay valid.
  ///     Default: that of the user.
  /// - Throws: `.changed` when another program has changed the file since the edits were
  ///   computed.
  static func writeEdits(
    _ photo: FilePath, _ turn: Orientation, _ edits: FileEditTask.Edits, in folder: FilePath,
    _ facts: PhotoFactsStore = .ofUser
  ) throws(FileReplacementError) -> RotationChange {
    let former = FileSplice.Stamp(edits.identity)
    let path = photo.absolute(in: folder)
    guard let lock = try? FileLock.afterRecovery([path]) else { throw .changed }
    defer { withExtendedLifetime(lock) {} }
    let marks = facts.databaseMarks(of: path)
    let result = try FileSplice.replace(
      edits.edits.map {
        FileSplice.Replacement(offset: $0.offset, removedCount: $0.removedCount, bytes: $0.bytes)
      },
      in: path.bytes, expecting: former)
    if let marks { facts.storeMarks(marks, forPresentStateOf: path) }
    return RotationChange(
      photo: photo, turn: turn, undoReplacements: result.inverse, stampAfterChange: result.state,
      modifiedBeforeChange: former.modified)
  }

  /// Undoes the change. The call waits for the disk.
  ///
  /// - Parameters:
  ///   - folder: the folder for a relative path.
  ///   - facts: the database of marks without sidecars. Default: that of the user.
  /// - Returns: the change that undoes this undoing.
  /// - Throws: `.unwritable` when another program has changed the file, or it cannot be written.
  func undo(
    in folder: FilePath, _ facts: PhotoFactsStore = .ofUser
  ) throws(DesktopError) -> RotationChange {
    let path = photo.absolute(in: folder)
    let lock = try FileLock.afterRecovery([path])
    defer { withExtendedLifetime(lock) {} }
    let marks = facts.databaseMarks(of: path)
    do {
      let result = try FileSplice.replace(
        undoReplacements, in: path.bytes, expecting: stampAfterChange,
        modified: modifiedBeforeChange)
      if let marks { facts.storeMarks(marks, forPresentStateOf: path) }
      return RotationChange(
        photo: photo, turn: turn.inverse, undoReplacements: result.inverse,
        stampAfterChange: result.state,
        modifiedBeforeChange: stampAfterChange.modified)
    } catch {
      throw .unwritable(file: photo.display, reason: error.description)
    }
  }
}

nonisolated extension FileSplice.Stamp {
  /// The size and modification time in the identity of a file.
  fileprivate init(_ identity: FileIdentity) {
    self.init(size: identity.size, modified: identity.modifiedNanoseconds)
  }
}

nonisolated extension Orientation {
  /// The title of the command that rotates or flips a photo by this orientation.
  var turnTitle: String {
    switch self {
    case .right: tr("Rotate Right")
    case .left: tr("Rotate Left")
    case .upMirrored: tr("Flip Horizontally")
    case .downMirrored: tr("Flip Vertically")
    case .up, .down, .leftMirrored, .rightMirrored: tr("Turn")
    }
  }
}

extension Orientation {
  /// The rotation or reflection of a command; nil for a command that does not rotate or flip.
  init?(_ command: Command) {
    switch command {
    case .rotateRight: self = .right
    case .rotateLeft: self = .left
    case .flipHorizontally: self = .upMirrored
    case .flipVertically: self = .downMirrored
    default: return nil
    }
  }
}

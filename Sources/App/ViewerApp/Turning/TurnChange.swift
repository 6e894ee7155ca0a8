import BrowserHost
import DecoderWire
import Desktop
import Geometry
import Imaging
import Localization

/// The turning of one photo, with everything needed to reverse it.
nonisolated struct TurnChange: Hashable, Sendable {
  var photo: FilePath
  /// The rotation or reflection that was applied.
  var turn: Orientation
  /// The bytes of the file that the change replaced, as they were before it.
  var parts: [FileSplice.Replacement]
  /// The state of the file after the change.
  var state: FileSplice.State
  /// The modification time before the change, in nanoseconds since 1970, which Undo restores.
  var modified: Int64

  /// Turns a photo. Waits for the disk.
  ///
  /// - Parameters:
  ///   - edits: the edits that store the other orientation.
  ///   - folder: the base of a relative path.
  static func make(
    _ photo: FilePath, _ turn: Orientation, _ edits: FileEditTask.Edits, in folder: FilePath
  ) throws(FileReplacementError) -> TurnChange {
    let former = FileSplice.State(edits.identity)
    let path = photo.absolute(in: folder)
    guard let claim = try? FileClaim.completing([path]) else { throw .changed }
    defer { withExtendedLifetime(claim) {} }
    let result = try FileSplice.replace(
      edits.edits.map {
        FileSplice.Replacement(offset: $0.offset, removed: $0.removed, bytes: $0.bytes)
      },
      in: path.bytes, expecting: former)
    return TurnChange(
      photo: photo, turn: turn, parts: result.inverse, state: result.state,
      modified: former.modified)
  }

  /// Restores the bytes before the change. Waits for the disk.
  ///
  /// - Returns: the change that the reversal makes.
  /// - Throws: `.unwritable` when another program has changed the file, or it cannot be written.
  func reverse(in folder: FilePath) throws(DesktopError) -> TurnChange {
    let path = photo.absolute(in: folder)
    let claim = try FileClaim.completing([path])
    defer { withExtendedLifetime(claim) {} }
    do {
      let result = try FileSplice.replace(
        parts, in: path.bytes, expecting: state, modified: modified)
      return TurnChange(
        photo: photo, turn: turn.inverse, parts: result.inverse, state: result.state,
        modified: state.modified)
    } catch {
      throw .unwritable(file: photo.display, reason: error.description)
    }
  }
}

nonisolated extension FileSplice.State {
  /// The state of a file with an identity.
  fileprivate init(_ identity: FileIdentity) {
    self.init(size: identity.size, modified: identity.modified)
  }
}

nonisolated extension Orientation {
  /// The name of the command that turns a photo by the orientation.
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
  /// The orientation by which a command turns a photo; nil for any other command.
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

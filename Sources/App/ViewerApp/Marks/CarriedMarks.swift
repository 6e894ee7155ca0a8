import BrowserHost
import Desktop
import PhotoGrid
import PhotoIndex

/// The marks in pbview's database of photos that are copied, moved or renamed. They are stored
/// again for the new paths: in a new sidecar where one can be written, else in the database.
nonisolated struct CarriedMarks {
  private let facts: PhotoFactsStore
  /// The marks by the absolute paths of the photos before the operations.
  private let marksByFormerPath: [FilePath: IndexedPhoto]

  /// Reads the marks of the photos that operations copy or move, before the first operation. Waits
  /// for the file system.
  init(of groups: [OperationGroup], in facts: PhotoFactsStore) {
    self.facts = facts
    marksByFormerPath = facts.databaseMarks(of: groups.flatMap(\.arrivals).map(\.from))
  }

  /// Stores the marks of the photos of a group at their new paths, after its operations. Waits for
  /// the file system.
  ///
  /// - Parameter change: the change that the operations have made.
  /// - Returns: the change with the new sidecars and with the marks that Undo and Redo store again.
  func storeMarks(after change: FileChange, of group: OperationGroup) -> FileChange {
    guard !marksByFormerPath.isEmpty, case .group(let photo, let parts) = change else {
      return change
    }
    let carried = group.arrivals.flatMap { arrival -> [FileChange] in
      guard let kept = marksByFormerPath[arrival.from] else { return [] }
      let made = makeSidecar(with: kept, beside: arrival.to)
      let move = DatabaseMarksMove(
        marks: kept, formerPath: arrival.from, newPath: arrival.to,
        isStoredAtFormerPath: arrival.isMove,
        isStoredAtNewPath: made == nil && facts.storeMarks(kept, forPresentStateOf: arrival.to))
      let isNeeded = move.isStoredAtFormerPath || move.isStoredAtNewPath
      return (made.map { [$0] } ?? []) + (isNeeded ? [FileChange.keptMarks(move)] : [])
    }
    return .group(photo: photo, parts + carried)
  }

  /// Makes a sidecar with the marks in `kept` beside a photo that has no sidecar.
  ///
  /// - Returns: the change that made the sidecar; nil if none was made, so that the marks have to
  ///   be in the database.
  private func makeSidecar(with kept: IndexedPhoto, beside photo: FilePath) -> FileChange? {
    // A sidecar that was copied or moved with the photo has other marks. It is not changed here,
    // because only a helper can edit a sidecar; the marks in the database count until the user sets
    // the next mark.
    guard !Sidecar.candidates(of: photo).contains(where: \.exists) else { return nil }
    let sidecar = Sidecar.preferredPath(of: photo)
    let bytes = Sidecar.fileContents(
      with: PhotoMarks(kept).sidecarValues(date: MarkWriter.currentXMPDate))
    guard (try? FileReplacement.replace(sidecar.bytes, from: nil, to: bytes)) != nil else {
      return nil
    }
    return .copied(sidecar, FileState.read(sidecar))
  }
}

nonisolated extension OperationGroup {
  /// The paths of the copied and moved files before and after all operations.
  fileprivate var arrivals: [(from: FilePath, to: FilePath, isMove: Bool)] {
    var arrivals: [(from: FilePath, to: FilePath, isMove: Bool)] = []
    var moves: [(from: FilePath, to: FilePath)] = []
    for operation in operations {
      switch operation {
      case .copy(let from, let to): arrivals.append((from, to, false))
      case .move(let from, let to): moves.append((from, to))
      case .trash, .restore, .makeFolder, .removeFolder: break
      }
    }
    for move in FileOperations.ListChange.joined(moves) {
      arrivals.append((move.from, move.to, true))
    }
    return arrivals
  }
}

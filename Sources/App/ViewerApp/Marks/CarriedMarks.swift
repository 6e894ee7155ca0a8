import BrowserHost
import Desktop
import PhotoGrid
import PhotoIndex

/// The marks in pbview's database of photos that are copied, moved or renamed. They go along: into
/// a new sidecar where one can be written, else in the database.
nonisolated struct CarriedMarks {
  private let facts: PhotoFactsStore
  /// The marks by the absolute paths of the photos before the operations.
  private let marks: [FilePath: IndexedPhoto]

  /// Reads the marks of the photos that operations copy or move, before the first operation. Waits
  /// for the file system.
  init(of groups: [OperationGroup], in facts: PhotoFactsStore) {
    self.facts = facts
    marks = facts.keptMarks(of: groups.flatMap(\.arrivals).map(\.from))
  }

  /// Stores the marks of the photos of a group at their new paths, after its operations. The marks
  /// at the former paths stay for Undo. Waits for the file system.
  ///
  /// - Parameter change: the change that the operations have made.
  /// - Returns: the change with the new sidecars.
  func stored(after change: FileChange, of group: OperationGroup) -> FileChange {
    guard !marks.isEmpty, case .group(let photo, let parts) = change else { return change }
    let sidecars = group.arrivals.compactMap { arrival -> FileChange? in
      marks[arrival.from].flatMap { store($0, at: arrival.to) }
    }
    return .group(photo, parts + sidecars)
  }

  /// Stores the marks of a photo.
  ///
  /// - Returns: the making of a sidecar; nil if the marks are in the database.
  private func store(_ kept: IndexedPhoto, at photo: FilePath) -> FileChange? {
    // A sidecar that came along states other marks. Only a helper can edit it, as at the next mark;
    // until then, the marks in the database count.
    if !Sidecar.candidates(of: photo).contains(where: \.exists) {
      let sidecar = Sidecar.preferredPath(of: photo)
      let bytes = Sidecar.file(with: PhotoMarks(kept).sidecarValues(date: MarkWriter.now))
      if (try? FileReplacement.replace(sidecar.bytes, from: nil, to: bytes)) != nil {
        return .copied(sidecar, FileState.read(sidecar))
      }
    }
    var carried = kept
    guard let stamp = LibraryScan.items([photo], facts: facts).first?.factsStamp else { return nil }
    carried.stamp = stamp
    _ = facts.keep(carried, of: photo)
    return nil
  }
}

nonisolated extension OperationGroup {
  /// The paths of the copied and moved files before and after all operations.
  fileprivate var arrivals: [(from: FilePath, to: FilePath)] {
    var copies: [(from: FilePath, to: FilePath)] = []
    var moves: [(from: FilePath, to: FilePath)] = []
    for operation in operations {
      switch operation {
      case .copy(let from, let to): copies.append((from, to))
      case .move(let from, let to): moves.append((from, to))
      case .trash, .restore, .makeFolder, .removeFolder: break
      }
    }
    return copies + FileOperations.ListChange.joined(moves)
  }
}

import BrowserHost

extension FileOperations {
  /// The effect of changed files on the lists of pictures: the photos that were moved, added and
  /// removed.
  nonisolated struct ListChange {
    /// The photos that were moved or renamed, with their former and new paths.
    var moved: [(from: FilePath, to: FilePath)] = []
    /// The photos that were added to a folder, by copying or restoring.
    var appeared: [FilePath] = []
    /// The photos that were removed from their folder.
    var removed: [FilePath] = []

    init() {}

    /// Collects the photos among changed files, without companions.
    init(_ changes: [FileChange]) {
      for change in changes.flatMap(\.flattened) {
        switch change {
        case .trashed(let path, _): removed.append(path)
        case .restored(let path), .copied(let path, _): appeared.append(path)
        case .moved(let from, let to, _): moved.append((from, to))
        case .marked, .turned, .replaced, .wallpaper, .madeFolder, .removedFolder, .keptMarks,
          .group:
          break
        }
      }
      let photos = Set(Companions.photos(among: moved.map(\.to)))
      moved = Self.joined(moved).filter { photos.contains($0.to) }
      appeared = Companions.photos(among: appeared)
      // A path from which a file was removed stays in the lists if another file is at this path
      // now.
      let present = Set(appeared + moved.map(\.to))
      removed = Companions.photos(among: removed).filter { !present.contains($0) }
    }

    /// Joins successive moves of one file, such as those by way of a temporary name, to one move
    /// each. Files that are at their former path in the end are left out.
    static func joined(
      _ moves: [(from: FilePath, to: FilePath)]
    ) -> [(from: FilePath, to: FilePath)] {
      var found: [(from: FilePath, to: FilePath)] = []
      var indices: [FilePath: Int] = [:]
      for move in moves {
        if let index = indices.removeValue(forKey: move.from) {
          found[index].to = move.to
          indices[move.to] = index
        } else {
          indices[move.to] = found.count
          found.append(move)
        }
      }
      return found.filter { $0.from != $0.to }
    }
  }
}

extension FileOperations {
  /// The files of the photos that some changes concern, without companions. Moved files have their
  /// new path.
  nonisolated static func files(in changes: [FileChange]) -> [FilePath] {
    let lists = ListChange(changes)
    let inPlace = changes.compactMap { change -> FilePath? in
      switch change {
      case .marked, .turned, .replaced, .wallpaper: change.path
      default: nil
      }
    }
    return inPlace + lists.moved.map(\.to) + lists.appeared + lists.removed
  }
}

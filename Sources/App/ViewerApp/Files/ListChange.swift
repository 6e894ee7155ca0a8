import BrowserHost

extension FileOperations {
  /// The files whose paths have changed.
  nonisolated struct ListChange {
    /// The photos that were moved or renamed.
    var moved: [(from: FilePath, to: FilePath)] = []
    /// The photos that exist now.
    var appeared: [FilePath] = []
    /// The photos that do not exist any more.
    var removed: [FilePath] = []

    init() {}

    /// Collects the photos among changed files, without their companions.
    init(_ changes: [FileChange]) {
      for change in changes.flatMap(\.parts) {
        switch change {
        case .trashed(let path, _): removed.append(path)
        case .restored(let path), .copied(let path, _): appeared.append(path)
        case .moved(let from, let to, _): moved.append((from, to))
        case .marked, .turned, .replaced, .wallpaper, .madeFolder, .removedFolder, .group: break
        }
      }
      let photos = Set(Companions.photos(among: moved.map(\.to)))
      moved = Self.joined(moved).filter { photos.contains($0.to) }
      appeared = Companions.photos(among: appeared)
      // A photo that another one replaced is still listed.
      let present = Set(appeared + moved.map(\.to))
      removed = Companions.photos(among: removed).filter { !present.contains($0) }
    }

    /// The moves of files, with successive moves of one file, as by way of a temporary name, joined
    /// to one move.
    private static func joined(
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
  /// The files of the photos that were changed, without companions.
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

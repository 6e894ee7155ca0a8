import BrowserHost

/// The folders into which the user copies and moves photos: favourites, and those used last.
nonisolated enum TargetFolders {
  /// A folder that a digit key chooses.
  struct Target: Hashable, Sendable {
    var folder: FilePath
    var isFavourite: Bool
  }

  /// The number of folders that have a digit key.
  static let maxCount = 9

  private static let memory = FolderMemory(
    name: "targets", choiceLength: 1, lastingChoice: favourite)
  /// The folder that was chosen last. A folder that only became a favourite was not chosen.
  private static let last = FolderMemory(name: "last-target", choiceLength: 0, maxFolders: 1)
  private static let (favourite, recent) = ("*", "-")

  /// The target folders that exist, favourites first, in each part the latest first. Waits for the
  /// disk.
  static func all() -> [Target] {
    let known = memory.all().filter { FileStatus($0.folder) == .folder }
    return ranked(known.map { Target(folder: $0.folder, isFavourite: $0.choice == favourite) })
  }

  /// The target folder that was chosen last, and still exists; nil when there is none. Waits for
  /// the disk.
  static func latest() -> FilePath? {
    let others = memory.all().filter { $0.choice == recent }.map(\.folder)
    return (last.folders + others).first { FileStatus($0) == .folder }
  }

  /// The target folders in the order of their digit keys.
  static func ranked(_ targets: [Target]) -> [Target] {
    Array((targets.filter(\.isFavourite) + targets.filter { !$0.isFavourite }).prefix(maxCount))
  }

  /// Remembers that a folder was used as a target; a favourite stays one. Waits for the disk.
  static func use(_ folder: FilePath) {
    memory.remember(memory.choice(for: folder) ?? recent, of: folder)
    last.remember("", of: folder)
  }

  /// Makes a folder a favourite, or removes it from the favourites. Waits for the disk.
  static func set(_ folder: FilePath, isFavourite: Bool) {
    memory.remember(isFavourite ? favourite : recent, of: folder)
  }
}

import BrowserHost

/// The remembered folders into which the user copies and moves photos: favourites, and those used
/// last.
nonisolated enum TargetFolders {
  /// A remembered target folder, which a digit key chooses.
  struct Target: Hashable, Sendable {
    var folder: FilePath
    var isFavourite: Bool
  }

  /// The maximum number of remembered folders in the list: one for each digit key from 1 to 9.
  static let maxCount = 9

  private static let folderMemory = FolderMemory(
    fileName: "targets", choiceLength: 1, neverEvictedChoice: favourite)
  /// The memory of the one folder that was used last. It never has a folder that was made a
  /// favourite without being used.
  private static let lastTargetMemory = FolderMemory(
    fileName: "last-target", choiceLength: 0, maxFolders: 1)
  private static let (favourite, recent) = ("*", "-")

  /// The remembered folders that exist, at most ``maxCount``: first the favourites, then the
  /// others, both with the latest choice first. The call waits for the disk.
  static func existingTargets() -> [Target] {
    let known = folderMemory.allChoices().filter { FileStatus($0.folder) == .folder }
    return ranked(known.map { Target(folder: $0.folder, isFavourite: $0.choice == favourite) })
  }

  /// The folder that was used last and still exists; nil when there is none. The call waits for the
  /// disk.
  static func latest() -> FilePath? {
    let others = folderMemory.allChoices().filter { $0.choice == recent }.map(\.folder)
    return (lastTargetMemory.folders + others).first { FileStatus($0) == .folder }
  }

  /// The folders in the order of their digit keys: favourites first, at most ``maxCount``.
  static func ranked(_ targets: [Target]) -> [Target] {
    Array((targets.filter(\.isFavourite) + targets.filter { !$0.isFavourite }).prefix(maxCount))
  }

  /// Remembers that photos were copied or moved into a folder; a favourite remains one. The call
  /// waits for the disk.
  static func recordUse(of folder: FilePath) {
    folderMemory.remember(folderMemory.choice(for: folder) ?? recent, of: folder)
    lastTargetMemory.remember("", of: folder)
  }

  /// Makes a folder a favourite, or an ordinary target folder again. The call waits for the disk.
  static func setFavourite(_ folder: FilePath, isFavourite: Bool) {
    folderMemory.remember(isFavourite ? favourite : recent, of: folder)
  }
}

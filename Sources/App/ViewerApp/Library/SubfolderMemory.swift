import BrowserHost

/// The user's choices whether a folder's grid includes subfolders, for the folders chosen last.
nonisolated enum SubfolderMemory {
  private static let name = "subfolders"
  /// The maximum number of remembered folders; the oldest choice is dropped first.
  private static let maxFolders = 500
  /// The largest state file read, in bytes.
  private static let maxBytes = 1 << 20
  private static let newline = UInt8(ascii: "\n")
  private static let (on, off) = (UInt8(ascii: "+"), UInt8(ascii: "-"))

  /// The choice for `folder`, an absolute path; nil when none was made.
  static func includesSubfolders(of folder: FilePath) -> Bool? {
    lines().first { $0.dropFirst().elementsEqual(folder.bytes) }?.first.map { $0 == on }
  }

  /// Remembers a choice for `folder`, an absolute path.
  static func remember(_ includes: Bool, of folder: FilePath) {
    // A path with a line break cannot be a line.
    guard !folder.bytes.contains(newline) else { return }
    let others = lines().filter { !$0.dropFirst().elementsEqual(folder.bytes) }
    let all = [[includes ? on : off] + folder.bytes] + others.prefix(maxFolders - 1).map(Array.init)
    StateFile.write(name, Array(all.joined(separator: [newline])) + [newline])
  }

  private static func lines() -> [ArraySlice<UInt8>] {
    (StateFile.read(name, limit: maxBytes) ?? []).split(separator: newline)
  }
}

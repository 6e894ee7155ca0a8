import BrowserCore
import BrowserHost
import GalleryCore

/// A state file that stores one choice of the user for each folder, for the folders with the latest
/// choices. Each line is the text of a choice, which has a fixed length, followed by the absolute
/// path of the folder.
nonisolated struct FolderMemory: Sendable {
  /// The filename of the state file.
  let fileName: String
  /// The length in bytes of the text of each choice.
  let choiceLength: Int

  /// The maximum number of folders in the state file. If it is exceeded, the oldest choice is
  /// removed. Default: 500.
  var maxFolders = 500
  /// The choice that is stored without limit: folders with this choice do not count towards
  /// ``maxFolders`` and are never removed. Nil for no such choice. Default: nil.
  var neverEvictedChoice: String?

  /// The maximum size in bytes of the state file.
  private static let maxFileBytes = 1 << 20
  private static let newline = UInt8(ascii: "\n")

  /// The stored choice for an absolute path of a folder; nil if none is stored.
  func choice(for folder: FilePath) -> String? {
    lines().first { $0.dropFirst(choiceLength).elementsEqual(folder.bytes) }
      .map { String(decoding: $0.prefix(choiceLength), as: UTF8.self) }
  }

  /// Stores a choice for an absolute path of a folder, in place of an earlier one. A choice of
  /// another length than ``choiceLength`` is not stored.
  func remember(_ choice: String, of folder: FilePath) {
    let choice = Array(choice.utf8)
    // A path that contains a newline cannot be stored in a line.
    guard choice.count == choiceLength, !folder.bytes.contains(Self.newline) else { return }
    StateFile.update(fileName, limit: Self.maxFileBytes) { bytes in
      let others = lines(in: bytes, besides: folder)
      let all = [choice + folder.bytes] + others.map(Array.init)
      var room = maxFolders
      let remembered = all.filter { line in
        if let neverEvictedChoice, line.starts(with: neverEvictedChoice.utf8) { return true }
        room -= 1
        return room >= 0
      }
      return Array(remembered.joined(separator: [Self.newline])) + [Self.newline]
    }
  }

  /// All stored choices with the absolute paths of their folders, the latest one first.
  func allChoices() -> [(choice: String, folder: FilePath)] {
    lines().filter { $0.count > choiceLength }.map { line in
      (
        String(decoding: line.prefix(choiceLength), as: UTF8.self),
        FilePath(Array(line.dropFirst(choiceLength)))
      )
    }
  }

  /// The absolute paths of the folders for which a choice is stored, the latest one first.
  var folders: [FilePath] { lines().map { FilePath(Array($0.dropFirst(choiceLength))) } }

  /// Removes the choice for an absolute path of a folder.
  func forget(_ folder: FilePath) {
    StateFile.update(fileName, limit: Self.maxFileBytes) { bytes in
      lines(in: bytes, besides: folder).flatMap { $0 + [Self.newline] }
    }
  }

  /// Removes all choices from the state file.
  func clear() { StateFile.update(fileName, limit: Self.maxFileBytes) { _ in [] } }

  private func lines() -> [ArraySlice<UInt8>] {
    (StateFile.read(fileName, limit: Self.maxFileBytes) ?? []).split(separator: Self.newline)
  }

  /// The lines of a state file without the line for `folder`.
  private func lines(in bytes: [UInt8], besides folder: FilePath) -> [ArraySlice<UInt8>] {
    bytes.split(separator: Self.newline)
      .filter { !$0.dropFirst(choiceLength).elementsEqual(folder.bytes) }
  }
}

/// The user's choice for each folder: whether its grid includes the photos of subfolders.
nonisolated enum SubfolderMemory {
  private static let folderMemory = FolderMemory(fileName: "subfolders", choiceLength: 1)

  /// The stored choice for an absolute path of a folder; nil if none is stored.
  static func includesSubfolders(of folder: FilePath) -> Bool? {
    folderMemory.choice(for: folder).map { $0 == "+" }
  }

  /// Stores whether the grid of a folder, an absolute path, includes subfolders.
  static func remember(_ includes: Bool, of folder: FilePath) {
    folderMemory.remember(includes ? "+" : "-", of: folder)
  }
}

/// The user's choice for each folder: the arrangement of its pages for reading.
nonisolated enum ReadingModeMemory {
  private static let folderMemory = FolderMemory(fileName: "reading", choiceLength: 1)
  private static let letters: [BrowserTuning.ReadingMode: String] = [
    .single: "p", .spreads: "d", .strip: "s",
  ]

  /// The stored arrangement of pages for an absolute path of a folder; nil if none is stored.
  static func choice(for folder: FilePath) -> BrowserTuning.ReadingMode? {
    guard let letter = folderMemory.choice(for: folder) else { return nil }
    return letters.first { $0.value == letter }?.key
  }

  /// Stores the arrangement of pages for an absolute path of a folder.
  static func remember(_ choice: BrowserTuning.ReadingMode, of folder: FilePath) {
    if let letter = letters[choice] { folderMemory.remember(letter, of: folder) }
  }
}

/// The user's choice for each folder: the order of its grid and the division into sections.
nonisolated enum SortingMemory {
  /// The sort order of a grid, its direction, and the grouping into sections.
  struct Choice: Hashable, Sendable {
    var order: SortOrder
    var isReversed: Bool
    var grouping: Grouping
  }

  private static let folderMemory = FolderMemory(fileName: "sorting", choiceLength: 3)
  private static let orders: [Character: SortOrder] = [
    "n": .name, "d": .date, "t": .taken, "s": .size, "-": .none,
  ]
  private static let groupings: [Character: Grouping] = [
    "f": .folder, "d": .day, "m": .month, "y": .year,
  ]

  /// The stored order and grouping for an absolute path of a folder; nil if none are stored.
  static func choice(for folder: FilePath) -> Choice? {
    guard let text = folderMemory.choice(for: folder).map(Array.init), text.count == 3,
      let order = orders[text[0]], let grouping = groupings[text[2]]
    else { return nil }
    return Choice(order: order, isReversed: text[1] == "r", grouping: grouping)
  }

  /// Stores the order and grouping for an absolute path of a folder.
  static func remember(_ choice: Choice, of folder: FilePath) {
    func letter<Value: Equatable>(_ value: Value, _ table: [Character: Value]) -> String {
      table.first { $0.value == value }.map { String($0.key) } ?? "-"
    }
    folderMemory.remember(
      letter(choice.order, orders) + (choice.isReversed ? "r" : "-")
        + letter(choice.grouping, groupings), of: folder)
  }
}

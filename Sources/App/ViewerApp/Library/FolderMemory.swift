import BrowserCore
import BrowserHost
import GalleryCore

/// A state file with one choice of the user for each of the folders chosen last. A line is the text
/// of a choice, which has a fixed length, followed by the folder's absolute path.
nonisolated struct FolderMemory: Sendable {
  /// The name of the state file.
  let name: String
  /// The length of a choice in bytes.
  let choiceLength: Int

  /// The maximum number of remembered folders; the oldest choice is dropped first. Default: 500.
  var maxFolders = 500
  /// The choice that keeps its folders for ever: they are never dropped, and do not count towards
  /// ``maxFolders``. Nil when there is no such choice. Default: nil.
  var lastingChoice: String?

  /// The largest state file read, in bytes.
  private static let maxBytes = 1 << 20
  private static let newline = UInt8(ascii: "\n")

  /// The choice for `folder`, an absolute path; nil when none was made.
  func choice(for folder: FilePath) -> String? {
    lines().first { $0.dropFirst(choiceLength).elementsEqual(folder.bytes) }
      .map { String(decoding: $0.prefix(choiceLength), as: UTF8.self) }
  }

  /// Remembers a choice for `folder`, an absolute path.
  func remember(_ choice: String, of folder: FilePath) {
    let choice = Array(choice.utf8)
    // A path with a line break cannot be a line.
    guard choice.count == choiceLength, !folder.bytes.contains(Self.newline) else { return }
    StateFile.update(name, limit: Self.maxBytes) { bytes in
      let others = lines(in: bytes, besides: folder)
      let all = [choice + folder.bytes] + others.map(Array.init)
      var room = maxFolders
      let remembered = all.filter { line in
        if let lastingChoice, line.starts(with: lastingChoice.utf8) { return true }
        room -= 1
        return room >= 0
      }
      return Array(remembered.joined(separator: [Self.newline])) + [Self.newline]
    }
  }

  /// The remembered choices and folders, the latest one first.
  func all() -> [(choice: String, folder: FilePath)] {
    lines().filter { $0.count > choiceLength }.map { line in
      (
        String(decoding: line.prefix(choiceLength), as: UTF8.self),
        FilePath(Array(line.dropFirst(choiceLength)))
      )
    }
  }

  /// The folders with a choice, the latest first.
  var folders: [FilePath] { lines().map { FilePath(Array($0.dropFirst(choiceLength))) } }

  /// Forgets the choice for `folder`, an absolute path.
  func forget(_ folder: FilePath) {
    StateFile.update(name, limit: Self.maxBytes) { bytes in
      lines(in: bytes, besides: folder).flatMap { $0 + [Self.newline] }
    }
  }

  /// Forgets all choices.
  func clear() { StateFile.update(name, limit: Self.maxBytes) { _ in [] } }

  private func lines() -> [ArraySlice<UInt8>] {
    (StateFile.read(name, limit: Self.maxBytes) ?? []).split(separator: Self.newline)
  }

  /// The lines of a state file except that of a folder.
  private func lines(in bytes: [UInt8], besides folder: FilePath) -> [ArraySlice<UInt8>] {
    bytes.split(separator: Self.newline)
      .filter { !$0.dropFirst(choiceLength).elementsEqual(folder.bytes) }
  }
}

/// The user's choices whether a folder's grid includes subfolders.
nonisolated enum SubfolderMemory {
  private static let memory = FolderMemory(name: "subfolders", choiceLength: 1)

  /// The choice for `folder`, an absolute path; nil when none was made.
  static func includesSubfolders(of folder: FilePath) -> Bool? {
    memory.choice(for: folder).map { $0 == "+" }
  }

  /// Remembers a choice for `folder`, an absolute path.
  static func remember(_ includes: Bool, of folder: FilePath) {
    memory.remember(includes ? "+" : "-", of: folder)
  }
}

/// The user's choices of the arrangement of a folder's pages for reading.
nonisolated enum ReadingMemory {
  private static let memory = FolderMemory(name: "reading", choiceLength: 1)
  private static let letters: [BrowserTuning.Reading: String] = [
    .single: "p", .spreads: "d", .strip: "s",
  ]

  /// The choice for `folder`, an absolute path; nil when none was made.
  static func choice(for folder: FilePath) -> BrowserTuning.Reading? {
    guard let letter = memory.choice(for: folder) else { return nil }
    return letters.first { $0.value == letter }?.key
  }

  /// Remembers a choice for `folder`, an absolute path.
  static func remember(_ choice: BrowserTuning.Reading, of folder: FilePath) {
    if let letter = letters[choice] { memory.remember(letter, of: folder) }
  }
}

/// The user's choices of the order and the sections of a folder's grid.
nonisolated enum SortingMemory {
  /// The order, its direction, and the sections.
  struct Choice: Hashable, Sendable {
    var order: SortOrder
    var isReversed: Bool
    var grouping: Grouping
  }

  private static let memory = FolderMemory(name: "sorting", choiceLength: 3)
  private static let orders: [Character: SortOrder] = [
    "n": .name, "d": .date, "t": .taken, "s": .size, "-": .none,
  ]
  private static let groupings: [Character: Grouping] = [
    "f": .folder, "d": .day, "m": .month, "y": .year,
  ]

  /// The choice for `folder`, an absolute path; nil when none was made.
  static func choice(for folder: FilePath) -> Choice? {
    guard let text = memory.choice(for: folder).map(Array.init), text.count == 3,
      let order = orders[text[0]], let grouping = groupings[text[2]]
    else { return nil }
    return Choice(order: order, isReversed: text[1] == "r", grouping: grouping)
  }

  /// Remembers a choice for `folder`, an absolute path.
  static func remember(_ choice: Choice, of folder: FilePath) {
    func letter<Value: Equatable>(_ value: Value, _ table: [Character: Value]) -> String {
      table.first { $0.value == value }.map { String($0.key) } ?? "-"
    }
    memory.remember(
      letter(choice.order, orders) + (choice.isReversed ? "r" : "-")
        + letter(choice.grouping, groupings), of: folder)
  }
}

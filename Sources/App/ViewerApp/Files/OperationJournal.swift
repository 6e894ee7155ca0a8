import BaseDirectories
import BrowserHost
import CLinux
import Desktop
import Glibc
import Synchronization

/// The record of the steps that an operation is about to make, on the disk before the first one and
/// deleted after the last one. A killed program leaves it, and the next start completes the photos of
/// which some files were changed.
///
/// Every operation has a record of its own, which is locked by its process, so that several programs
/// can work and recover at the same time.
nonisolated final class OperationJournal {
  /// The folder of the records; nil where there is no state folder.
  static var folderOfUser: FilePath? {
    BaseDirectories.ofUser.state.map { FilePath("\($0)/pbview/operations") }
  }

  /// The paths of the records of operations that this process performs now.
  private static let records = Mutex<Set<FilePath>>([])

  private let path: FilePath
  private let descriptor: Int32
  /// The states of the files when they were recorded.
  private let states: [FilePath: FileState]

  /// Records steps. Waits for the disk.
  ///
  /// - Parameter folder: the folder of the records.
  /// - Returns: nil where nothing can be recorded; the operation goes on without.
  init?(_ groups: [FileGroup], in folder: FilePath? = folderOfUser) {
    guard let folder, groups.contains(where: { $0.steps.count > 1 || $0.leavesTraces }) else {
      return nil
    }
    StateFile.make(folder)
    let sources = groups.flatMap(\.steps).compactMap(\.source)
    states = Dictionary(
      sources.compactMap { path in FileState.read(path).map { (path, $0) } },
      uniquingKeysWith: { first, _ in first })
    let number = String(UInt32.random(in: 0 ... .max), radix: 16)
    let draft = folder.appending(Array(".\(getpid())-\(number)".utf8))
    path = folder.appending(Array("\(getpid())-\(number)".utf8))
    descriptor = draft.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { return nil }
    // The record gets its name when it is locked and complete.
    let own = path
    Self.records.withLock { _ = $0.insert(own) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      writeAll(JournalText.encode(groups, states), to: descriptor), fsync(descriptor) == 0,
      draft.withCString({ from in path.withCString { to in rename(from, to) } }) == 0
    else {
      _ = draft.withCString { unlink($0) }
      return nil
    }
    let directory = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if directory >= 0 {
      _ = fsync(directory)
      close(directory)
    }
  }

  /// Whether a file is in the state in which it was recorded, or did not exist then.
  func isCurrent(_ path: FilePath) -> Bool {
    states[path].map { FileState.read(path) == $0 } ?? true
  }

  /// Whether a record was made by this program, and not by a killed one that had the same process ID.
  static func isOwn(_ record: FilePath) -> Bool {
    records.withLock { $0.contains(record) }
  }

  /// Deletes the record, because the operation has ended.
  func finish() { _ = path.withCString { unlink($0) } }

  deinit {
    let own = path
    Self.records.withLock { _ = $0.remove(own) }
    if descriptor >= 0 { close(descriptor) }
  }
}

nonisolated extension FileGroup {
  /// Whether a kill during a single step leaves temporary files, or a file at both places.
  fileprivate var leavesTraces: Bool {
    steps.contains { step in
      switch step {
      case .copy, .move: true
      case .trash, .restore, .makeFolder, .removeFolder: false
      }
    }
  }
}

/// The text of a record: fields that end with NUL, which no path contains.
nonisolated enum JournalText {
  /// A step, and the state of its file before the operation.
  struct Step: Hashable {
    var step: FileStep
    var state: FileState?
  }

  private static let beginning = Array("pbview operations 1".utf8)
  private static let ending = Array("end".utf8)

  /// The text for groups of steps, with the states of their files.
  static func encode(_ groups: [FileGroup], _ present: [FilePath: FileState]) -> [UInt8] {
    var fields: [[UInt8]] = [beginning]
    for group in groups {
      // A file that is moved twice in a group keeps its state.
      var states: [FilePath: FileState] = [:]
      fields += [Array("group".utf8), group.photo.bytes]
      for step in group.steps {
        let state = step.source.flatMap { states[$0] ?? present[$0] }
        if case .move(_, let to) = step, let state { states[to] = state }
        fields += self.fields(of: step) + [text(of: state)]
      }
    }
    return Array((fields + [ending]).joined(separator: [0])) + [0]
  }

  private static func fields(of step: FileStep) -> [[UInt8]] {
    func line(_ kind: String, _ paths: [[UInt8]]) -> [[UInt8]] { [Array(kind.utf8)] + paths }
    return switch step {
    case .move(let from, let to): line("move", [from.bytes, to.bytes])
    case .copy(let from, let to): line("copy", [from.bytes, to.bytes])
    case .trash(let path): line("trash", [path.bytes])
    case .restore(let file): line("restore", [file.original, file.file, file.slip])
    case .makeFolder(let path): line("make", [path.bytes])
    case .removeFolder(let path): line("remove", [path.bytes])
    }
  }

  private static func text(of state: FileState?) -> [UInt8] {
    guard let state else { return [UInt8(ascii: "-")] }
    let stamp = state.stamp
    return Array("\(state.device) \(state.inode) \(stamp.size) \(stamp.modified)".utf8)
  }

  /// The groups of a text; nil when it is not complete.
  static func decode(_ bytes: [UInt8]) -> [(photo: FilePath, steps: [Step])]? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)[...]
    guard fields.popLast() == [], fields.popLast() == ending, fields.popFirst() == beginning else {
      return nil
    }
    var groups: [(photo: FilePath, steps: [Step])] = []
    while let kind = fields.popFirst() {
      if kind == Array("group".utf8) {
        guard let photo = fields.popFirst() else { return nil }
        groups.append((FilePath(photo), []))
        continue
      }
      guard !groups.isEmpty, let step = step(kind, &fields), let state = fields.popFirst() else {
        return nil
      }
      groups[groups.count - 1].steps.append(Step(step: step, state: self.state(state)))
    }
    return groups
  }

  private static func step(_ kind: [UInt8], _ fields: inout ArraySlice<[UInt8]>) -> FileStep? {
    func path() -> FilePath? {
      fields.popFirst().flatMap { $0.first == UInt8(ascii: "/") ? FilePath($0) : nil }
    }
    guard let first = path() else { return nil }
    switch String(decoding: kind, as: UTF8.self) {
    case "move": return path().map { .move(from: first, to: $0) }
    case "copy": return path().map { .copy(from: first, to: $0) }
    case "trash": return .trash(first)
    case "restore":
      guard let file = path(), let slip = path() else { return nil }
      return .restore(TrashedFile(original: first.bytes, file: file.bytes, slip: slip.bytes))
    case "make": return .makeFolder(first)
    case "remove": return .removeFolder(first)
    default: return nil
    }
  }

  private static func state(_ text: [UInt8]) -> FileState? {
    let numbers = String(decoding: text, as: UTF8.self).split(separator: " ")
    guard numbers.count == 4, let device = UInt64(numbers[0]), let inode = UInt64(numbers[1]),
      let size = Int64(numbers[2]), let modified = Int64(numbers[3])
    else { return nil }
    return FileState(
      device: device, inode: inode, stamp: FileStamp(modified: modified, size: size))
  }
}

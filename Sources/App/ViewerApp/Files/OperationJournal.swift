import BaseDirectories
import BrowserHost
import CLinux
import Desktop
import Glibc
import HelperProcesses
import Synchronization

/// The record on the disk of the file operations that a command is about to make. It is written
/// before the first operation and deleted after the last one. If the program is killed, the record
/// remains, and the next start completes the photo that was being changed.
///
/// Each command has a record of its own, which its process has locked, so that several programs can
/// work and recover at the same time. An entry is appended before the first and after the last
/// operation of each group. These entries are not synchronised with `fsync`, and a power failure
/// may lose some: for a record from before the system started, only the states of the files count.
nonisolated final class OperationJournal {
  /// The folder of all records, in the user's state directory; nil if there is no state directory.
  static var folderOfUser: FilePath? {
    BaseDirectories.ofUser.state.map { FilePath("\($0)/pbview/operations") }
  }

  /// The paths of the records of commands that this process is performing now.
  private static let recordsInUse = Mutex<Set<FilePath>>([])

  private let path: FilePath
  private let file: OwnedDescriptor
  /// The states, by path, that the source files of the operations had when the record was written.
  private let states: [FilePath: FileState]
  /// The index of each group in the record.
  private let indices: [OperationGroup: Int]

  /// Writes the record of file operations, before the first one is made. Waits for the file system.
  ///
  /// - Parameter folder: the folder of all records.
  /// - Returns: nil if no record is needed or none can be written; the operations are made
  ///   nevertheless.
  init?(_ groups: [OperationGroup], in folder: FilePath? = folderOfUser) {
    guard let folder, groups.contains(where: { $0.operations.count > 1 || $0.leavesTraces }) else {
      return nil
    }
    PrivateFolder.make(folder.bytes)
    let sources = groups.flatMap(\.operations).compactMap(\.source)
    states = Dictionary(
      sources.compactMap { path in FileState.read(path).map { (path, $0) } },
      uniquingKeysWith: { first, _ in first })
    indices = Dictionary(
      groups.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let name = "\(getpid())-\(TemporaryName.randomDigits())"
    let draft = folder.appending(Array(".\(name)".utf8))
    path = folder.appending(Array(name.utf8))
    let descriptor = draft.withCString {
      open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0o600)
    }
    file = OwnedDescriptor(descriptor)
    guard descriptor >= 0 else { return nil }
    // The record has a temporary name until it is locked and complete. Its final name is registered
    // before, so that this process recognises it as its own.
    let own = path
    Self.recordsInUse.withLock { _ = $0.insert(own) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      writeAll(JournalText.encode(groups, states, boot: BootID.current), to: descriptor),
      fsync(descriptor) == 0,
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

  /// Appends an entry that the operations of a group begin. The caller has locked the files of the
  /// group before; see ``FileLock``.
  ///
  /// - Returns: false, without an entry, if the record does not contain the group, or if the state
  ///   of one of its files differs from that in the record.
  func begin(_ group: OperationGroup) -> Bool {
    guard let index = indices[group],
      group.firstSources.allSatisfy({ states[$0] == FileState.read($0) })
    else { return false }
    return writeAll(JournalText.beginEntry(index), to: file.number)
  }

  /// Appends an entry that all operations of a group were made or reversed.
  func finish(_ group: OperationGroup) {
    if let index = indices[group] { _ = writeAll(JournalText.finishEntry(index), to: file.number) }
  }

  /// Whether a record belongs to a command that this process is performing, and not to a killed
  /// program that had the same process ID.
  static func isOwn(_ record: FilePath) -> Bool {
    recordsInUse.withLock { $0.contains(record) }
  }

  /// Deletes the record. Called after the last operation.
  func finish() { _ = path.withCString { unlink($0) } }

  deinit {
    let own = path
    Self.recordsInUse.withLock { _ = $0.remove(own) }
  }
}

/// The identity of the running boot of the system, which differs after each restart.
nonisolated enum BootID {
  /// The boot ID as text, without NUL bytes; empty if the system states none.
  static let current = read("/proc/sys/kernel/random/boot_id").filter { $0 > UInt8(ascii: " ") }

  private static let maxBytes = 64

  /// The first ``maxBytes`` bytes of a file in procfs, where files have no size; empty after an
  /// error.
  private static func read(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, count in
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, maxBytes))
    }
  }
}

nonisolated extension OperationGroup {
  /// The files that the operations read or move away, without those that earlier operations of the
  /// group have put in place.
  var firstSources: [FilePath] {
    var targets: Set<FilePath> = []
    return operations.compactMap { operation in
      defer { if let target = operation.target { targets.insert(target) } }
      return operation.source.flatMap { targets.contains($0) ? nil : $0 }
    }
  }

  /// Whether killing the program during one of the operations can leave a temporary file, or a file
  /// at both paths.
  fileprivate var leavesTraces: Bool {
    operations.contains { operation in
      switch operation {
      case .copy, .move: true
      case .trash, .restore, .makeFolder, .removeFolder: false
      }
    }
  }
}

/// The text format of a record: fields that end with NUL, which no path contains. Entries about the
/// progress of groups follow the last field.
nonisolated enum JournalText {
  /// The parsed contents of a record.
  struct Content {
    /// The identity of the boot in which the record was written; empty if unknown.
    var boot: [UInt8] = []
    var groups: [Group] = []
  }

  /// The recorded operations for one photo, and their progress.
  struct Group {
    var photo: FilePath
    var operations: [Operation] = []
    var progress = Progress.none
  }

  /// The progress of a group according to the entries in its record.
  enum Progress {
    case none, begun, finished
  }

  /// A file operation in a record, and the state that its file had before the command. The state is
  /// nil if the file could not be read, and for operations on folders.
  struct Operation: Hashable {
    var operation: FileOperation
    var state: FileState?
  }

  private static let header = Array("pbview operations 2".utf8)
  /// The first field of a record in the former format, without boot ID and entries about progress.
  private static let formerBeginning = Array("pbview operations 1".utf8)
  private static let ending = Array("end".utf8)

  /// The bytes of an entry in a record: the operations of the group with this index have begun.
  static func beginEntry(_ group: Int) -> [UInt8] { Array("begun \(group)".utf8) + [0] }

  /// The entry that the operations of the group with this index have ended.
  static func finishEntry(_ group: Int) -> [UInt8] { Array("finished \(group)".utf8) + [0] }

  /// The bytes of a record of groups of operations.
  ///
  /// - Parameters:
  ///   - present: the states of the files, by path.
  ///   - boot: the identity of the running boot; empty if unknown.
  static func encode(
    _ groups: [OperationGroup], _ present: [FilePath: FileState], boot: [UInt8]
  ) -> [UInt8] {
    var fields: [[UInt8]] = [header, boot]
    for group in groups {
      // A file that is moved twice in a group, by way of a temporary name, has the same state in
      // both operations.
      var states: [FilePath: FileState] = [:]
      fields += [Array("group".utf8), group.photo.bytes]
      for operation in group.operations {
        let state = operation.source.flatMap { states[$0] ?? present[$0] }
        if case .move(_, let to) = operation, let state { states[to] = state }
        fields += self.fields(of: operation) + [text(of: state)]
      }
    }
    return Array((fields + [ending]).joined(separator: [0])) + [0]
  }

  private static func fields(of operation: FileOperation) -> [[UInt8]] {
    func line(_ kind: String, _ paths: [[UInt8]]) -> [[UInt8]] { [Array(kind.utf8)] + paths }
    return switch operation {
    case .move(let from, let to): line("move", [from.bytes, to.bytes])
    case .copy(let from, let to): line("copy", [from.bytes, to.bytes])
    case .trash(let path): line("trash", [path.bytes])
    case .restore(let file): line("restore", [file.original, file.file, file.infoFile])
    case .makeFolder(let path): line("make", [path.bytes])
    case .removeFolder(let path): line("remove", [path.bytes])
    }
  }

  private static func text(of state: FileState?) -> [UInt8] {
    guard let state else { return [UInt8(ascii: "-")] }
    let stamp = state.stamp
    return Array("\(state.device) \(state.inode) \(stamp.size) \(stamp.modified)".utf8)
  }

  /// Parses the bytes of a record; nil if the record is incomplete or has another format. An entry
  /// about progress that was written only in part is ignored.
  static func decode(_ bytes: [UInt8]) -> Content? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)[...]
    // The bytes after the last NUL are a field that was not written to its end.
    fields.removeLast()
    var content = Content()
    switch fields.popFirst() {
    case header?: content.boot = fields.popFirst() ?? []
    case formerBeginning?: break
    default: return nil
    }
    while let kind = fields.popFirst() {
      if kind == ending {
        for field in fields { content.apply(entry: field) }
        return content
      }
      if kind == Array("group".utf8) {
        guard let photo = fields.popFirst() else { return nil }
        content.groups.append(Group(photo: FilePath(photo)))
        continue
      }
      guard !content.groups.isEmpty, let operation = operation(kind, &fields),
        let state = fields.popFirst()
      else { return nil }
      content.groups[content.groups.count - 1].operations.append(
        Operation(operation: operation, state: self.state(state)))
    }
    return nil
  }

  private static func operation(
    _ kind: [UInt8], _ fields: inout ArraySlice<[UInt8]>
  ) -> FileOperation? {
    func path() -> FilePath? {
      fields.popFirst().flatMap { $0.first == UInt8(ascii: "/") ? FilePath($0) : nil }
    }
    guard let first = path() else { return nil }
    switch String(decoding: kind, as: UTF8.self) {
    case "move": return path().map { .move(from: first, to: $0) }
    case "copy": return path().map { .copy(from: first, to: $0) }
    case "trash": return .trash(first)
    case "restore":
      guard let file = path(), let info = path() else { return nil }
      return .restore(TrashedFile(original: first.bytes, file: file.bytes, infoFile: info.bytes))
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

nonisolated extension JournalText.Content {
  fileprivate mutating func apply(entry field: [UInt8]) {
    let words = String(decoding: field, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let index = Int(words[1]), groups.indices.contains(index) else {
      return
    }
    switch words[0] {
    case "begun": groups[index].progress = .begun
    case "finished": groups[index].progress = .finished
    default: break
    }
  }

  /// Whether the record contains every entry that was appended. An entry can be lost only in a
  /// power failure, so the record must have been written since the system started.
  var hasAllEntries: Bool { !boot.isEmpty && boot == BootID.current }
}

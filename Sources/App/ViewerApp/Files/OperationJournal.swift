import BaseDirectories
import BrowserHost
import CLinux
import Desktop
import Glibc
import Synchronization

/// The record of the steps that an operation is about to make, on the disk before the first one and
/// deleted after the last one. A killed program leaves it, and the next start completes the photo
/// with which the program was busy.
///
/// Every operation has a record of its own, which is locked by its process, so that several
/// programs can work and recover at the same time. A note of the progress is appended before the
/// first and after the last step of each group. Notes are not synced, and a power failure may lose
/// some: of a record that was made before the system started, only the states of the files count.
nonisolated final class OperationJournal {
  /// The folder of the records in the user's state folder; nil where there is no state folder.
  static var folderOfUser: FilePath? {
    BaseDirectories.ofUser.state.map { FilePath("\($0)/pbview/operations") }
  }

  /// The paths of the records of operations that this process performs now.
  private static let records = Mutex<Set<FilePath>>([])

  private let path: FilePath
  private let descriptor: Int32
  /// The states of the files at the time of the recording, by path.
  private let states: [FilePath: FileState]
  /// The indices of the groups in the record.
  private let indices: [FileGroup: Int]

  /// Records the steps of an operation before the first one is made. Waits for the disk.
  ///
  /// - Parameter folder: the folder of the records.
  /// - Returns: nil where nothing can be recorded; the operation is performed nevertheless.
  init?(_ groups: [FileGroup], in folder: FilePath? = folderOfUser) {
    guard let folder, groups.contains(where: { $0.steps.count > 1 || $0.leavesTraces }) else {
      return nil
    }
    StateFile.make(folder)
    let sources = groups.flatMap(\.steps).compactMap(\.source)
    states = Dictionary(
      sources.compactMap { path in FileState.read(path).map { (path, $0) } },
      uniquingKeysWith: { first, _ in first })
    indices = Dictionary(
      groups.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let name = "\(getpid())-\(TemporaryName.number())"
    let draft = folder.appending(Array(".\(name)".utf8))
    path = folder.appending(Array(name.utf8))
    descriptor = draft.withCString {
      open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    // The record gets its name when it is locked and complete.
    let own = path
    Self.records.withLock { _ = $0.insert(own) }
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

  /// Notes that the steps of a group begin. The caller claims the files of the group before; see
  /// ``FileClaim``.
  ///
  /// - Returns: false when the group is not in the record, or one of its files has another state
  ///   than when it was recorded.
  func begin(_ group: FileGroup) -> Bool {
    guard let index = indices[group],
      group.firstSources.allSatisfy({ states[$0] == FileState.read($0) })
    else { return false }
    return writeAll(JournalText.begin(index), to: descriptor)
  }

  /// Notes that all steps of a group were made, or taken back.
  func finish(_ group: FileGroup) {
    if let index = indices[group] { _ = writeAll(JournalText.finish(index), to: descriptor) }
  }

  /// Whether a record was made by this program, and not by a killed one that had the same process
  /// ID.
  static func isOwn(_ record: FilePath) -> Bool {
    records.withLock { $0.contains(record) }
  }

  /// Deletes the record after the operation has ended.
  func finish() { _ = path.withCString { unlink($0) } }

  deinit {
    let own = path
    Self.records.withLock { _ = $0.remove(own) }
    if descriptor >= 0 { close(descriptor) }
  }
}

/// The identity of the running boot of the system.
nonisolated enum BootID {
  /// The identity; empty where the system states none. It has no NUL.
  static let current = read("/proc/sys/kernel/random/boot_id").filter { $0 > UInt8(ascii: " ") }

  private static let maxBytes = 64

  /// The beginning of a file of procfs, which states no size.
  private static func read(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, count in
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, maxBytes))
    }
  }
}

nonisolated extension FileGroup {
  /// The files that the steps read or move away, without those that earlier steps of the group put
  /// there.
  var firstSources: [FilePath] {
    var targets: Set<FilePath> = []
    return steps.compactMap { step in
      defer { if let target = step.target { targets.insert(target) } }
      return step.source.flatMap { targets.contains($0) ? nil : $0 }
    }
  }

  /// Whether a kill during a single step leaves temporary files, or a file at both paths.
  fileprivate var leavesTraces: Bool {
    steps.contains { step in
      switch step {
      case .copy, .move: true
      case .trash, .restore, .makeFolder, .removeFolder: false
      }
    }
  }
}

/// The text of a record: fields that end with NUL, which no path contains. The notes of the
/// progress of groups follow its end.
nonisolated enum JournalText {
  /// A record.
  struct Content {
    /// The boot in which the record was made; empty where it is not known.
    var boot: [UInt8] = []
    var groups: [Group] = []
  }

  /// The steps of one photo.
  struct Group {
    var photo: FilePath
    var steps: [Step] = []
    var progress = Progress.none
  }

  /// The progress of a group, by its notes.
  enum Progress {
    case none, begun, finished
  }

  /// A step, and the state of its file before the operation.
  struct Step: Hashable {
    var step: FileStep
    var state: FileState?
  }

  private static let beginning = Array("pbview operations 2".utf8)
  /// The beginning of a record of the former format, which has no boot and no notes.
  private static let formerBeginning = Array("pbview operations 1".utf8)
  private static let ending = Array("end".utf8)

  /// The note that the steps of a group begin.
  static func begin(_ group: Int) -> [UInt8] { Array("begun \(group)".utf8) + [0] }

  /// The note that the steps of a group have ended.
  static func finish(_ group: Int) -> [UInt8] { Array("finished \(group)".utf8) + [0] }

  /// The text for groups of steps, with the states of their files.
  ///
  /// - Parameter boot: the running boot; empty where it is not known.
  static func encode(
    _ groups: [FileGroup], _ present: [FilePath: FileState], boot: [UInt8]
  ) -> [UInt8] {
    var fields: [[UInt8]] = [beginning, boot]
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

  /// The content of a text; nil when it is not complete. A note that was written in part does not
  /// count.
  static func decode(_ bytes: [UInt8]) -> Content? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)[...]
    // The last field has no NUL.
    fields.removeLast()
    var content = Content()
    switch fields.popFirst() {
    case beginning?: content.boot = fields.popFirst() ?? []
    case formerBeginning?: break
    default: return nil
    }
    while let kind = fields.popFirst() {
      if kind == ending {
        for field in fields { content.adopt(note: field) }
        return content
      }
      if kind == Array("group".utf8) {
        guard let photo = fields.popFirst() else { return nil }
        content.groups.append(Group(photo: FilePath(photo)))
        continue
      }
      guard !content.groups.isEmpty, let step = step(kind, &fields), let state = fields.popFirst()
      else { return nil }
      content.groups[content.groups.count - 1].steps.append(
        Step(step: step, state: self.state(state)))
    }
    return nil
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
  fileprivate mutating func adopt(note field: [UInt8]) {
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

  /// Whether no note of the progress can be missing: the record was made since the system started,
  /// so no power failure has lost any.
  var hasAllNotes: Bool { !boot.isEmpty && boot == BootID.current }
}

import CLinux

/// Tells what changes in folders, by the kernel's own word.
///
/// It has no thread and no timer: its owner waits for ``descriptor`` to have something to read and
/// for ``deadline`` to come, and then asks ``changes(at:)``. Not GIO's file monitor: that brings a
/// thread and tells one change at a time.
@MainActor
public final class FolderWatch {
  /// Asks the kernel to tell of folders. A slow disk takes its time for that, so any thread may.
  nonisolated public struct Asker: Sendable {
    fileprivate let notify: Notify

    /// Asks for one folder; the watch takes the answer.
    public func ask(_ folder: [UInt8]) -> Answer {
      let watch = folder.withCString {
        inotify_add_watch(notify.descriptor, $0, FolderWatch.mask)
      }
      guard watch < 0 else { return Answer(folder: folder, result: .success(watch)) }
      let error = DesktopError.watching(call: "inotify_add_watch", code: pbview_errno())
      return Answer(folder: folder, result: .failure(error))
    }
  }

  /// What the kernel says about watching a folder.
  nonisolated public struct Answer: Sendable {
    /// The folder.
    public let folder: [UInt8]
    fileprivate let result: Result<Int32, DesktopError>
  }

  /// The kernel's end of the line, for as long as anybody may ask it.
  nonisolated fileprivate final class Notify: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }
  }

  /// Readable when something has happened. It belongs to the watch.
  public var descriptor: Int32 { notify.descriptor }
  /// Asks for folders beside the main actor.
  public var asker: Asker { Asker(notify: notify) }
  /// The files something has happened to in the last ``changes(at:)``, settled or not.
  public private(set) var touched: Set<[UInt8]> = []

  private let notify: Notify
  private struct Folder {
    var path: [UInt8]
    var isRecursive: Bool
  }
  private var folders: [Int32: Folder] = [:]
  private var watches: [[UInt8]: Int32] = [:]
  private var merger = ChangeMerger()
  private var buffer = [UInt8](repeating: 0, count: 65536)

  /// What is asked of the kernel. Reading and permissions do not matter to a viewer.
  nonisolated private static let mask = UInt32(
    IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)
  /// Reads at most so many buffers in one go, 64 KB each: a frame waits meanwhile.
  private static let mostReads = 64

  /// Makes a watch of nothing.
  ///
  /// - Throws: `.watchLimit` when the system allows no more programs that watch.
  public init() throws(DesktopError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw .watching(call: "inotify_init1", code: pbview_errno()) }
    notify = Notify(descriptor)
  }

  /// The folders that are watched, in no order.
  public var watched: [[UInt8]] { Array(watches.keys) }

  /// When there is something to tell next though nothing happens, in the seconds of
  /// ``changes(at:)``; nil when nothing is pending.
  public var deadline: Double? { merger.deadline }

  /// Tells of `folder` from now on; its name by now is the one it is told by.
  ///
  /// - Parameter isRecursive: folders that appear in it are watched too. Those that are there are
  ///   not: whoever reads the folder knows them and asks for each.
  /// - Throws: `.watchLimit` when the system watches no more folders, `.system` when this one
  ///   cannot be watched.
  public func watch(_ folder: [UInt8], isRecursive: Bool) throws(DesktopError) {
    try watch(asker.ask(folder), isRecursive: isRecursive)
  }

  /// Tells of a folder the kernel was asked for beside the main actor; what happened before this is
  /// not told. Otherwise as if it had been asked for here.
  public func watch(_ answer: Answer, isRecursive: Bool) throws(DesktopError) {
    let (watch, folder) = (try answer.result.get(), answer.folder)
    // The same folder by another name has the same watch: the first name stays.
    guard folders[watch] == nil else { return }
    unwatch(folder)
    register(watch, Folder(path: folder, isRecursive: isRecursive))
  }

  /// Tells no more of `folder` and those below.
  public func unwatch(_ folder: [UInt8]) {
    for (path, watch) in watches where path == folder || path.isBelow(folder) {
      inotify_rm_watch(descriptor, watch)
      folders[watch] = nil
      watches[path] = nil
    }
  }

  /// Reads what has happened, without waiting, and returns what is settled.
  ///
  /// - Parameter time: a monotonic clock, in seconds.
  public func changes(at time: Double) -> [FolderChange] {
    var changes: [FolderChange] = []
    touched = []
    for _ in 0..<Self.mostReads {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      let records = buffer.withUnsafeBytes { NotifyRecord.all(in: .init(rebasing: $0[..<count])) }
      for record in records { take(record, at: time, &changes) }
    }
    return changes + merger.settled(at: time)
  }

  private func addWatch(_ folder: [UInt8]) throws(DesktopError) -> Int32 {
    try asker.ask(folder).result.get()
  }

  private func register(_ watch: Int32, _ folder: Folder) {
    folders[watch] = folder
    watches[folder.path] = watch
  }

  // MARK: Records

  private func take(_ record: NotifyRecord, at time: Double, _ changes: inout [FolderChange]) {
    if record.has(IN_Q_OVERFLOW) {
      merger = ChangeMerger()
      changes.append(.missed)
      return
    }
    // What a watch that was taken away still had to say.
    guard let folder = folders[record.watch] else { return }
    if record.name.isEmpty {
      if record.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) {
        lose(folder.path, at: time, &changes)
      }
      return
    }
    let path = folder.path.appending(name: record.name)
    if record.isFolder {
      if record.has(IN_DELETE | IN_MOVED_FROM), watches[path] != nil {
        lose(path, at: time, &changes)
      } else if record.has(IN_CREATE | IN_MOVED_TO), folder.isRecursive {
        find(path, at: time, &changes)
      }
    } else if let event = Self.event(record) {
      touched.insert(path)
      merger.receive(event, of: path, at: time)
    }
  }

  private static func event(_ record: NotifyRecord) -> ChangeMerger.Event? {
    if record.has(IN_CREATE) { return .created }
    if record.has(IN_MODIFY) { return .modified }
    if record.has(IN_CLOSE_WRITE) { return .closed }
    if record.has(IN_DELETE) { return .deleted }
    if record.has(IN_MOVED_FROM) { return .movedFrom(cookie: record.cookie) }
    if record.has(IN_MOVED_TO) { return .movedTo(cookie: record.cookie) }
    return nil
  }

  private func lose(_ folder: [UInt8], at time: Double, _ changes: inout [FolderChange]) {
    unwatch(folder)
    merger.forget(below: folder, at: time)
    changes.append(.folderGone(folder))
  }

  /// A folder has come, with all that may be in it already: what was made before it could be
  /// watched is told by nobody else.
  private func find(_ path: [UInt8], at time: Double, _ changes: inout [FolderChange]) {
    let folder = Folder(path: path, isRecursive: true)
    do throws(DesktopError) {
      var watch = try addWatch(path)
      if let known = folders[watch] {
        if known.path == path { return }
        // It was renamed, and that is still to be read.
        lose(known.path, at: time, &changes)
        watch = try addWatch(path)
      }
      // A folder that was renamed may have taken the place of an empty one without a word.
      if watches[path] != nil { lose(path, at: time, &changes) }
      register(watch, folder)
      changes.append(.folderAppeared(path))
    } catch .watchLimit {
      changes += [.folderAppeared(path), .unwatched(path)]
    } catch {
      // It has gone again, or it is none of ours.
      return
    }
    for inner in FolderNames.folders(in: path) {
      find(path.appending(name: inner), at: time, &changes)
    }
  }
}

nonisolated extension DesktopError {
  /// Why a call of inotify failed.
  fileprivate static func watching(call: String, code: Int32) -> DesktopError {
    switch code {
    case ENOSPC, EMFILE, ENFILE: .watchLimit
    default: .system(call: call, reason: strerror(code).map { String(cString: $0) } ?? "\(code)")
    }
  }
}

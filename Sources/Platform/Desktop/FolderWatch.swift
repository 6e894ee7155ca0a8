import CLinux
import HelperProcesses

/// The inotify instance that reports changes in a set of folders.
///
/// It has no thread and no timer: its owner waits until ``descriptor`` is readable or ``deadline``
/// is reached, and then calls ``readChanges(at:)``. GIO's file monitor is not used, because it
/// starts a thread and reports single changes.
@MainActor
public final class FolderWatch {
  /// A value that adds folders to the inotify instance of a ``FolderWatch``. Adding may block on a
  /// slow disk, so it can be done on any thread.
  nonisolated public struct WatchRegistrar: Sendable {
    fileprivate let inotify: OwnedDescriptor

    /// Adds an inotify watch for one folder. Its changes are reported only after
    /// ``FolderWatch/watch(_:isRecursive:)`` is called with the result.
    public func addWatch(_ folder: [UInt8]) -> WatchResult {
      let number = folder.withCString {
        inotify_add_watch(inotify.number, $0, FolderWatch.mask)
      }
      guard number < 0 else { return WatchResult(folder: folder, watch: .success(number)) }
      return WatchResult(
        folder: folder, .watching(call: "inotify_add_watch", code: pbview_errno()))
    }
  }

  /// The inotify watch that was added for a folder, or the error.
  nonisolated public struct WatchResult: Sendable {
    /// The path of the folder.
    public let folder: [UInt8]
    fileprivate let watch: Result<Int32, DesktopError>

    fileprivate init(folder: [UInt8], watch: Result<Int32, DesktopError>) {
      self.folder = folder
      self.watch = watch
    }

    /// Makes the result for a folder that cannot be watched.
    package init(folder: [UInt8], _ error: DesktopError) {
      self.init(folder: folder, watch: .failure(error))
    }
  }

  /// The inotify descriptor, which is readable when events are pending; owned by this object.
  public var descriptor: Int32 { inotify.number }
  /// The value that adds folders outside of the main actor.
  public var registrar: WatchRegistrar { WatchRegistrar(inotify: inotify) }
  /// The paths of the files with events in the last call of ``readChanges(at:)``, whether their
  /// changes are settled or not.
  public private(set) var filesWithEvents: Set<[UInt8]> = []

  /// Whether new and removed subfolders of folders that are not watched recursively are reported,
  /// as ``FolderChange/subfolderChanged(_:)``. Entries of the new ones are watched, too. Default:
  /// false.
  package var reportsSubfolders = false

  /// The observer of the events that are read, which a recording or a replay sets. Default: nil.
  package weak var interceptor: (any FolderEventInterceptor)? {
    didSet { watchNumber = interceptor?.registerFolderWatch() ?? 0 }
  }
  /// The number of this watch in ``interceptor``.
  private var watchNumber = 0

  /// The inotify descriptor, whose ownership is shared with every ``WatchRegistrar``.
  private let inotify: OwnedDescriptor
  private struct WatchedFolder {
    var path: [UInt8]
    var isRecursive: Bool
    /// Whether the folder is a new subfolder of one that is not watched recursively, or below it,
    /// so that its entries are not reported one by one.
    var isSubfolder = false
  }
  private var folders: [Int32: WatchedFolder] = [:]
  private var watches: [[UInt8]: Int32] = [:]
  private var merger = ChangeMerger()
  private var subfolders = SubfolderChanges()
  private var buffer = [UInt8](repeating: 0, count: 65536)

  /// The inotify events that are watched. Reads and changes of permissions do not matter to a
  /// viewer.
  nonisolated private static let mask = UInt32(
    IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)
  /// The maximum number of buffers of 64 KB that one call of ``readChanges(at:)`` reads, because
  /// reading delays the next frame.
  private static let maxReads = 64
  /// The maximum number of new subfolders whose entries are watched, because the system limits the
  /// number of inotify watches of a user.
  private static let maxSubfolders = 256

  /// Makes an inotify instance without folders.
  ///
  /// - Throws: `.watchLimit` when the system permits no more inotify instances.
  public init() throws(DesktopError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw .watching(call: "inotify_init1", code: pbview_errno()) }
    inotify = OwnedDescriptor(descriptor)
  }

  /// The paths of the watched folders, in no order.
  public var watchedFolders: [[UInt8]] { Array(watches.keys) }

  /// The time at which the next change is settled if no more events arrive, on the clock of
  /// ``readChanges(at:)`` in seconds; nil when no change is pending.
  public var deadline: Double? {
    [merger.deadline, subfolders.deadline].compactMap { $0 }.min()
  }

  /// Starts watching `folder`, or changes whether an already watched folder is watched recursively.
  /// Reported paths begin with `folder`, unless the folder is watched by another path already.
  ///
  /// - Parameter isRecursive: whether subfolders that appear later are watched, too. Existing
  ///   subfolders are not: the caller, who reads the folder, watches each of them.
  /// - Throws: `.watchLimit` when the system permits no more watches, `.system` when this folder
  ///   cannot be watched.
  public func watch(_ folder: [UInt8], isRecursive: Bool) throws(DesktopError) {
    try watch(registrar.addWatch(folder), isRecursive: isRecursive)
  }

  /// Starts reporting the changes of a folder that a ``WatchRegistrar`` has added; events before
  /// this call are not reported.
  ///
  /// - Parameter isRecursive: whether subfolders that appear later are watched, too.
  /// - Throws: the error in `result`.
  public func watch(_ result: WatchResult, isRecursive: Bool) throws(DesktopError) {
    let (watch, folder) = (try result.watch.get(), result.folder)
    if let known = folders[watch] {
      // Two paths of the same folder have the same inotify watch; the path that was watched first
      // is kept.
      if known.path == folder {
        folders[watch] = WatchedFolder(path: folder, isRecursive: isRecursive)
      }
      return
    }
    // The watch at this path is that of a former folder: it ends, and so do those of its
    // subfolders.
    if watches[folder] != nil { unwatch(folder) }
    register(watch, WatchedFolder(path: folder, isRecursive: isRecursive))
  }

  /// Stops watching `folder` and all watched folders below it.
  public func unwatch(_ folder: [UInt8]) {
    removeWatches { path, _ in path == folder || path.isBelow(folder) }
  }

  /// Removes the inotify watch that a ``WatchRegistrar`` has added for a folder, unless the folder
  /// is already watched.
  package func discard(_ result: WatchResult) {
    guard case .success(let watch) = result.watch, folders[watch] == nil else { return }
    inotify_rm_watch(descriptor, watch)
  }

  /// Stops watching the folders whose paths satisfy a condition. Watched folders below them stay
  /// watched if their own paths do not satisfy it. New subfolders, see ``reportsSubfolders``, are
  /// watched as long as a folder that contains them.
  package func unwatch(where shouldRemove: ([UInt8]) -> Bool) {
    removeWatches { path, folder in !folder.isSubfolder && shouldRemove(path) }
    let others = folders.values.filter { !$0.isSubfolder }.map(\.path)
    removeWatches { path, folder in folder.isSubfolder && !others.contains { path.isBelow($0) } }
  }

  private func removeWatches(where shouldRemove: (_ path: [UInt8], _ folder: WatchedFolder) -> Bool)
  {
    for (path, watch) in watches {
      guard let folder = folders[watch], shouldRemove(path, folder) else { continue }
      inotify_rm_watch(descriptor, watch)
      folders[watch] = nil
      watches[path] = nil
    }
  }

  /// Reads the pending inotify events without waiting, and returns the settled changes.
  ///
  /// - Parameter time: the time of a monotonic clock in seconds.
  public func readChanges(at time: Double) -> [FolderChange] {
    var changes: [FolderChange] = []
    filesWithEvents = []
    if let events = interceptor?.takeSubstitutes(for: watchNumber) {
      for event in events {
        if let record = inotifyRecord(of: event) { process(record, at: time, &changes) }
      }
      return changes + merger.takeSettledChanges(at: time) + subfolders.takeSettledChanges(at: time)
    }
    for record in readPending() {
      if let interceptor, let event = folderEvent(of: record) {
        interceptor.didRead(event, by: watchNumber)
      }
      process(record, at: time, &changes)
    }
    return changes + merger.takeSettledChanges(at: time) + subfolders.takeSettledChanges(at: time)
  }

  /// Reads the pending inotify events, up to ``maxReads`` buffers. All are read before the first is
  /// processed, so that a list of a folder that is made while they are processed is not older than
  /// one of them.
  private func readPending() -> [InotifyEvent] {
    var records: [InotifyEvent] = []
    for _ in 0..<Self.maxReads {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      records += buffer.withUnsafeBytes { InotifyEvent.all(in: .init(rebasing: $0[..<count])) }
    }
    return records
  }

  /// The event of an inotify record; nil for a folder that is not watched any more.
  private func folderEvent(of record: InotifyEvent) -> FolderEvent? {
    guard let path = record.hasAny(of: IN_Q_OVERFLOW) ? [] : folders[record.watch]?.path else {
      return nil
    }
    return FolderEvent(
      folder: path, name: record.name, mask: record.mask, cookie: record.cookie)
  }

  /// The inotify record of an event; nil for a folder that is not watched.
  private func inotifyRecord(of event: FolderEvent) -> InotifyEvent? {
    guard let watch = event.folder.isEmpty ? -1 : watches[event.folder] else { return nil }
    return InotifyEvent(watch: watch, mask: event.mask, cookie: event.cookie, name: event.name)
  }

  private func addWatch(_ folder: [UInt8]) throws(DesktopError) -> Int32 {
    try registrar.addWatch(folder).watch.get()
  }

  private func register(_ watch: Int32, _ folder: WatchedFolder) {
    folders[watch] = folder
    watches[folder.path] = watch
  }

  // MARK: Events

  private func process(_ record: InotifyEvent, at time: Double, _ changes: inout [FolderChange]) {
    if record.hasAny(of: IN_Q_OVERFLOW) {
      merger = ChangeMerger()
      changes.append(.eventsLost)
      return
    }
    // Events of an inotify watch that was removed may still arrive; they are ignored.
    guard let folder = folders[record.watch] else { return }
    if folder.isSubfolder { return process(record, inSubfolder: folder.path, at: time) }
    if record.name.isEmpty {
      if record.hasAny(of: IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) {
        removeFolder(folder.path, at: time, &changes)
      }
      return
    }
    let path = folder.path.appending(name: record.name)
    if record.isFolder {
      if record.hasAny(of: IN_DELETE | IN_MOVED_FROM), let watch = watches[path],
        folders[watch]?.isSubfolder == false
      {
        removeFolder(path, at: time, &changes)
      } else if record.hasAny(of: IN_CREATE | IN_MOVED_TO), folder.isRecursive {
        addFolder(path, at: time, &changes)
      } else if reportsSubfolders {
        processSubfolderEvent(record, ofSubfolder: path, at: time)
      }
    } else if let event = Self.mergerEvent(of: record) {
      filesWithEvents.insert(path)
      merger.receive(event, of: path, at: time)
    }
  }

  // MARK: Subfolders

  /// Adds a change of a subfolder, and begins or ends to watch the subfolder.
  private func processSubfolderEvent(
    _ record: InotifyEvent, ofSubfolder path: [UInt8], at time: Double
  ) {
    guard record.name.first != UInt8(ascii: ".") else { return }
    subfolders.receive(path, at: time)
    if record.hasAny(of: IN_DELETE | IN_MOVED_FROM) {
      unwatch(path)
    } else if record.hasAny(of: IN_CREATE | IN_MOVED_TO) {
      watchSubfolder(path)
    }
  }

  private func watchSubfolder(_ path: [UInt8]) {
    guard folders.values.count(where: { $0.isSubfolder }) < Self.maxSubfolders,
      let watch = try? addWatch(path), folders[watch] == nil
    else { return }
    register(watch, WatchedFolder(path: path, isRecursive: false, isSubfolder: true))
    for inner in FolderNames.folders(in: path) { watchSubfolder(path.appending(name: inner)) }
  }

  private func process(_ record: InotifyEvent, inSubfolder folder: [UInt8], at time: Double) {
    if record.isFolder, !record.name.isEmpty {
      processSubfolderEvent(record, ofSubfolder: folder.appending(name: record.name), at: time)
    } else if record.name.isEmpty {
      if record.hasAny(of: IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) {
        unwatch(folder)
      }
    } else if record.hasAny(
      of: IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    {
      subfolders.receive(folder, at: time)
    }
  }

  private static func mergerEvent(of record: InotifyEvent) -> ChangeMerger.FileEvent? {
    if record.hasAny(of: IN_CREATE) { return .created }
    if record.hasAny(of: IN_MODIFY) { return .modified }
    if record.hasAny(of: IN_CLOSE_WRITE) { return .closed }
    if record.hasAny(of: IN_DELETE) { return .deleted }
    if record.hasAny(of: IN_MOVED_FROM) { return .movedFrom(cookie: record.cookie) }
    if record.hasAny(of: IN_MOVED_TO) { return .movedTo(cookie: record.cookie) }
    return nil
  }

  private func removeFolder(_ folder: [UInt8], at time: Double, _ changes: inout [FolderChange]) {
    unwatch(folder)
    merger.forget(below: folder, at: time)
    changes.append(.folderGone(folder))
  }

  /// Watches a new folder and its subfolders. Subfolders that were made before the new folder was
  /// watched cause no events, so they are searched for.
  private func addFolder(_ path: [UInt8], at time: Double, _ changes: inout [FolderChange]) {
    let folder = WatchedFolder(path: path, isRecursive: true)
    do throws(DesktopError) {
      var watch = try addWatch(path)
      if let known = folders[watch] {
        if known.path == path { return }
        // The inotify watch is that of a folder that was renamed to this path, and the event about
        // its former path is still to be read.
        removeFolder(known.path, at: time, &changes)
        watch = try addWatch(path)
      }
      // A renamed folder may have replaced an empty folder without an event.
      if watches[path] != nil { removeFolder(path, at: time, &changes) }
      register(watch, folder)
      changes.append(.folderAppeared(path))
    } catch .watchLimit {
      changes += [.folderAppeared(path), .unwatched(path)]
    } catch {
      // The folder has been removed meanwhile, or is not accessible, so that it is not watched.
      return
    }
    for inner in FolderNames.folders(in: path) {
      addFolder(path.appending(name: inner), at: time, &changes)
    }
  }
}

nonisolated extension DesktopError {
  /// The error for a failed inotify call.
  fileprivate static func watching(call: String, code: Int32) -> DesktopError {
    switch code {
    case ENOSPC, EMFILE, ENFILE: .watchLimit
    default: .system(call: call, reason: systemMessage(code))
    }
  }
}

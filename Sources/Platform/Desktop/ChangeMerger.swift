/// The algorithm that merges the file system events of single files into settled changes of a
/// folder.
///
/// Copying one photo into a folder causes a creation, hundreds of writes and a close; saving one
/// may be a rename of a temporary file, or a removal and a creation. The reported changes are the
/// differences between the files that the listener knows from earlier reports and those that exist,
/// reported when they are likely to last.
nonisolated struct ChangeMerger {
  /// An event of inotify for the file at one path.
  enum FileEvent: Hashable, Sendable {
    case created
    case modified
    /// A program that had the file open for writing has closed it.
    case closed
    case deleted
    /// The file was renamed and is no longer at this path. Both events of a rename have the same
    /// cookie; a single event means that the file has left or entered the watched folders.
    case movedFrom(cookie: UInt32)
    case movedTo(cookie: UInt32)
  }

  /// The time in seconds after the last write after which a file that its writer has not closed
  /// counts as settled: longer than the pause of a copying program between two writes.
  static let quietTime = 0.5
  /// The time in seconds during which a removal is not reported, because the file may reappear at
  /// its path or at another one: some programs save by removing and creating.
  static let removalDelay = 0.1

  private struct FileEntry {
    /// The identity of the entry, which differs from those of earlier and later entries for the
    /// same path.
    var id: Int
    /// Whether the listener knows a file at this path from earlier reports.
    var isKnown: Bool
    /// Whether the file that the listener knows at this path is at another path now, whose entry
    /// has this path as its `knownPath`.
    var hasMovedAway = false
    /// Whether the listener may know a file at this path although no event said so: a rename
    /// replaces a file without an event for the replaced one.
    var mayBeKnown = false
    /// Whether a file is at this path now.
    var isPresent = true
    /// Whether the file's content differs from the content that the listener knows.
    var isRewritten = false
    /// The path at which the listener knows the file that is here now; nil when it is the same
    /// path, or when the listener does not know the file.
    var knownPath: [UInt8]?
    var deadline: Double

    /// Whether the file's state differs from the state that the listener knows, so that a change is
    /// to be reported.
    var hasPendingChange: Bool { isKnown ? !isPresent || isRewritten : isPresent || mayBeKnown }
  }

  /// A renamed file between the two events of its rename.
  private struct PendingRename {
    var knownPath: [UInt8]?
    var knownPathEntryID: Int?
    var isRewritten: Bool
    var deadline: Double
    var pairingDeadline: Double
  }

  private var entries: [[UInt8]: FileEntry] = [:]
  private var pendingRenames: [UInt32: PendingRename] = [:]
  private var lastID = 0

  /// The time at which the next change is settled, in seconds on the clock of the events; nil when
  /// no change is pending.
  var deadline: Double? { entries.values.lazy.map(\.deadline).min() }

  /// Processes one event of the file at `path`.
  ///
  /// - Parameter time: the time of the event in seconds on any clock; it must not decrease from
  ///   event to event.
  mutating func receive(_ event: FileEvent, of path: [UInt8], at time: Double) {
    switch event {
    case .created:
      let known = entries[path]
      if let origin = known?.knownPath { endRename(origin, at: time) }
      setEntry(
        path, isKnown: known?.isKnown ?? false, isRewritten: true, until: time + Self.quietTime)
    case .modified: markRewritten(path, until: time + Self.quietTime)
    case .closed: markRewritten(path, until: time)
    case .deleted: markRemoved(path, at: time)
    case .movedFrom(let cookie): moveAway(path, cookie, at: time)
    case .movedTo(let cookie): moveIn(path, cookie, at: time)
    }
  }

  /// Drops the pending changes of files in a folder and its subfolders.
  ///
  /// - Parameter time: the present time in seconds on the clock of the events.
  mutating func forget(below folder: [UInt8], at time: Double) {
    for path in entries.keys where path.isBelow(folder) {
      if let origin = entries.removeValue(forKey: path)?.knownPath { endRename(origin, at: time) }
    }
  }

  /// The changes that are settled at `time`, in seconds on the clock of the events. Each is
  /// returned once. Renames are returned immediately, so that later changes have the new name.
  mutating func takeSettledChanges(at time: Double) -> [FolderChange] {
    var changes = takeRenames()
    pendingRenames = pendingRenames.filter { $0.value.pairingDeadline > time }
    for (path, entry) in entriesInOrder() where entry.deadline <= time || !entry.hasPendingChange {
      entries[path] = nil
      switch (entry.isKnown, entry.isPresent) {
      case (true, false): changes.append(.removed(path))
      case (false, true): changes.append(.appeared(path))
      case (true, true): if entry.isRewritten { changes.append(.rewritten(path)) }
      case (false, false): if entry.mayBeKnown { changes.append(.removed(path)) }
      }
    }
    return changes
  }

  // MARK: Processing of events

  private mutating func setEntry(
    _ path: [UInt8], isKnown: Bool, isRewritten: Bool, until deadline: Double
  ) {
    let old = entries[path]
    var entry = FileEntry(
      id: old?.id ?? nextID(), isKnown: isKnown, isRewritten: isRewritten, deadline: deadline)
    entry.hasMovedAway = old?.hasMovedAway ?? false
    entry.mayBeKnown = old?.mayBeKnown ?? false
    entries[path] = entry
  }

  private mutating func markRewritten(_ path: [UInt8], until deadline: Double) {
    var entry = entries[path] ?? FileEntry(id: nextID(), isKnown: true, deadline: deadline)
    entry.isPresent = true
    entry.isRewritten = true
    entry.deadline = deadline
    entries[path] = entry
  }

  private mutating func markRemoved(_ path: [UInt8], at time: Double) {
    var entry = entries[path] ?? FileEntry(id: nextID(), isKnown: true, deadline: time)
    if let origin = entry.knownPath { endRename(origin, at: time) }
    entry.knownPath = nil
    entry.isPresent = false
    entry.isRewritten = false
    entry.deadline = time + Self.removalDelay
    entries[path] = entry
  }

  private mutating func moveAway(_ path: [UInt8], _ cookie: UInt32, at time: Double) {
    let entry = entries[path]
    let isOwn = entry.map { $0.isKnown && !$0.hasMovedAway } ?? true
    let origin = entry?.knownPath ?? (isOwn ? path : nil)
    markRemoved(path, at: time)
    pendingRenames[cookie] = PendingRename(
      knownPath: origin, knownPathEntryID: origin.flatMap { entries[$0]?.id },
      isRewritten: entry?.isRewritten ?? false, deadline: entry?.deadline ?? time,
      pairingDeadline: time + Self.removalDelay)
  }

  private mutating func moveIn(_ path: [UInt8], _ cookie: UInt32, at time: Double) {
    let old = entries[path]
    if let origin = old?.knownPath { endRename(origin, at: time) }
    let isKnown = old?.isKnown ?? false
    defer { if old == nil { entries[path]?.mayBeKnown = true } }
    guard let pending = pendingRenames.removeValue(forKey: cookie) else {
      return setEntry(path, isKnown: isKnown, isRewritten: true, until: time)
    }
    let deadline = pending.isRewritten ? pending.deadline : time
    guard let origin = pending.knownPath, entries[origin]?.id == pending.knownPathEntryID else {
      return setEntry(path, isKnown: isKnown, isRewritten: true, until: deadline)
    }
    setEntry(path, isKnown: isKnown, isRewritten: pending.isRewritten, until: deadline)
    if origin == path {
      entries[path]?.hasMovedAway = false
    } else {
      entries[path]?.knownPath = origin
      entries[origin]?.hasMovedAway = true
    }
  }

  /// Notes that the file that the listener knows as `origin` no longer exists at the path to which
  /// it was renamed.
  private mutating func endRename(_ origin: [UInt8], at time: Double) {
    guard var entry = entries[origin] else { return }
    entry.hasMovedAway = false
    if !entry.isPresent { entry.deadline = max(entry.deadline, time + Self.removalDelay) }
    entries[origin] = entry
  }

  private mutating func takeRenames() -> [FolderChange] {
    var changes: [FolderChange] = []
    for (path, entry) in entriesInOrder() {
      guard let origin = entry.knownPath else { continue }
      changes.append(.renamed(from: origin, to: path))
      entries[path]?.knownPath = nil
      entries[path]?.isKnown = true
      entries[path]?.hasMovedAway = false
    }
    // The entries of the new paths are updated before those of the origins, because in a swap of
    // names each path is the origin of the other.
    for case .renamed(let origin, _) in changes where entries[origin]?.hasMovedAway == true {
      entries[origin]?.hasMovedAway = false
      entries[origin]?.isKnown = false
    }
    return changes
  }

  private func entriesInOrder() -> [(key: [UInt8], value: FileEntry)] {
    entries.sorted { $0.value.id < $1.value.id }
  }

  private mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }
}

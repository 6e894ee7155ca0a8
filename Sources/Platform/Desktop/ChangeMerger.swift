/// Makes settled changes of what the system says about single files, as a value.
///
/// Copying one photo into a folder is a creation, hundreds of writes and a closing; saving one may
/// be a rename of a temporary file, or a removal and a creation. What is told is the difference
/// between what the listener knows and what is there, once it is likely to stay.
nonisolated struct ChangeMerger {
  /// What the system says about one name.
  enum Event: Hashable, Sendable {
    case created
    case modified
    /// Closed by someone who could write.
    case closed
    case deleted
    /// The halves of a rename share a cookie; one half alone left or entered the watched folders.
    case movedFrom(cookie: UInt32)
    case movedTo(cookie: UInt32)
  }

  /// A file that is written and never closed is told after so long without a write, in seconds:
  /// longer than a copying program takes between two writes.
  static let quietTime = 0.5
  /// What has gone may come back under its name or another one so long, in seconds: programs save
  /// by removing and creating.
  static let grace = 0.1

  private struct Entry {
    /// Tells this entry from an earlier or later one of the same name.
    var id: Int
    /// The listener knows a file of this name …
    var isKnown: Bool
    /// … which lies under another name by now: that entry's origin is this name.
    var hasLeft = false
    /// A rename can put a file over another one without a word: the listener may know that one.
    var mayBeKnown = false
    var isThere = true
    /// Its bytes are not those the listener knows.
    var isTouched = false
    /// The name by which the listener knows the file that lies here, where that is another one.
    var origin: [UInt8]?
    var deadline: Double

    /// What is there differs from what the listener knows.
    var hasNews: Bool { isKnown ? !isThere || isTouched : isThere || mayBeKnown }
  }

  /// A file between the two halves of its rename.
  private struct Traveller {
    var origin: [UInt8]?
    var originID: Int?
    var isTouched: Bool
    var deadline: Double
    var expires: Double
  }

  private var entries: [[UInt8]: Entry] = [:]
  private var travellers: [UInt32: Traveller] = [:]
  private var lastID = 0

  /// When there is something to tell next, in the seconds of the events; nil when nothing is
  /// pending.
  var deadline: Double? { entries.values.lazy.map(\.deadline).min() }

  /// Takes one event; `time` in seconds, never falling.
  mutating func receive(_ event: Event, of path: [UInt8], at time: Double) {
    switch event {
    case .created:
      let known = entries[path]
      if let origin = known?.origin { release(origin, at: time) }
      put(path, isKnown: known?.isKnown ?? false, isTouched: true, until: time + Self.quietTime)
    case .modified: touch(path, until: time + Self.quietTime)
    case .closed: touch(path, until: time)
    case .deleted: remove(path, at: time)
    case .movedFrom(let cookie): depart(path, cookie, at: time)
    case .movedTo(let cookie): arrive(path, cookie, at: time)
    }
  }

  /// Forgets what is pending in and below `folder`.
  mutating func forget(below folder: [UInt8], at time: Double) {
    for path in entries.keys where path.isBelow(folder) {
      if let origin = entries.removeValue(forKey: path)?.origin { release(origin, at: time) }
    }
  }

  /// What is settled at `time`. Renames are told at once, so that what follows them is told by
  /// the right name.
  mutating func settled(at time: Double) -> [FolderChange] {
    var changes = renames()
    travellers = travellers.filter { $0.value.expires > time }
    for (path, entry) in inOrder() where entry.deadline <= time || !entry.hasNews {
      entries[path] = nil
      switch (entry.isKnown, entry.isThere) {
      case (true, false): changes.append(.removed(path))
      case (false, true): changes.append(.appeared(path))
      case (true, true): if entry.isTouched { changes.append(.rewritten(path)) }
      case (false, false): if entry.mayBeKnown { changes.append(.removed(path)) }
      }
    }
    return changes
  }

  // MARK: Steps

  private mutating func put(
    _ path: [UInt8], isKnown: Bool, isTouched: Bool, until deadline: Double
  ) {
    let old = entries[path]
    var entry = Entry(
      id: old?.id ?? nextID(), isKnown: isKnown, isTouched: isTouched, deadline: deadline)
    entry.hasLeft = old?.hasLeft ?? false
    entry.mayBeKnown = old?.mayBeKnown ?? false
    entries[path] = entry
  }

  private mutating func touch(_ path: [UInt8], until deadline: Double) {
    var entry = entries[path] ?? Entry(id: nextID(), isKnown: true, deadline: deadline)
    entry.isThere = true
    entry.isTouched = true
    entry.deadline = deadline
    entries[path] = entry
  }

  private mutating func remove(_ path: [UInt8], at time: Double) {
    var entry = entries[path] ?? Entry(id: nextID(), isKnown: true, deadline: time)
    if let origin = entry.origin { release(origin, at: time) }
    entry.origin = nil
    entry.isThere = false
    entry.isTouched = false
    entry.deadline = time + Self.grace
    entries[path] = entry
  }

  private mutating func depart(_ path: [UInt8], _ cookie: UInt32, at time: Double) {
    let entry = entries[path]
    let isOwn = entry.map { $0.isKnown && !$0.hasLeft } ?? true
    let origin = entry?.origin ?? (isOwn ? path : nil)
    remove(path, at: time)
    travellers[cookie] = Traveller(
      origin: origin, originID: origin.flatMap { entries[$0]?.id },
      isTouched: entry?.isTouched ?? false, deadline: entry?.deadline ?? time,
      expires: time + Self.grace)
  }

  private mutating func arrive(_ path: [UInt8], _ cookie: UInt32, at time: Double) {
    let old = entries[path]
    if let origin = old?.origin { release(origin, at: time) }
    let isKnown = old?.isKnown ?? false
    defer { if old == nil { entries[path]?.mayBeKnown = true } }
    guard let traveller = travellers.removeValue(forKey: cookie) else {
      return put(path, isKnown: isKnown, isTouched: true, until: time)
    }
    let deadline = traveller.isTouched ? traveller.deadline : time
    guard let origin = traveller.origin, entries[origin]?.id == traveller.originID else {
      return put(path, isKnown: isKnown, isTouched: true, until: deadline)
    }
    put(path, isKnown: isKnown, isTouched: traveller.isTouched, until: deadline)
    if origin == path {
      entries[path]?.hasLeft = false
    } else {
      entries[path]?.origin = origin
      entries[origin]?.hasLeft = true
    }
  }

  /// The file that was known as `origin` is no more, wherever it lay.
  private mutating func release(_ origin: [UInt8], at time: Double) {
    guard var entry = entries[origin] else { return }
    entry.hasLeft = false
    if !entry.isThere { entry.deadline = max(entry.deadline, time + Self.grace) }
    entries[origin] = entry
  }

  private mutating func renames() -> [FolderChange] {
    var changes: [FolderChange] = []
    for (path, entry) in inOrder() {
      guard let origin = entry.origin else { continue }
      changes.append(.renamed(from: origin, to: path))
      entries[path]?.origin = nil
      entries[path]?.isKnown = true
      entries[path]?.hasLeft = false
    }
    // After all of them: of two that swapped names each is the other's origin.
    for case .renamed(let origin, _) in changes where entries[origin]?.hasLeft == true {
      entries[origin]?.hasLeft = false
      entries[origin]?.isKnown = false
    }
    return changes
  }

  private func inOrder() -> [(key: [UInt8], value: Entry)] {
    entries.sorted { $0.value.id < $1.value.id }
  }

  private mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }
}

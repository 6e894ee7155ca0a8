import CLinux

/// One inotify event.
nonisolated struct InotifyEvent: Equatable {
  /// The watch descriptor of the event; -1 when events were lost.
  var watch: Int32
  /// The flags of the event, as in `inotify(7)`: `IN_CREATE`, `IN_MOVED_FROM` and others.
  var mask: UInt32
  /// The identifier shared by the two events of a rename.
  var cookie: UInt32
  /// The name inside the folder; empty for an event of the folder itself.
  var name: [UInt8]

  /// Whether any of `bits` is set.
  func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
  /// Whether the event is about a folder.
  var isFolder: Bool { has(IN_ISDIR) }

  /// Parses a buffer of events; an incomplete event at the end is ignored.
  ///
  /// - Source: inotify(7): watch descriptor, mask, cookie, length of the name, the name padded with
  ///   NULs.
  static func all(in bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
    let head = MemoryLayout<inotify_event>.size
    var records: [InotifyEvent] = []
    var at = 0
    while at + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
      let end = at + head + Int(event.len)
      guard end <= bytes.count else { break }
      records.append(
        InotifyEvent(
          watch: event.wd, mask: event.mask, cookie: event.cookie,
          name: bytes[(at + head)..<end].prefix { $0 != 0 }))
      at = end
    }
    return records
  }
}

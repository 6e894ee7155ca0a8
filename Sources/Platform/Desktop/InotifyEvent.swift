import CLinux

/// An event that inotify reports for a watched folder.
nonisolated struct InotifyEvent: Equatable {
  /// The watch descriptor of the folder; -1 when events were lost.
  var watch: Int32
  /// The flags of the event, as in `inotify(7)`: `IN_CREATE`, `IN_MOVED_FROM` and others.
  var mask: UInt32
  /// The identifier that both events of a rename have; 0 for other events.
  var cookie: UInt32
  /// The file name inside the folder; empty when the event is about the folder itself.
  var name: [UInt8]

  /// Whether any of the flags in `bits` is set.
  func hasAny(of bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
  /// Whether the event is about a folder, not a file.
  var isFolder: Bool { hasAny(of: IN_ISDIR) }

  /// The events in a buffer that was read from an inotify descriptor; an incomplete event at the
  /// end is ignored.
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

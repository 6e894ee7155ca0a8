import CLinux

/// One record of an inotify descriptor.
nonisolated struct NotifyRecord: Equatable {
  /// Which watch it belongs to; -1 when records were lost.
  var watch: Int32
  /// The kernel's IN_ bits.
  var mask: UInt32
  /// Joins the halves of a rename.
  var cookie: UInt32
  /// The name inside the folder; empty when it is about the folder itself.
  var name: [UInt8]

  /// True when any of `bits` is set.
  func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
  /// True when it is about a folder.
  var isFolder: Bool { has(IN_ISDIR) }

  /// Takes a buffer apart; an incomplete record at its end is left out.
  ///
  /// - Source: inotify(7): watch, mask, cookie, length of the name, the name filled up with NULs.
  static func all(in bytes: UnsafeRawBufferPointer) -> [NotifyRecord] {
    let head = MemoryLayout<inotify_event>.size
    var records: [NotifyRecord] = []
    var at = 0
    while at + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
      let end = at + head + Int(event.len)
      guard end <= bytes.count else { break }
      records.append(
        NotifyRecord(
          watch: event.wd, mask: event.mask, cookie: event.cookie,
          name: bytes[(at + head)..<end].prefix { $0 != 0 }))
      at = end
    }
    return records
  }
}

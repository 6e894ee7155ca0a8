import Glibc

/// The types of the mounted file systems.
nonisolated struct MountTable {
  /// The types by device number, as `major:minor`.
  private var types: [Substring: Substring] = [:]

  /// The types of file systems that do not store inode numbers, but make up new ones after some
  /// time.
  private static let withoutInodes: Set<Substring> = [
    "vfat", "msdos", "exfat", "cifs", "smb3", "9p", "fuse", "fuseblk",
  ]

  /// The table of this process; empty when it cannot be read.
  static func read() -> MountTable {
    // The size of a file in /proc is 0, so it is read to its end.
    let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return MountTable("") }
    defer { close(descriptor) }
    let bytes = (try? ListReader.readAll(descriptor).get()) ?? []
    return MountTable(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether no device is known.
  var isEmpty: Bool { types.isEmpty }

  /// Parses a table.
  ///
  /// - Source: proc(5), `/proc/pid/mountinfo`: the third field is the device, and the first one
  ///   after the separator `-` the type.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 4, let dash = fields.lastIndex(of: "-"), dash + 1 < fields.count else {
        continue
      }
      types[fields[2]] = fields[dash + 1]
    }
  }

  /// Whether the files on a device keep their inode numbers. Devices that are not in the table, as
  /// those of Btrfs, do.
  ///
  /// - Parameter device: a device number as `stat` gives it.
  func keepsInodes(onDevice device: UInt64) -> Bool {
    // The parts of the number as gnu_dev_major and gnu_dev_minor divide it.
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    guard let type = types["\(major):\(minor & 0xFFFF_FFFF)"] else { return true }
    return !Self.withoutInodes.contains(type) && !type.hasPrefix("fuse.")
  }
}

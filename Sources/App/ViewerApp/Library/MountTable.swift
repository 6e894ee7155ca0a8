import Glibc

/// The table of mounted file systems. It tells whether a file system keeps the inode numbers of its
/// files, and whether it is on this machine.
nonisolated struct MountTable {
  /// The file system types by device number, written as `major:minor`.
  private var typesByDevice: [Substring: Substring] = [:]

  /// The types of file systems that do not store inode numbers, but assign new ones from time to
  /// time.
  private static let typesWithoutInodes: Set<Substring> = [
    "vfat", "msdos", "exfat", "cifs", "smb3", "9p", "fuse", "fuseblk",
  ]

  /// The types of file systems on other machines. In addition, every type that begins with `fuse.`,
  /// such as `fuse.sshfs`, counts as one; `fuseblk` is the type of local disks that FUSE mounts.
  private static let remoteTypes: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "9p", "afs", "ceph", "lustre", "autofs", "fuse",
  ]

  /// Reads the table of file systems that this process sees; empty if it cannot be read.
  static func read() -> MountTable {
    // Files in /proc have the size 0, so the file is read to its end.
    let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return MountTable("") }
    defer { close(descriptor) }
    let bytes = (try? PathListReader.readAll(descriptor).get()) ?? []
    return MountTable(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether the table contains no device.
  var isEmpty: Bool { typesByDevice.isEmpty }

  /// Parses the contents of a file `mountinfo`.
  ///
  /// - Source: proc(5), `/proc/pid/mountinfo`: the third field is the device, and the first one
  ///   after the separator `-` the type.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 4, let dash = fields.lastIndex(of: "-"), dash + 1 < fields.count else {
        continue
      }
      typesByDevice[fields[2]] = fields[dash + 1]
    }
  }

  /// Whether the file system on a device keeps the inode numbers of its files. True for devices
  /// that are not in the table, such as those of Btrfs.
  ///
  /// - Parameter device: a device number as in `st_dev` of `stat`.
  func keepsInodes(onDevice device: UInt64) -> Bool {
    guard let type = type(ofDevice: device) else { return true }
    return !Self.typesWithoutInodes.contains(type) && !type.hasPrefix("fuse.")
  }

  /// Whether the file system on a device is on a disk of this machine. True for devices that are
  /// not in the table, such as those of Btrfs; false for all devices if the table is empty.
  ///
  /// - Parameter device: a device number as in `st_dev` of `stat`.
  func isLocal(device: UInt64) -> Bool {
    guard let type = type(ofDevice: device) else { return !isEmpty }
    return !Self.remoteTypes.contains(type) && !type.hasPrefix("fuse.")
  }

  private func type(ofDevice device: UInt64) -> Substring? {
    // The major and minor number as `gnu_dev_major` and `gnu_dev_minor` extract them.
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    return typesByDevice["\(major):\(minor & 0xFFFF_FFFF)"]
  }
}

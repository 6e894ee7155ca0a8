package import Wire

/// The constants of the protocol between the viewer and the reader of archives. A change of the
/// layout needs a new version.
///
/// After magic number and version, a message has a tag, then the fields in the order of the writer:
/// see `MessageFormat`.
package enum ArchiveWireFormat {
  /// The first four bytes of a message, "PBVA".
  package static let magic: UInt32 = 0x4156_4250
  /// The version of the layout; viewer and helper must have the same.
  package static let version: UInt16 = 1
  /// The maximum length of a message, in bytes: an entry with the longest name fits with room for
  /// many usual ones.
  package static let maxMessageBytes = 32_768
  /// The maximum number of entries in one message.
  package static let maxEntriesPerMessage = 256
  /// The maximum length of the detail of a failure, in bytes.
  package static let maxTextBytes = 400
  /// The maximum number of pictures that are kept while an archive is listed: each takes a
  /// descriptor of the viewer.
  package static let maxKeptFiles = 96

  package static let message = MessageFormat(
    magic: magic, version: version, maxMessageBytes: maxMessageBytes, maxTextBytes: maxTextBytes,
    maxExtent: 1)

  enum RequestTag: UInt16 {
    case open = 1
    case entry = 2
  }
  enum ReplyTag: UInt16 {
    case entries = 129
    case listed = 130
    case bytes = 131
    case failed = 132
  }
}

/// The limits on the contents of an archive.
package struct ArchiveLimits: Hashable, Sendable {
  /// The maximum number of files, folders and links in an archive. Default 100 000.
  package var entries: Int
  /// The maximum length of the names of all files together, in bytes. Default 16 MiB.
  package var nameBytes: Int
  /// The maximum size of one file that is held in memory, in bytes. Default 512 MiB; a larger file
  /// needs a file on a disk.
  package var memoryBytes: Int
  /// The maximum size of one file, in bytes. Default 4 GiB.
  package var entryBytes: Int
  /// The maximum number of bytes unpacked in one pass over an archive that can only be read from
  /// its beginning. Default 64 GiB.
  package var totalBytes: Int

  /// The maximum length of one name with its folders, in bytes. Longer names are left out.
  package static let maxNameBytes = 4096
  /// The maximum length of one component of a name, in bytes: that of Linux file systems.
  package static let maxComponentBytes = 255
  /// The maximum number of nested folders, as in folders of the disk.
  package static let maxDepth = 32
  /// The maximum ratio of unpacked to packed bytes above ``ratioThreshold``. Pictures reach 30 at
  /// most, Deflate 1032 on zeros.
  package static let maxRatio = 200
  /// The number of unpacked bytes up to which the ratio is not limited.
  package static let ratioThreshold = 64 << 20

  /// Makes limits; the defaults suit a desktop.
  package init(
    entries: Int = 100_000, nameBytes: Int = 16 << 20, memoryBytes: Int = 512 << 20,
    entryBytes: Int = 4 << 30, totalBytes: Int = 64 << 30
  ) {
    self.entries = entries
    self.nameBytes = nameBytes
    self.memoryBytes = memoryBytes
    self.entryBytes = entryBytes
    self.totalBytes = totalBytes
  }
}

package import Wire

/// The constants of the message format between the viewer and the process that reads an archive. A
/// change of the format needs a new ``version``.
///
/// A message consists of magic number, version and a tag for its kind, and then the fields in the
/// order in which the writer writes them: see `MessageFormat`.
package enum ArchiveWireFormat {
  /// The first four bytes of every message about an archive, "PBVA".
  package static let magic: UInt32 = 0x4156_4250
  /// The version of the message format, which must be the same in viewer and helper.
  package static let version: UInt16 = 1
  /// The maximum length of a message in bytes: an entry with the longest name fits, and many with
  /// usual names.
  package static let maxMessageBytes = 32_768
  /// The maximum number of files of an archive in one message.
  package static let maxEntriesPerMessage = 256
  /// The maximum length of the detail of a failure in a message, in bytes.
  package static let maxTextBytes = 400
  /// The maximum number of pictures that the viewer keeps while an archive is listed, because each
  /// takes one file descriptor.
  package static let maxKeptFiles = 96

  package static let messageFormat = MessageFormat(
    magic: magic, version: version, maxMessageBytes: maxMessageBytes, maxTextBytes: maxTextBytes,
    maxExtent: 1)

  enum RequestTag: UInt16 {
    case open = 1
    case readEntry = 2
  }
  enum ReplyTag: UInt16 {
    case entries = 129
    case listingEnded = 130
    case entryRead = 131
    case entryFailed = 132
  }
}

/// The limits on the contents of an archive that is read.
package struct ArchiveLimits: Hashable, Sendable {
  /// The maximum number of files, folders and links in an archive. Default 100 000.
  package var maxEntries: Int
  /// The maximum length of the names of all files in an archive together, in bytes. Default 16 MiB.
  package var maxTotalNameBytes: Int
  /// The maximum size of one file that is unpacked into memory, in bytes; a larger one can only be
  /// unpacked to a file on a disk. Default 512 MiB.
  package var maxBytesInMemory: Int
  /// The maximum size of one unpacked file, in bytes. Default 4 GiB.
  package var maxEntryBytes: Int
  /// The maximum number of bytes unpacked in one pass over an archive that can only be read from
  /// its beginning. Default 64 GiB.
  package var maxTotalBytes: Int

  /// The maximum length of the name of a file with its folders, in bytes; files with longer names
  /// are left out.
  package static let maxNameBytes = 4096
  /// The maximum length of one component of a file's name, in bytes: that of Linux file systems.
  package static let maxComponentBytes = 255
  /// The maximum number of components of a file's name, including the file itself.
  package static let maxDepth = 32
  /// The maximum ratio of unpacked to packed bytes of a file with more than
  /// ``minBytesToCheckRatio`` unpacked bytes. Pictures reach a ratio of 30 at most; zeros in
  /// Deflate reach 1032.
  package static let maxCompressionRatio = 200
  /// The number of unpacked bytes up to which their ratio to the packed bytes is not limited.
  package static let minBytesToCheckRatio = 64 << 20

  /// Makes limits for reading an archive; the defaults suit a desktop computer.
  package init(
    maxEntries: Int = 100_000, maxTotalNameBytes: Int = 16 << 20, maxBytesInMemory: Int = 512 << 20,
    maxEntryBytes: Int = 4 << 30, maxTotalBytes: Int = 64 << 30
  ) {
    self.maxEntries = maxEntries
    self.maxTotalNameBytes = maxTotalNameBytes
    self.maxBytesInMemory = maxBytesInMemory
    self.maxEntryBytes = maxEntryBytes
    self.maxTotalBytes = maxTotalBytes
  }
}

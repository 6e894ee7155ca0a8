import ArchiveWire
import CLinux
import TextSearch

/// A pass over the entries of an archive, from the first to the last.
final class ArchivePass {
  /// The header of an archive entry that is a regular file.
  struct EntryHeader {
    /// The number of the entry among all entries of the archive, from 0.
    var index: Int
    /// The name of the file as the archive contains it: in UTF-8 where the charset is known,
    /// otherwise unconverted bytes.
    var name: [UInt8]
    var size: Int
    var modifiedSeconds: Int64
  }

  private let library: LibArchive
  private let handle: LibArchive.Handle
  private let input: ArchiveInput
  private let limits: ArchiveLimits
  /// The number of the entry whose header was read last; −1 before the first one.
  private(set) var entryIndex = -1
  private var isEncrypted = false
  /// Whether the archive was opened, so that libarchive has chosen its format.
  private var isOpen = false
  /// The number of bytes that were unpacked in this pass.
  private var unpackedBytes = 0

  /// Begins a pass over the archive that is open as `descriptor`, and has `length` bytes.
  init(
    _ library: LibArchive, _ descriptor: Int32, length: Int64, limits: ArchiveLimits
  ) throws(ArchiveFailure) {
    guard let handle = library.makeReader() else {
      throw ArchiveFailure(.unreadable, detail: "out of memory")
    }
    self.library = library
    self.handle = handle
    self.limits = limits
    input = ArchiveInput(descriptor, length: length)
    for support in library.supportFunctions { _ = support(handle) }
    _ = library.setCallbackData(handle, Unmanaged.passUnretained(input).toOpaque())
    _ = library.setRead(handle, ArchiveInput.readCallback)
    _ = library.setSkip(handle, ArchiveInput.skipCallback)
    _ = library.setSeek(handle, ArchiveInput.seekCallback)
    let code = library.open(handle)
    guard code == LibArchive.ok || code == LibArchive.warning else { throw failure() }
    isOpen = true
  }

  deinit { _ = library.free(handle) }

  /// Whether an entry of the archive can only be reached by unpacking all entries before it; known
  /// after the first header.
  var isSequential: Bool {
    library.filterCode(handle, 0) != LibArchive.noFilter
      || library.format(handle) & LibArchive.formatMask == LibArchive.sevenZip
  }

  /// Reads the next header of an entry; the data of the entry before are passed over.
  ///
  /// - Returns: nil at the end of the archive; `.some(nil)` for an entry that is no regular file,
  ///   or has no usable name.
  func nextHeader() throws(ArchiveFailure) -> EntryHeader?? {
    var found: LibArchive.Entry?
    let code = library.nextHeader(handle, &found)
    if code == LibArchive.end { return nil }
    guard code == LibArchive.ok || code == LibArchive.warning, let entry = found else {
      throw failure()
    }
    entryIndex += 1
    isEncrypted = library.isEncrypted(entry) != 0
    let fileType = library.fileType(entry) & LibArchive.fileTypeMask
    guard fileType == LibArchive.regularFile, library.link(entry) == nil,
      let name = library.name(entry)
    else { return .some(nil) }
    let length = strnlen(name, ArchiveLimits.maxNameBytes + 1)
    guard length <= ArchiveLimits.maxNameBytes else { return .some(nil) }
    let bytes = UnsafeRawBufferPointer(start: name, count: length)
    let size = library.hasSize(entry) != 0 ? library.size(entry) : 0
    return EntryHeader(
      index: entryIndex, name: Array(bytes), size: Int(clamping: max(0, size)),
      modifiedSeconds: Int64(library.modificationSeconds(entry)))
  }

  /// Unpacks the data of the entry whose header was read last.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes of the file.
  ///   - take: the closure that gets each piece of the data and its offset in the file; it returns
  ///     false to end the reading.
  /// - Throws: the reason why the data cannot be unpacked.
  func read(
    limit: Int, _ take: (UnsafeRawBufferPointer, Int) throws(ArchiveFailure) -> Bool
  ) throws(ArchiveFailure) {
    if isEncrypted { throw ArchiveFailure(.encrypted) }
    let start = (packed: input.bytesRead, unpackedBytes: unpackedBytes)
    while true {
      var bytes: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      let code = library.readDataBlock(handle, &bytes, &count, &offset)
      if code == LibArchive.end { return }
      guard code == LibArchive.ok || code == LibArchive.warning else { throw failure() }
      guard count >= 0, offset >= 0, offset <= Int64(limit), Int(offset) <= limit - count else {
        throw ArchiveFailure(.tooLarge, detail: "a file in it is too large")
      }
      unpackedBytes += count
      try checkSizes(since: start)
      guard try take(UnsafeRawBufferPointer(start: bytes, count: count), Int(offset)) else {
        return
      }
    }
  }

  private func checkSizes(since start: (packed: Int, unpackedBytes: Int)) throws(ArchiveFailure) {
    guard unpackedBytes <= limits.maxTotalBytes else {
      throw ArchiveFailure(.tooLarge, detail: "it unpacks to too many bytes")
    }
    let grown = unpackedBytes - start.unpackedBytes
    // libarchive may have read ahead up to one buffer before this entry; for these bytes, 1 MiB is
    // added to the packed size.
    let packed = input.bytesRead - start.packed + (1 << 20)
    if grown > ArchiveLimits.minBytesToCheckRatio,
      grown / ArchiveLimits.maxCompressionRatio > packed
    {
      throw ArchiveFailure(.tooLarge, detail: "it unpacks to too many bytes")
    }
  }

  private func failure() -> ArchiveFailure {
    let text = library.errorMessage(of: handle)
    // Without a format, `archive_read_has_encrypted_entries` of libarchive 3.6 calls a function at
    // an undefined address.
    if isOpen && library.hasEncryptedEntries(handle) > 0 || isEncrypted
      || text.containsText("ncrypt")
      || text.containsText("assphrase")
    {
      return ArchiveFailure(.encrypted)
    }
    if text.containsText("Unrecognized archive format") { return ArchiveFailure(.unknownFormat) }
    return ArchiveFailure(.damaged, detail: text)
  }
}

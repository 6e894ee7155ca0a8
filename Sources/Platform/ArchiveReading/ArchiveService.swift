package import ArchiveWire
import CLinux
import Descriptors
import Glibc
import RuntimeLibraries

/// The service of a confined process that reads one archive: it lists the archive, and unpacks
/// single files on request.
///
/// Two passes go over the archive. The first lists it; in an archive that can only be read from its
/// beginning, this pass also sends pictures that it comes across, so that the first pages are there
/// before the list is complete. The second pass unpacks requested files, and continues where it
/// stopped: only a request for an earlier file begins another pass.
public final class ArchiveService {
  /// The reason why the service for one archive ended.
  public enum ServiceEnding: Sendable {
    case viewerClosed
    case brokenSocket
  }

  /// The libraries of the service, which must be loaded before the process is confined.
  public struct Libraries: Sendable {
    fileprivate let archive: LibArchive?
    fileprivate let nameDecoder: NameDecoder
    /// The function that names the pages of a document; nil for archives.
    fileprivate let pageLister: PageLister?

    /// A function that returns the names of the pages, in order, of the document with the given
    /// bytes.
    package typealias PageLister =
      @Sendable (UnsafeRawBufferPointer) -> Result<[[UInt8]], ArchiveFailure>

    /// The libraries for reading documents, which are loaded already.
    package static func forDocuments(_ pageLister: @escaping PageLister) -> Libraries {
      Libraries(archive: nil, nameDecoder: NameDecoder(), pageLister: pageLister)
    }

    /// Loads libarchive, if it is installed, and the converters of file names.
    public static func load() -> Libraries {
      // libarchive converts names in UTF-16, and names marked as UTF-8, to the charset of the
      // locale, which must therefore be UTF-8.
      _ = setlocale(LC_CTYPE, "C.UTF-8")
      return Libraries(archive: try? LibArchive(), nameDecoder: NameDecoder(), pageLister: nil)
    }
  }

  private let socket: Int32
  private let libraries: Libraries
  /// The archive file that the service reads; nil before the first request.
  private var archiveFile: OwnedDescriptor?
  private var archiveSize: Int64 = 0
  private var limits = ArchiveLimits()
  private var remainingUnrequestedBytes = 0
  /// The number of files that were sent to the viewer while the archive was listed.
  private var unrequestedFileCount = 0
  /// The pass that lists the archive; nil before and afterwards.
  private var listingPass: ArchivePass?
  /// The pass that unpacks requested files; nil before the first request and after a failure.
  private var unpackingPass: ArchivePass?
  /// The listed entries that were not sent to the viewer yet.
  private var unsentEntries: [ArchiveEntry] = []
  /// The guess of the charset of names; nil before a name that is not UTF-8.
  private var charsetGuess: NameDecoder.CharsetGuess?
  /// The length of the names of all listed entries together, in bytes.
  private var totalNameBytes = 0
  /// The requests for entries that the listing has not reached yet, by the number of the entry;
  /// each with the file that the viewer provides for the bytes, nil for a memfd.
  private var awaitedOutputs: [Int: EntryOutput?] = [:]
  private var ending: ServiceEnding?

  private init(socket: Int32, libraries: Libraries) {
    self.socket = socket
    self.libraries = libraries
  }

  /// Serves requests until the viewer closes the socket, or a message is invalid.
  public static func run(socket: Int32, libraries: Libraries) -> ServiceEnding {
    let service = ArchiveService(socket: socket, libraries: libraries)
    while true {
      service.serveNext()
      if let ending = service.ending { return ending }
    }
  }

  private func serveNext() {
    guard listingPass == nil || hasRequest else { return listNext() }
    var bytes = [UInt8](repeating: 0, count: ArchiveWireFormat.maxMessageBytes)
    var descriptor: Int32 = -1
    var count: Int32 = 1
    let received = helper_receive(socket, &bytes, bytes.count, &descriptor, &count)
    guard received > 0 else {
      ending = received == 0 ? .viewerClosed : .brokenSocket
      return
    }
    let came = count > 0 ? descriptor : nil
    switch try? ArchiveWireReader.request(from: Array(bytes.prefix(received))) {
    case .open(let limits, let maxUnrequestedBytes)?:
      guard let came, archiveFile == nil else { return ending = .brokenSocket }
      open(came, limits, maxUnrequestedBytes)
    case .readEntry(let index)?:
      guard archiveFile != nil else { return ending = .brokenSocket }
      unpack(index, into: came.map { EntryOutput(file: $0) })
    case nil: ending = .brokenSocket
    }
  }

  private var hasRequest: Bool {
    var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  private func send(_ reply: ArchiveReply, _ descriptor: Int32 = -1) {
    let bytes = ArchiveWireWriter.encode(reply)
    while ending == nil {
      let sent = helper_send(socket, bytes, bytes.count, descriptor)
      if sent == bytes.count { return }
      // The kernel refuses a message while too many descriptors are in messages that the viewer
      // has not received yet.
      guard sent < 0, pbview_errno() == ETOOMANYREFS else { return ending = .viewerClosed }
      var pause = timespec(tv_sec: 0, tv_nsec: Self.retryDelayNanoseconds)
      nanosleep(&pause, nil)
    }
  }

  /// The pause, in nanoseconds, before a message is sent again that the kernel refused: the viewer
  /// receives messages within a millisecond.
  private static let retryDelayNanoseconds = 2_000_000

  // MARK: The list

  private func open(_ descriptor: Int32, _ limits: ArchiveLimits, _ maxUnrequestedBytes: Int) {
    archiveFile = OwnedDescriptor(descriptor)
    self.limits = limits
    remainingUnrequestedBytes = maxUnrequestedBytes
    if let lister = libraries.pageLister { return listPages(lister, descriptor) }
    guard let library = libraries.archive else { return send(.listingEnded(Self.noLibrary)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      return send(.listingEnded(ArchiveFailure(.unreadable)))
    }
    guard status.st_size > 0 else { return send(.listingEnded(ArchiveFailure(.emptyFile))) }
    archiveSize = Int64(status.st_size)
    do throws(ArchiveFailure) {
      listingPass = try ArchivePass(library, descriptor, length: archiveSize, limits: limits)
    } catch {
      send(.listingEnded(error))
    }
  }

  /// Lists the pages of a document. Their bytes are not requested, because the viewer has the
  /// document.
  private func listPages(_ lister: Libraries.PageLister, _ descriptor: Int32) {
    var failure: ArchiveFailure?
    do throws(ArchiveFailure) {
      let document = try MappedDocument(descriptor)
      for (index, name) in try lister(document.bytes).get().prefix(limits.maxEntries).enumerated() {
        unsentEntries.append(ArchiveEntry(index: index, name: name, size: 0, modifiedSeconds: 0))
      }
    } catch {
      failure = error
    }
    sendList()
    send(.listingEnded(failure))
  }

  private func listNext() {
    guard let listingPass else { return }
    do throws(ArchiveFailure) {
      guard let entry = try listingPass.nextHeader() else { return finishListing(nil) }
      // Folders and links count towards the limit as well, because an archive may contain nothing
      // else.
      guard listingPass.entryIndex < limits.maxEntries else { throw Self.tooManyFiles }
      guard let header = entry else {
        // The data of this entry are read and discarded, so that the limits are checked;
        // libarchive would pass over them without checks.
        if listingPass.isSequential { try listingPass.read(limit: .max) { _, _ in true } }
        return
      }
      try addToList(header)
      if listingPass.isSequential { try sendOrSkip(header, in: listingPass) }
    } catch {
      finishListing(error)
    }
  }

  private static let tooManyFiles = ArchiveFailure(.tooLarge, detail: "too many files")

  private func addToList(_ header: ArchivePass.EntryHeader) throws(ArchiveFailure) {
    totalNameBytes += header.name.count
    guard totalNameBytes <= limits.maxTotalNameBytes else { throw Self.tooManyFiles }
    unsentEntries.append(
      ArchiveEntry(
        index: header.index, name: header.name, size: header.size,
        modifiedSeconds: header.modifiedSeconds))
  }

  /// Passes over an entry of an archive that can only be read from its beginning. A picture is sent
  /// to the viewer as long as it fits into the number of bytes that the viewer keeps.
  private func sendOrSkip(
    _ header: ArchivePass.EntryHeader, in pass: ArchivePass
  ) throws(ArchiveFailure) {
    let isAwaited = awaitedOutputs.keys.contains(header.index)
    let hasRoom =
      header.size <= remainingUnrequestedBytes
      && unrequestedFileCount < ArchiveWireFormat.maxKeptFiles
    guard isAwaited || (ArchiveName.isPicture(header.name) && hasRoom) else {
      if unsentEntries.count >= Self.maxUnsentEntries { sendList() }
      return try pass.read(limit: .max) { _, _ in true }
    }
    sendList()
    let file = awaitedOutputs.removeValue(forKey: header.index) ?? nil
    remainingUnrequestedBytes = max(
      0, remainingUnrequestedBytes - deliver(header.index, from: pass, into: file))
    unrequestedFileCount += 1
  }

  /// The number of listed entries at which the list so far is sent to the viewer, before the whole
  /// list is known.
  private static let maxUnsentEntries = 64

  private func finishListing(_ failure: ArchiveFailure?) {
    listingPass = nil
    sendList()
    send(.listingEnded(failure))
    let late = awaitedOutputs
    awaitedOutputs = [:]
    for (index, file) in late.sorted(by: { $0.key < $1.key }) { unpack(index, into: file) }
  }

  private func sendList() {
    let isSequential = listingPass?.isSequential ?? false
    let names = libraries.nameDecoder.decoded(unsentEntries.map(\.name), by: &charsetGuess)
    for (index, name) in names.enumerated() { unsentEntries[index].name = name }
    var message: [ArchiveEntry] = []
    var bytes = 0
    for entry in unsentEntries {
      if message.count == ArchiveWireFormat.maxEntriesPerMessage
        || bytes + entry.encodedByteCount > ArchiveWireFormat.maxMessageBytes - 64
      {
        send(.entries(message, isSequential: isSequential))
        (message, bytes) = ([], 0)
      }
      message.append(entry)
      bytes += entry.encodedByteCount
    }
    if !message.isEmpty { send(.entries(message, isSequential: isSequential)) }
    unsentEntries = []
  }

  // MARK: Files

  private func unpack(_ index: Int, into file: EntryOutput?) {
    if let listingPass, listingPass.entryIndex < index {
      awaitedOutputs[index] = .some(file)
      return
    }
    guard let library = libraries.archive, let archiveFile else {
      // A service for documents only lists pages, and cannot unpack files.
      let failure = libraries.pageLister == nil ? Self.noLibrary : Self.noSuchFile
      return send(.entryFailed(index: index, failure))
    }
    do throws(ArchiveFailure) {
      if unpackingPass.map({ $0.entryIndex >= index }) ?? true {
        unpackingPass = nil
        unpackingPass = try ArchivePass(
          library, archiveFile.number, length: archiveSize, limits: limits)
      }
      guard let pass = unpackingPass else { return }
      while pass.entryIndex < index {
        guard let entry = try pass.nextHeader() else { throw Self.noSuchFile }
        if pass.entryIndex == index, entry == nil { throw Self.noSuchFile }
        if pass.entryIndex < index, pass.isSequential {
          try pass.read(limit: .max) { _, _ in true }
        }
      }
      _ = deliver(index, from: pass, into: file)
    } catch {
      unpackingPass = nil
      send(.entryFailed(index: index, error))
    }
  }

  private static let noSuchFile = ArchiveFailure(.noSuchFile)
  private static let noLibrary = ArchiveFailure(.noLibrary, detail: LibArchive.package)

  /// Unpacks the current entry of a pass, and sends its bytes, or the reason why that is not
  /// possible.
  ///
  /// - Returns: the number of bytes that the viewer now has in memory; 0 for a file on the disk.
  private func deliver(_ index: Int, from pass: ArchivePass, into file: EntryOutput?) -> Int {
    do throws(ArchiveFailure) {
      guard let output = file ?? EntryOutput() else {
        throw ArchiveFailure(.unreadable, detail: "out of memory")
      }
      let limit =
        output.mustBeSent
        ? min(limits.maxBytesInMemory, limits.maxEntryBytes) : limits.maxEntryBytes
      try pass.read(limit: limit) { (piece, offset) throws(ArchiveFailure) in
        try output.write(piece, at: offset)
        return true
      }
      try output.seal()
      send(.entryRead(index: index, size: output.size), output.mustBeSent ? output.descriptor : -1)
      return output.mustBeSent ? output.size : 0
    } catch {
      send(.entryFailed(index: index, error))
      return 0
    }
  }
}

package import ArchiveWire
import CLinux
import Glibc
import RuntimeLibraries

/// The reader of one archive: a confined process that lists it and unpacks single files.
///
/// Two passes go over the archive. The first lists it; in an archive that can only be read from its
/// beginning it keeps what it passes, so that the first pages come before the list is complete. The
/// second unpacks what is requested, and goes on from where it stopped: only a request for an
/// earlier file begins again.
public final class ArchiveService {
  /// The reason for which the service ended.
  public enum Ending: Sendable {
    case viewerClosed
    case brokenSocket
  }

  /// The libraries, which must be loaded before the process is confined.
  public struct Libraries: Sendable {
    fileprivate let archive: LibArchive?
    fileprivate let charset: NameCharset
    /// The counter of the pages of a document; nil for a reader of archives.
    fileprivate let pages: PageCounter?

    /// Names the pages of the document with these bytes, in order.
    package typealias PageCounter =
      @Sendable (UnsafeRawBufferPointer) -> Result<[[UInt8]], ArchiveFailure>

    /// Makes the value for documents, whose libraries are loaded.
    package static func documents(_ pages: @escaping PageCounter) -> Libraries {
      Libraries(archive: nil, charset: NameCharset(), pages: pages)
    }

    /// Loads libarchive, if it is installed, and the converters of names.
    public static func load() -> Libraries {
      // Names in UTF-16, and in UTF-8 with a flag, are converted to the charset of the locale.
      _ = setlocale(LC_CTYPE, "C.UTF-8")
      return Libraries(archive: try? LibArchive(), charset: NameCharset(), pages: nil)
    }
  }

  private let socket: Int32
  private let libraries: Libraries
  private var archive: Int32 = -1
  private var length: Int64 = 0
  private var limits = ArchiveLimits()
  private var kept = 0
  /// The number of pictures that were sent while the archive was listed.
  private var keptFiles = 0
  /// The pass that lists the archive; nil before and after.
  private var listing: ArchivePass?
  /// The pass that unpacks requested files.
  private var unpacking: ArchivePass?
  /// The listed entries that are not sent yet.
  private var unsent: [ArchiveEntry] = []
  /// The charset of the names that were sent; nil before one that is not UTF-8.
  private var charsetGuess: NameCharset.Guess?
  /// The length of the names of all listed entries, in bytes.
  private var nameBytes = 0
  /// The requests for entries that the listing has not reached yet, by the number of the entry;
  /// each has the file that the viewer provides for the bytes, nil for a memfd.
  private var awaited: [Int: EntryOutput?] = [:]
  private var ending: Ending?

  private init(socket: Int32, libraries: Libraries) {
    self.socket = socket
    self.libraries = libraries
  }

  /// Answers requests until the viewer closes the socket.
  public static func run(socket: Int32, libraries: Libraries) -> Ending {
    let service = ArchiveService(socket: socket, libraries: libraries)
    while true {
      service.step()
      if let ending = service.ending { return ending }
    }
  }

  private func step() {
    guard listing == nil || hasRequest else { return listNext() }
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
    case .open(let limits, let keptBytes)?:
      guard let came, archive < 0 else { return ending = .brokenSocket }
      open(came, limits, keptBytes)
    case .entry(let index)?:
      guard archive >= 0 else { return ending = .brokenSocket }
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
      // The kernel bounds the number of descriptors that were sent and not received yet.
      guard sent < 0, pbview_errno() == ETOOMANYREFS else { return ending = .viewerClosed }
      var pause = timespec(tv_sec: 0, tv_nsec: Self.pause)
      nanosleep(&pause, nil)
    }
  }

  /// The time in nanoseconds after which a refused message is sent again: the viewer takes messages
  /// within a millisecond.
  private static let pause = 2_000_000

  // MARK: The list

  private func open(_ descriptor: Int32, _ limits: ArchiveLimits, _ keptBytes: Int) {
    archive = descriptor
    self.limits = limits
    kept = keptBytes
    if let pages = libraries.pages { return listPages(pages) }
    guard let library = libraries.archive else {
      return send(.listed(ArchiveFailure(.noLibrary, detail: LibArchive.package)))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else {
      return send(.listed(ArchiveFailure(.unreadable, detail: "the file is empty")))
    }
    length = Int64(status.st_size)
    do throws(ArchiveFailure) {
      listing = try ArchivePass(library, archive, length: length, limits: limits)
    } catch {
      send(.listed(error))
    }
  }

  /// Lists the pages of a document. Their bytes are those of the document, which the viewer has.
  private func listPages(_ pages: Libraries.PageCounter) {
    var failure: ArchiveFailure?
    do throws(ArchiveFailure) {
      let document = try MappedDocument(archive)
      for (index, name) in try pages(document.bytes).get().prefix(limits.entries).enumerated() {
        unsent.append(ArchiveEntry(index: index, name: name, size: 0, modified: 0))
      }
    } catch {
      failure = error
    }
    sendList()
    send(.listed(failure))
  }

  private func listNext() {
    guard let listing else { return }
    do throws(ArchiveFailure) {
      guard let entry = try listing.next() else { return finishListing(nil) }
      // Folders and links count, too: an archive may consist of nothing else.
      guard listing.index < limits.entries else { throw Self.tooManyFiles }
      guard let header = entry else {
        // Reading checks the limits; the library passes over data without them.
        if listing.isSequential { try listing.read(limit: .max) { _, _ in true } }
        return
      }
      try list(header)
      if listing.isSequential { try keepOrPass(header, in: listing) }
    } catch {
      finishListing(error)
    }
  }

  private static let tooManyFiles = ArchiveFailure(.tooLarge, detail: "too many files")

  private func list(_ header: ArchivePass.Header) throws(ArchiveFailure) {
    nameBytes += header.name.count
    guard nameBytes <= limits.nameBytes else { throw Self.tooManyFiles }
    unsent.append(
      ArchiveEntry(
        index: header.index, name: header.name, size: header.size, modified: header.modified))
  }

  /// Passes an entry of an archive that can only be read from its beginning. A picture is kept
  /// while the viewer has room for it.
  private func keepOrPass(
    _ header: ArchivePass.Header, in pass: ArchivePass
  ) throws(ArchiveFailure) {
    let isAwaited = awaited.keys.contains(header.index)
    let hasRoom = header.size <= kept && keptFiles < ArchiveWireFormat.maxKeptFiles
    guard isAwaited || (ArchiveName.isPicture(header.name) && hasRoom) else {
      if unsent.count >= Self.maxUnsent { sendList() }
      return try pass.read(limit: .max) { _, _ in true }
    }
    sendList()
    let file = awaited.removeValue(forKey: header.index) ?? nil
    kept = max(0, kept - deliver(header.index, from: pass, into: file))
    keptFiles += 1
  }

  /// The number of entries after which an incomplete list is sent.
  private static let maxUnsent = 64

  private func finishListing(_ failure: ArchiveFailure?) {
    listing = nil
    sendList()
    send(.listed(failure))
    let late = awaited
    awaited = [:]
    for (index, file) in late.sorted(by: { $0.key < $1.key }) { unpack(index, into: file) }
  }

  private func sendList() {
    let isStreamed = listing?.isSequential ?? false
    let names = libraries.charset.readable(unsent.map(\.name), by: &charsetGuess)
    for (index, name) in names.enumerated() { unsent[index].name = name }
    var message: [ArchiveEntry] = []
    var bytes = 0
    for entry in unsent {
      if message.count == ArchiveWireFormat.maxEntriesPerMessage
        || bytes + entry.wireBytes > ArchiveWireFormat.maxMessageBytes - 64
      {
        send(.entries(message, isStreamed: isStreamed))
        (message, bytes) = ([], 0)
      }
      message.append(entry)
      bytes += entry.wireBytes
    }
    if !message.isEmpty { send(.entries(message, isStreamed: isStreamed)) }
    unsent = []
  }

  // MARK: Files

  private func unpack(_ index: Int, into file: EntryOutput?) {
    if let listing, listing.index < index {
      awaited[index] = .some(file)
      return
    }
    guard let library = libraries.archive else { return }
    do throws(ArchiveFailure) {
      if unpacking.map({ $0.index >= index }) ?? true {
        unpacking = nil
        unpacking = try ArchivePass(library, archive, length: length, limits: limits)
      }
      guard let pass = unpacking else { return }
      while pass.index < index {
        guard let entry = try pass.next() else { throw Self.noSuchFile }
        if pass.index == index, entry == nil { throw Self.noSuchFile }
        if pass.index < index, pass.isSequential { try pass.read(limit: .max) { _, _ in true } }
      }
      _ = deliver(index, from: pass, into: file)
    } catch {
      unpacking = nil
      send(.failed(index: index, error))
    }
  }

  private static let noSuchFile = ArchiveFailure(.missing)

  /// Unpacks the current entry of a pass, and sends it or the reason why that is not possible.
  ///
  /// - Returns: the number of bytes that the viewer now keeps in memory.
  private func deliver(_ index: Int, from pass: ArchivePass, into file: EntryOutput?) -> Int {
    do throws(ArchiveFailure) {
      guard let output = file ?? EntryOutput() else {
        throw ArchiveFailure(.unreadable, detail: "out of memory")
      }
      let limit = output.isSent ? min(limits.memoryBytes, limits.entryBytes) : limits.entryBytes
      try pass.read(limit: limit) { (piece, offset) throws(ArchiveFailure) in
        try output.write(piece, at: offset)
        return true
      }
      try output.seal()
      send(.bytes(index: index, size: output.size), output.isSent ? output.descriptor : -1)
      return output.isSent ? output.size : 0
    } catch {
      send(.failed(index: index, error))
      return 0
    }
  }
}

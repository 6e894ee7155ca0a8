package import ArchiveWire
import CLinux
import GalleryCore
import Hashing
package import HelperProcesses
import Synchronization

/// The files in archives, found by paths that continue inside the archive, such as
/// `book.cbz/chapter/page.jpg`.
///
/// Its methods read the disk and wait for helper processes, so they must be called on background
/// threads.
package final class ArchiveFiles: Sendable {
  /// The instance that the whole program uses.
  package static let shared = ArchiveFiles()

  /// The maximum number of archives that stay open, each with a helper process: two that are
  /// compared, and one whose pages are copied.
  private static let maxOpenArchives = 3

  /// The location of a file in an archive: the path of the archive, and the path inside the
  /// archive.
  package struct ArchiveLocation: Hashable, Sendable {
    /// The path of the archive in the file system.
    package var archive: [UInt8]
    /// The path inside the archive, without a leading slash; empty for the archive itself.
    package var innerPath: [UInt8]
    fileprivate var key: ArchiveKey
  }

  /// The identity of an archive in one state of its file.
  fileprivate struct ArchiveKey: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    /// The modification time of the archive in nanoseconds since 1970.
    var modified: Int64
    var size: Int64

    init?(_ path: ArraySlice<UInt8>) {
      var info = stat()
      guard let result = withCString(path, { stat($0, &info) }), result == 0,
        Int32(bitPattern: info.st_mode) & S_IFMT == S_IFREG
      else { return nil }
      device = UInt64(info.st_dev)
      inode = UInt64(info.st_ino)
      modified = Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec)
      size = Int64(info.st_size)
    }

    /// A number that serves as the inode number of the file at `path` in the archive: the FNV-1a
    /// hash of the path and of the state of the archive.
    func substituteInode(of path: [UInt8]) -> UInt64 {
      let state = [inode, UInt64(bitPattern: modified), UInt64(bitPattern: size)]
      let bytes = state.flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
      }
      return FNV1a.hash(of: bytes + path)
    }
  }

  /// The properties of a file in an archive, as `stat` would return them.
  package struct EntryStatus: Hashable, Sendable {
    /// The device number of the archive that contains the file.
    package var device: UInt64
    /// The number that serves as the inode number of the file; it changes when the archive changes.
    package var inode: UInt64
    /// The modification time of the file in nanoseconds since 1970; that of the archive when the
    /// archive states none.
    package var modified: Int64
    /// The size of the file in bytes as the archive states it; 0 when the archive states none.
    package var size: Int64
  }

  /// The contents of a folder in an archive.
  package struct FolderContents: Sendable {
    /// The files of the folder, in the order of the archive, with their whole paths.
    package var files: [(path: [UInt8], status: EntryStatus)]
    /// The whole paths of the subfolders, in the order of the archive.
    package var folders: [[UInt8]]
    /// The identity of the folder, as `stat` would return it; the size is that of the archive.
    package var status: EntryStatus
    /// The reason why the list of files ends early; nil when the list is complete.
    package var failure: ArchiveFailure?
  }

  fileprivate struct Sessions {
    var openSessions: [ArchiveKey: ArchiveSession] = [:]
    /// The keys of the open archives, the least recently used one first.
    var usageOrder: [ArchiveKey] = []
  }

  private let source = Mutex(ArchiveSource.helpers)
  private let sessions = Mutex(Sessions())
  /// The number of archives that are open only for one question, such as a cover.
  private let temporarilyOpenCount = ConditionMutex(0)
  /// The maximum number of archives that are open only for one question: each has a helper process,
  /// and a folder may have thousands of archives.
  private static let maxTemporarilyOpenArchives = 2

  /// Makes an instance with open archives of its own, for tests.
  package init() {}

  /// Sets the origin of the answers about archives. Default: the helper processes.
  package func setSource(_ source: ArchiveSource) { self.source.withLock { $0 = source } }

  // MARK: Paths

  /// The location of a path in an archive, or of an archive itself; nil for any other path. Only
  /// files with the name of an archive count as archives.
  package static func location(of path: [UInt8]) -> ArchiveLocation? {
    let slash = UInt8(ascii: "/")
    var end = path.count
    while end > 1, path[end - 1] == slash { end -= 1 }
    for cut in ArchiveName.archivePrefixEnds(of: path) where cut < end {
      guard let key = ArchiveKey(path[..<cut]) else { continue }
      guard let parts = ArchiveName.safeComponents(of: Array(path[cut..<end])) else { return nil }
      return ArchiveLocation(
        archive: Array(path[..<cut]), innerPath: Array(parts.joined(separator: [slash])), key: key)
    }
    guard ArchiveName.isArchive(path[..<end]), let key = ArchiveKey(path[..<end]) else {
      return nil
    }
    return ArchiveLocation(archive: Array(path[..<end]), innerPath: [], key: key)
  }

  /// Whether a path is that of a file or folder in an archive. Only the path is examined, not the
  /// contents of the archive.
  package static func isInside(_ path: [UInt8]) -> Bool {
    ArchiveName.archivePrefixEnds(of: path).contains { ArchiveKey(path[..<$0]) != nil }
  }

  // MARK: Questions

  /// The properties of a file in an archive; nil when the path is not in an archive.
  ///
  /// - Throws: `.noSuchFile` when the archive has no such file, otherwise the reason why the
  ///   archive cannot be read.
  package func status(of path: [UInt8]) throws(ArchiveFailure) -> EntryStatus? {
    guard let location = Self.location(of: path), !location.innerPath.isEmpty else { return nil }
    if let file = ArchiveName.file(ofLeaf: path) {
      return location.isLeaf
        ? location.leafStatus : try location.nestedLeafStatus(in: status(of: file))
    }
    return try withSession(location) { session throws(ArchiveFailure) in
      try location.status(of: Self.file(location, in: session))
    }
  }

  /// Whether a path is that of an archive, or of a folder in one; false also when the archive
  /// cannot be read.
  package func isFolder(_ path: [UInt8]) -> Bool {
    guard let location = Self.location(of: path) else { return false }
    if location.innerPath.isEmpty { return true }
    let found = try? withSession(location) { session throws(ArchiveFailure) in
      try session.listing { $0.hasFolder(location.innerPath) }.hasFolder(location.innerPath)
    }
    return found ?? false
  }

  /// Opens a file in an archive; nil when the path is not in an archive.
  ///
  /// - Throws: the reason why the file cannot be unpacked.
  package func open(
    _ path: [UInt8]
  ) throws(ArchiveFailure) -> (descriptor: OwnedDescriptor, status: EntryStatus)? {
    guard let location = Self.location(of: path), !location.innerPath.isEmpty else { return nil }
    if let file = ArchiveName.file(ofLeaf: path) {
      if location.isLeaf { return (try Self.openArchiveFile(of: location), location.leafStatus) }
      guard let found = try open(file), let status = location.nestedLeafStatus(in: found.status)
      else { return nil }
      return (found.descriptor, status)
    }
    return try withSession(location) { session throws(ArchiveFailure) in
      let file = try Self.file(location, in: session)
      return (try Self.open(file, location, session), location.status(of: file))
    }
  }

  /// The contents of an archive, or of a folder in one; nil for any other path.
  ///
  /// - Throws: the reason why the files cannot be listed.
  package func contents(of path: [UInt8]) throws(ArchiveFailure) -> FolderContents? {
    guard let location = Self.location(of: path) else { return nil }
    return try withSession(location) { session throws(ArchiveFailure) in
      let listing = try session.listing { _ in false }
      guard let found = listing.contents(of: location.innerPath) else { throw Self.noSuchFile }
      return FolderContents(
        files: found.files.map { (location.path(of: $0.path), location.status(of: $0)) },
        folders: found.folders.map(location.path), status: location.folderStatus,
        failure: session.listFailure?.located(at: location))
    }
  }

  /// The identity of an archive, or of a folder in one, without reading the archive; nil for any
  /// other path.
  package static func folderStatus(of path: [UInt8]) -> EntryStatus? {
    location(of: path)?.folderStatus
  }

  /// The path of the first picture of an archive, or of a folder in one, in natural order; nil when
  /// there is none, or for any other path. In an archive that can only be read from its beginning,
  /// the first one among the files listed so far.
  ///
  /// - Throws: the reason why the archive cannot be listed.
  package func firstPicture(of path: [UInt8]) throws(ArchiveFailure) -> [UInt8]? {
    guard let location = Self.location(of: path) else { return nil }
    return try withSession(location) { session throws(ArchiveFailure) in
      try Self.firstPicture(of: location, in: session).map { location.path(of: $0.path) }
    }
  }

  /// Opens the first picture of an archive or of a folder in one; nil when there is none. The
  /// archive is closed afterwards, unless it was open before.
  ///
  /// - Throws: the reason why the picture cannot be found or unpacked.
  package func openCover(of path: [UInt8]) throws(ArchiveFailure) -> OwnedDescriptor? {
    try withTemporarySession(path) { session, location throws(ArchiveFailure) in
      guard let file = try Self.firstPicture(of: location, in: session) else { return nil }
      return try Self.open(file, location, session)
    } ?? nil
  }

  /// Whether an archive, or a folder in one, has a picture; nil when the archive cannot be read, or
  /// for any other path.
  package func hasPictures(_ path: [UInt8]) -> Bool? {
    let found = try? withTemporarySession(path) { session, location throws(ArchiveFailure) in
      try Self.firstPicture(of: location, in: session) != nil
    }
    return found ?? nil
  }

  /// Ends the helper processes of all open archives.
  package func closeAll() {
    let all = sessions.withLock { sessions in
      defer { sessions = Sessions() }
      return Array(sessions.openSessions.values)
    }
    for session in all { session.end() }
  }

  private static let noSuchFile = ArchiveFailure(.noSuchFile)

  private static func file(
    _ location: ArchiveLocation, in session: any ArchiveContents
  ) throws(ArchiveFailure) -> ArchiveListing.File {
    let listing = try session.listing { $0.file(at: location.innerPath) != nil }
    guard let file = listing.file(at: location.innerPath) else {
      throw session.listFailure ?? noSuchFile
    }
    return file
  }

  /// Opens a file of an archive. For the page of a document the document itself is opened, from
  /// which the decoder takes the page.
  private static func open(
    _ file: ArchiveListing.File, _ location: ArchiveLocation, _ session: any ArchiveContents
  ) throws(ArchiveFailure) -> OwnedDescriptor {
    ArchiveName.isDocument(location.archive)
      ? try openArchiveFile(of: location) : try session.open(file)
  }

  private static func openArchiveFile(of location: ArchiveLocation) throws(ArchiveFailure)
    -> OwnedDescriptor
  {
    guard let number = withCString(location.archive[...], { linux_open_for_reading($0) }),
      number >= 0
    else { throw ArchiveFailure(.unreadable, detail: systemMessage(pbview_errno())) }
    return OwnedDescriptor(number)
  }

  private static func firstPicture(
    of location: ArchiveLocation, in session: any ArchiveContents
  ) throws(ArchiveFailure) -> ArchiveListing.File? {
    if ArchiveName.isDocument(location.archive) {
      return try session.listing { _ in false }.files.first
    }
    let listing = try session.listing { $0.firstPicture(in: location.innerPath) != nil }
    return listing.firstPicture(in: location.innerPath)
  }

  // MARK: Sessions

  /// Calls `body` with the open archive. If its helper process ends meanwhile, `body` is called
  /// once more with the archive opened again in a new helper process.
  private func withSession<Found>(
    _ location: ArchiveLocation, _ body: (any ArchiveContents) throws(ArchiveFailure) -> Found
  ) throws(ArchiveFailure) -> Found {
    if let contents = try recordedContents(of: location) {
      do throws(ArchiveFailure) { return try body(contents) } catch {
        throw error.located(at: location)
      }
    }
    do throws(ArchiveFailure) {
      return try body(observedContents(of: session(for: location), at: location))
    } catch {
      guard error.kind == .crashed else { throw error.located(at: location) }
    }
    do throws(ArchiveFailure) {
      return try body(observedContents(of: session(for: location), at: location))
    } catch {
      throw error.located(at: location)
    }
  }

  /// Calls `body` with the archive, which is closed afterwards unless it was open before; nil for a
  /// path that is not that of an archive.
  private func withTemporarySession<Found>(
    _ path: [UInt8],
    _ body: (any ArchiveContents, ArchiveLocation) throws(ArchiveFailure) -> Found
  ) throws(ArchiveFailure) -> Found? {
    guard let location = Self.location(of: path) else { return nil }
    if let contents = try recordedContents(of: location) {
      do throws(ArchiveFailure) { return try body(contents, location) } catch {
        throw error.located(at: location)
      }
    }
    let running = sessions.withLock { $0.openSessions[location.key] }
    if let running, !running.hasEnded {
      do throws(ArchiveFailure) {
        return try body(observedContents(of: running, at: location), location)
      } catch {
        throw error.located(at: location)
      }
    }
    let isFirst: Bool? = temporarilyOpenCount.wait(within: ArchiveSession.defaultTimeout) {
      count in
      guard count < Self.maxTemporarilyOpenArchives else { return nil }
      count += 1
      return true
    }
    guard isFirst != nil else { throw ArchiveFailure(.tooSlow) }
    defer { temporarilyOpenCount.with { $0 -= 1 } }
    let session = try Self.startSession(location, keepsPictures: false)
    defer { session.end() }
    do throws(ArchiveFailure) {
      return try body(observedContents(of: session, at: location), location)
    } catch {
      throw error.located(at: location)
    }
  }

  /// The recorded answers about an archive; nil when helper processes give the answers.
  private func recordedContents(of location: ArchiveLocation) throws(ArchiveFailure) -> (
    any ArchiveContents
  )? {
    guard case .recorded(let contents) = source.withLock(\.self) else { return nil }
    guard let found = contents(location.archive) else {
      throw ArchiveFailure(.unreadable).located(at: location)
    }
    return found
  }

  /// The answers of a helper process, which are also reported to the observer if one is set.
  private func observedContents(
    of session: ArchiveSession, at location: ArchiveLocation
  ) -> any ArchiveContents {
    guard case .observed(let observer) = source.withLock(\.self) else { return session }
    return ObservedArchive(
      contents: session, archive: location.archive, modified: location.key.modified,
      size: location.key.size, observer: observer)
  }

  private func session(for location: ArchiveLocation) throws(ArchiveFailure) -> ArchiveSession {
    if let known = sessions.withLock({ $0.lookUp(location.key) }) { return known }
    let session = try Self.startSession(location, keepsPictures: true)
    // Another thread may have opened the archive meanwhile.
    let (kept, evicted) = sessions.withLock { sessions in
      if let known = sessions.lookUp(location.key) { return (known, [session]) }
      return (session, sessions.addEvicting(session, location.key, max: Self.maxOpenArchives))
    }
    for old in evicted { old.end() }
    return kept
  }

  private static func startSession(
    _ location: ArchiveLocation, keepsPictures: Bool
  ) throws(ArchiveFailure) -> ArchiveSession {
    let arguments =
      ArchiveName.isDocument(location.archive) ? ["--archive", "--documents"] : ["--archive"]
    return ArchiveSession(try openArchiveFile(of: location), keepsPictures: keepsPictures) {
      () throws(ArchiveFailure) in
      do throws(HelperStartFailure) {
        return try HelperConnection(
          HelperProgram.find("pbview-decoder", environmentVariable: "PBVIEW_DECODER"),
          arguments: arguments, maxMessageBytes: ArchiveWireFormat.maxMessageBytes)
      } catch {
        throw ArchiveFailure(.noHelper, detail: error.detail)
      }
    }
  }
}

extension ArchiveFiles.Sessions {
  /// The open archive with the key, which becomes the most recently used one; nil when it is not
  /// open or its helper has ended.
  fileprivate mutating func lookUp(_ key: ArchiveFiles.ArchiveKey) -> ArchiveSession? {
    guard let session = openSessions[key] else { return nil }
    usageOrder.removeAll { $0 == key }
    guard !session.hasEnded else {
      openSessions[key] = nil
      return nil
    }
    usageOrder.append(key)
    return session
  }

  /// Adds an open archive.
  ///
  /// - Returns: the archives to close, the least recently used ones, so that at most `max` are
  ///   open.
  fileprivate mutating func addEvicting(
    _ session: ArchiveSession, _ key: ArchiveFiles.ArchiveKey, max: Int
  ) -> [ArchiveSession] {
    openSessions[key] = session
    usageOrder.append(key)
    var evicted: [ArchiveSession] = []
    while usageOrder.count > max {
      if let old = openSessions.removeValue(forKey: usageOrder.removeFirst()) {
        evicted.append(old)
      }
    }
    return evicted
  }
}

extension ArchiveFailure {
  /// This failure, marked as one of the archive or of the document at `location`.
  fileprivate func located(at location: ArchiveFiles.ArchiveLocation) -> ArchiveFailure {
    var failure = self
    failure.isOfDocument = ArchiveName.isDocument(location.archive)
    return failure
  }
}

extension ArchiveFiles.ArchiveLocation {
  /// Whether the file on the disk is a picture file, and the location is that of one of its
  /// pictures. The bytes of such a picture are those of the whole file.
  fileprivate var isLeaf: Bool { !ArchiveName.isArchive(archive) }

  /// The properties of one of the pictures in a picture file that is itself in an archive, from the
  /// properties of that file.
  fileprivate func nestedLeafStatus(in file: ArchiveFiles.EntryStatus?) -> ArchiveFiles.EntryStatus?
  {
    guard var status = file else { return nil }
    status.inode = key.substituteInode(of: innerPath)
    return status
  }

  /// The properties of one of the pictures in a picture file on the disk.
  fileprivate var leafStatus: ArchiveFiles.EntryStatus {
    ArchiveFiles.EntryStatus(
      device: key.device, inode: key.substituteInode(of: innerPath), modified: key.modified,
      size: key.size)
  }

  fileprivate func path(of inner: [UInt8]) -> [UInt8] { archive + [UInt8(ascii: "/")] + inner }

  fileprivate func status(of file: ArchiveListing.File) -> ArchiveFiles.EntryStatus {
    ArchiveFiles.EntryStatus(
      device: key.device, inode: key.substituteInode(of: file.path),
      modified: file.modifiedSeconds == 0 ? key.modified : file.modifiedSeconds &* 1_000_000_000,
      size: Int64(clamping: file.size))
  }

  fileprivate var folderStatus: ArchiveFiles.EntryStatus {
    ArchiveFiles.EntryStatus(
      device: key.device, inode: innerPath.isEmpty ? key.inode : key.substituteInode(of: innerPath),
      modified: key.modified, size: key.size)
  }
}

extension ArchiveListing {
  /// The first picture in a folder, in natural order; when the folder itself has none, the first
  /// one in its subfolders. Nil when there is none.
  package func firstPicture(in folder: [UInt8]) -> File? {
    guard let contents = contents(of: folder) else { return nil }
    let pictures = contents.files.filter { ArchiveName.isPicture($0.path) }
    let first = pictures.min { NaturalOrder.areInIncreasingOrder($0.path, $1.path) }
    if let first { return first }
    for inner in NaturalOrder.sorted(contents.folders, name: { $0 }) {
      if let first = firstPicture(in: inner) { return first }
    }
    return nil
  }
}

/// Calls `body` with a path as a C string; nil when the path contains a NUL.
private func withCString<Result>(
  _ path: ArraySlice<UInt8>, _ body: (UnsafePointer<CChar>) -> Result
) -> Result? {
  guard !path.contains(0) else { return nil }
  return (Array(path) + [0]).withUnsafeBufferPointer { buffer in
    buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map(body) }
  }
}

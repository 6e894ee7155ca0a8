import ArchiveWire
import Archives
import BrowserHost
import CLinux
import Glibc
import HelperProcesses
import Recordings
import Synchronization

/// The file of a recording while the recording is being made. Threads that read folders write to
/// it, too.
nonisolated final class RecordingFile: Sendable {
  fileprivate struct State {
    /// The file of the recording, to which lines are written; nil after it has been closed.
    var file: OwnedDescriptor?
    var unwrittenBytes: [UInt8]
    /// Whether the first lines have been written; until then, all other lines stay in memory.
    var hasBegun = false
    var pseudonyms: Pseudonyms
    /// The contents of folders as they were recorded last.
    var recordedListings: [FilePath: FolderListing] = [:]
    /// The modification times of folders whose entries have not been added, removed or renamed
    /// since they were recorded, as long as these times stay.
    var settledTimes: [FilePath: Int64] = [:]
    /// The paths of folders as the user names them, by their paths without symbolic links.
    var userPathsByResolvedPath: [FilePath: FilePath] = [:]
    /// The states of archives as they were recorded last.
    var recordedArchives: [FilePath: ArchiveState] = [:]
    /// The paths in archives of unpacked files, by the identities of the unpacked files.
    var unpackedPaths: [UnnamedFile: FilePath] = [:]
    /// The paths in archives of files for which a failed unpacking was recorded.
    var failedMembers: Set<FilePath> = []
  }

  /// The state of an archive, by which a changed list of its files is recognised.
  fileprivate struct ArchiveState: Hashable {
    var modified: Int64
    var size: Int64
    var fileCount: Int
    var failure: ArchiveFailure.Kind?
  }

  /// The identity of a file that has no name on the disk, such as one that was unpacked from an
  /// archive.
  fileprivate struct UnnamedFile: Hashable {
    var device: UInt64
    var inode: UInt64

    /// Reads the identity of an open file that has no name on the disk; nil for any other file.
    init?(_ descriptor: Int32) {
      var info = stat()
      guard fstat(descriptor, &info) == 0, info.st_nlink == 0 else { return nil }
      device = UInt64(info.st_dev)
      inode = UInt64(info.st_ino)
    }
  }
  private let state: Mutex<State>
  private let currentFolder: FilePath
  /// Whether the real names of files are recorded instead of pseudonyms.
  let keepsNames: Bool

  /// The number of bytes in memory from which on they are written to the file without a call of
  /// ``flush()``.
  fileprivate static let maxUnwrittenBytes = 64 << 10
  /// The maximum number of entries of a folder that is listed again after a watch has reported a
  /// change in any folder. A larger folder is not listed again.
  private static let maxFolderEntries = 5000
  /// The minimum age of a folder's modification time, in nanoseconds, at which it is certain that a
  /// later change of the folder gets another time; the kernel counts these times in ticks of up to
  /// 10 ms.
  private static let minSettledAgeNanoseconds: Int64 = 20_000_000

  /// Makes a recording file that only the user can read. An older file is emptied, and its
  /// permissions are changed.
  ///
  /// - Parameter keepsNames: whether the real names of files are recorded instead of pseudonyms.
  /// - Returns: nil when the file cannot be made; `errno` has the reason.
  init?(_ path: FilePath, keepsNames: Bool) {
    let descriptor = path.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    _ = fchmod(descriptor, 0o600)
    state = Mutex(
      State(
        file: OwnedDescriptor(descriptor), unwrittenBytes: [],
        pseudonyms: Pseudonyms(keepsNames: keepsNames)))
    currentFolder = CurrentFolder.path
    self.keepsNames = keepsNames
  }

  /// Writes the first lines of the file, before all lines that are in memory.
  func begin(_ lines: [RecordedLine]) {
    state.withLock { state in
      let head = Recording.header + [10] + lines.flatMap { $0.bytes + [10] }
      state.unwrittenBytes = head + state.unwrittenBytes
      state.hasBegun = true
    }
    flush()
  }

  /// Adds a line, which may stay in memory until ``flush()``.
  func write(_ line: RecordedLine) {
    state.withLock { $0.add(line) }
  }

  /// Adds the lines with an answer of a desktop program, without lines of other threads between
  /// them.
  func write(_ answer: [RecordedLine.DesktopAnswer]) {
    state.withLock { state in
      for line in answer { state.add(.answer(line)) }
    }
  }

  func pseudonym(of path: FilePath) -> [UInt8] {
    let path = path.absolute(in: currentFolder)
    return state.withLock { state in
      let folder = state.userPathsByResolvedPath[path.folder] ?? path.folder
      return state.pseudonyms.pseudonymOfPath(folder.appending(path.name))
    }
  }

  /// Records the contents of a folder, unless they are as they were recorded last.
  ///
  /// - Parameter work: the number of the work that reads the folder now, which is recorded, too;
  ///   nil when no work reads it. Default: nil.
  func record(folder: FilePath, readBy work: Int? = nil) {
    let folder = folder.absolute(in: currentFolder)
    let modified = FolderIdentity(folder)?.modifiedNanoseconds
    guard let listing = FolderListing(folder) else { return }
    let resolved = folder.resolved
    state.withLock { state in
      if resolved != folder { state.userPathsByResolvedPath[resolved] = folder }
      state.settledTimes[folder] = modified.flatMap {
        FileStamp.nowNanoseconds - $0 < Self.minSettledAgeNanoseconds ? nil : $0
      }
      if let work { state.add(.folderReadBegan(work: work)) }
      state.add(listing, of: folder)
    }
  }

  /// Records again the contents of those folders to which entries were added, or in which entries
  /// were removed or renamed, since they were recorded. Folders of more than ``maxFolderEntries``
  /// entries are left out.
  func recordFoldersWithNewEntries() {
    let settled = state.withLock(\.settledTimes)
    recordChanges { settled[$0] == nil || settled[$0] != FolderIdentity($0)?.modifiedNanoseconds }
  }

  /// Records again the contents of those folders that have changed since they were recorded.
  /// Folders of more than ``maxFolderEntries`` entries are left out.
  ///
  /// - Parameter mayHaveChanged: tells whether a folder is listed again. Default: always.
  func recordChanges(where mayHaveChanged: (FilePath) -> Bool = { _ in true }) {
    let followed = state.withLock { state in
      state.recordedListings.filter { $0.value.entries.count <= Self.maxFolderEntries }.keys
        .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
    for folder in followed where mayHaveChanged(folder) { record(folder: folder) }
  }

  /// Records the size and modification time of a file, or the existence of a folder. For a file in
  /// an archive, the size and time of the archive are recorded.
  func record(argument path: FilePath) {
    let given = path.absolute(in: currentFolder)
    let path = ArchiveFiles.location(of: given.bytes).map { FilePath($0.archive) } ?? given
    var info = stat()
    guard path.withCString({ stat($0, &info) }) == 0 else { return }
    let isFolder = info.st_mode & S_IFMT == S_IFDIR
    let resolved = path.folder.resolved
    state.withLock { state in
      if resolved != path.folder { state.userPathsByResolvedPath[resolved] = path.folder }
      let name = state.pseudonyms.pseudonymOfPath(path)
      guard !isFolder else { return state.add(.folder(name)) }
      let time = Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec)
      state.add(.file(path: name, size: Int64(info.st_size), modifiedNanoseconds: max(0, time)))
    }
  }

  /// The path in its archive of an open file that was unpacked; nil for any other file.
  func archiveMemberPath(of descriptor: Int32) -> FilePath? {
    UnnamedFile(descriptor).flatMap { file in state.withLock { $0.unpackedPaths[file] } }
  }

  /// Writes all lines in memory to the file, so that they survive a crash of the program.
  func flush() {
    state.withLock { $0.flush() }
  }

  /// Writes all lines in memory and closes the file.
  func close() {
    state.withLock { state in
      state.flush()
      state.file = nil
    }
  }
}

nonisolated extension RecordingFile: ArchiveObserver {
  func didList(_ archive: [UInt8], _ list: ArchiveReport) {
    let path = FilePath(archive).absolute(in: currentFolder)
    let mark = ArchiveState(
      modified: list.modified, size: list.size, fileCount: list.files.count,
      failure: list.failure?.kind)
    state.withLock { state in
      guard state.recordedArchives[path] != mark else { return }
      state.recordedArchives[path] = mark
      state.add(list, of: path)
    }
  }

  func didOpen(
    _ file: ArchiveListing.File, of archive: [UInt8],
    _ result: Result<OwnedDescriptor, ArchiveFailure>
  ) {
    let path = FilePath(archive).absolute(in: currentFolder).appending(file.path)
    switch result {
    case .success(let descriptor):
      guard let key = UnnamedFile(descriptor.number) else { return }
      state.withLock { $0.unpackedPaths[key] = path }
    case .failure(let failure):
      state.withLock { state in
        guard state.failedMembers.insert(path).inserted else { return }
        let name = state.pseudonyms.pseudonymOfPath(path)
        state.add(.archive(.entryFailure(path: name, failureCode: failure.kind.rawValue)))
      }
    }
  }
}

nonisolated extension RecordingFile.State {
  fileprivate mutating func add(_ list: ArchiveReport, of archive: FilePath) {
    pseudonyms.assignNumbers(list.files.map(\.path), of: archive.bytes)
    let name = pseudonyms.pseudonymOfPath(archive)
    add(.archive(.list(path: name, failureCode: list.failure?.kind.rawValue)))
    for file in list.files {
      let inner = pseudonyms.pseudonymOfPath(archive.appending(file.path)).dropFirst(name.count + 1)
      add(
        .archive(
          .member(path: Array(inner), size: Int64(file.size), modifiedSeconds: file.modifiedSeconds)
        ))
    }
  }

  fileprivate mutating func add(_ line: RecordedLine) {
    unwrittenBytes += line.bytes
    unwrittenBytes.append(10)
    if unwrittenBytes.count > RecordingFile.maxUnwrittenBytes { flush() }
  }

  fileprivate mutating func add(_ listing: FolderListing, of folder: FilePath) {
    guard recordedListings[folder] != listing else { return }
    recordedListings[folder] = listing
    add(.folder(pseudonyms.pseudonymOfPath(folder)))
    for entry in listing.entries {
      add(
        .entry(
          RecordedLine.Entry(
            name: pseudonyms.pseudonymOfName(entry.name, in: folder.bytes), kind: entry.kind,
            size: entry.stamp.size, modifiedNanoseconds: entry.stamp.modified)))
    }
  }

  fileprivate mutating func flush() {
    guard hasBegun, let file, !unwrittenBytes.isEmpty else { return }
    writeAll(unwrittenBytes, to: file.number)
    unwrittenBytes.removeAll(keepingCapacity: true)
  }
}

nonisolated extension FilePath {
  /// The path with symbolic links resolved; the path itself when that fails.
  var resolved: FilePath {
    guard let name = withCString({ realpath($0, nil) }) else { return self }
    defer { free(name) }
    return FilePath(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }
}

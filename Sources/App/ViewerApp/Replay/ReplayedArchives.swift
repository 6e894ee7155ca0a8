import ArchiveWire
import Archives
import BaseDirectories
import BrowserHost
import Glibc
import HelperProcesses
import Recordings
import Synchronization

/// The recorded archives of a replay: their lists, and sparse files of the recorded sizes for the
/// files in them.
nonisolated final class ReplayedArchives: Sendable {
  fileprivate struct Archive {
    var files = ArchiveListing()
    /// The number of recorded files in the archive, also of those beyond the limits of a list.
    var recordedFileCount = 0
    var failure: ArchiveFailure?
  }
  fileprivate struct State {
    var archives: [[UInt8]: Archive] = [:]
    /// The failures of files that could not be unpacked, by their recorded paths.
    var unpackingFailures: [[UInt8]: ArchiveFailure] = [:]
    /// The recorded path of the archive whose files the next lines list; nil when these lines are
    /// skipped.
    var listedArchive: [UInt8]?
    /// The recorded paths of the archives whose lists were applied at their time in the replay.
    var replayedListings: Set<[UInt8]> = []
  }
  /// The maximum number of archives: a list takes more memory than its line in the recording.
  static let maxArchives = 10_000

  private let state = Mutex(State())
  /// The folder of the replay that stands for the root of the recorded disk.
  private let diskRoot: FilePath
  /// The folder for the files in archives.
  private let unpackedFolder: FilePath

  /// Makes an instance without archives.
  ///
  /// - Parameters:
  ///   - root: the folder of the replay that stands for the root of the recorded disk.
  ///   - folder: the folder for the files in archives.
  init(root: FilePath, in folder: FilePath) {
    self.diskRoot = root
    self.unpackedFolder = folder
  }

  /// Adopts the first list of every archive in a recording before the replay begins. Work may be
  /// done earlier in a replay than in the recording, and then needs a list before its line is
  /// applied.
  func adoptFirstLists(_ lines: [RecordedLine]) {
    state.withLock { state in
      for case .archive(let line) in lines {
        if case .list(let path, _) = line, state.archives[path] != nil {
          state.listedArchive = nil
        } else {
          state.adopt(line)
        }
      }
      state.listedArchive = nil
    }
  }

  /// Whether a line lists again an archive of which ``apply(_:)`` has applied a list before: the
  /// archive has changed in the recording.
  func listsChangedArchive(_ line: RecordedLine.Archive) -> Bool {
    guard case .list(let path, _) = line else { return false }
    return state.withLock { $0.replayedListings.contains(path) }
  }

  /// Applies a line about an archive at its time in the replay.
  func apply(_ line: RecordedLine.Archive) {
    state.withLock { state in
      state.adopt(line)
      if case .list = line, let path = state.listedArchive { state.replayedListings.insert(path) }
    }
  }

  /// The recorded answers about an archive, whose path is in the replay's folder; nil for an
  /// archive that is not in the recording.
  func recordedContents(of path: [UInt8]) -> (any ArchiveContents)? {
    guard FilePath(path).isBelow(diskRoot) else { return nil }
    let recorded = Array(path[diskRoot.bytes.count...])
    guard let archive = state.withLock({ $0.archives[recorded] }) else { return nil }
    let (files, failure) = (archive.files, archive.failure)
    return RecordedArchive(files, failure: failure) { [self] file throws(ArchiveFailure) in
      try sparseFile(for: file, of: recorded)
    }
  }

  /// The recorded path of a file in an archive, from the path of the sparse file for it; nil for
  /// any other file.
  func recordedPath(_ path: FilePath) -> [UInt8]? {
    path.isBelow(unpackedFolder) ? Array(path.bytes[unpackedFolder.bytes.count...]) : nil
  }

  /// Makes the sparse file for a file in an archive, or throws its recorded failure.
  private func sparseFile(
    for file: ArchiveListing.File, of archive: [UInt8]
  ) throws(ArchiveFailure) -> OwnedDescriptor {
    let recorded = archive + [UInt8(ascii: "/")] + file.path
    if let failure = state.withLock({ $0.unpackingFailures[recorded] }) { throw failure }
    let place = FilePath(unpackedFolder.bytes + recorded)
    PrivateFolder.make(place.folder.bytes)
    let draft = place.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    guard draft >= 0 else { throw ArchiveFailure(.unreadable) }
    // The file is sparse: its size takes no room on the disk.
    ftruncate(draft, off_t(file.size))
    close(draft)
    let number = place.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw ArchiveFailure(.unreadable) }
    return OwnedDescriptor(number)
  }
}

nonisolated extension ReplayedArchives.State {
  fileprivate mutating func adopt(_ line: RecordedLine.Archive) {
    switch line {
    case .list(let path, let failure):
      let isKnown = archives[path] != nil
      listedArchive = isKnown || archives.count < ReplayedArchives.maxArchives ? path : nil
      guard listedArchive != nil else { return }
      archives[path] = ReplayedArchives.Archive(failure: failure.map(Self.failure))
    case .member(let path, let size, let modified):
      guard let listedArchive, let count = archives[listedArchive]?.recordedFileCount else {
        return
      }
      archives[listedArchive]?.recordedFileCount = count + 1
      let entry = ArchiveEntry(
        index: count, name: path, size: Int(clamping: size), modifiedSeconds: modified)
      // A file beyond the limits of a list is left out.
      try? archives[listedArchive]?.files.add(entry)
    case .entryFailure(let path, let failure): unpackingFailures[path] = Self.failure(failure)
    }
  }

  private static func failure(_ code: UInt8) -> ArchiveFailure {
    ArchiveFailure(ArchiveFailure.Kind(rawValue: code) ?? .unreadable)
  }
}

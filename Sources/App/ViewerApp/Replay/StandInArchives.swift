import ArchiveWire
import Archives
import BrowserHost
import Glibc
import HelperProcesses
import Recordings
import Synchronization

/// The recorded archives of a replay: their lists, and files of the recorded sizes without content
/// in the place of their files.
nonisolated final class StandInArchives: Sendable {
  fileprivate struct Archive {
    var files = ArchiveListing()
    /// The number of recorded files, also of those that the list has refused.
    var count = 0
    var failure: ArchiveFailure?
  }
  fileprivate struct State {
    var archives: [[UInt8]: Archive] = [:]
    /// The files that cannot be unpacked, by their recorded paths.
    var refusals: [[UInt8]: ArchiveFailure] = [:]
    /// The recorded path of the archive whose files follow; nil for an archive whose files are
    /// skipped.
    var filled: [UInt8]?
    /// The archives whose lists have been adopted at their time.
    var adopted: Set<[UInt8]> = []
  }
  /// The maximum number of archives: the list of each takes more memory than its line.
  static let maxArchives = 10_000

  private let state = Mutex(State())
  /// The folder that stands for the root of the recorded disk.
  private let root: FilePath
  /// The folder with the files in the place of those in archives.
  private let folder: FilePath

  /// Makes an instance without archives.
  ///
  /// - Parameters:
  ///   - root: the folder that stands for the root of the recorded disk.
  ///   - folder: the folder for the files in the place of those in archives.
  init(root: FilePath, in folder: FilePath) {
    self.root = root
    self.folder = folder
  }

  /// Adopts the first list of every archive in a recording. A list is recorded when it was read,
  /// but work that is done early in a replay may need it before.
  func prepare(_ lines: [RecordedLine]) {
    state.withLock { state in
      for case .archive(let line) in lines {
        if case .list(let path, _) = line, state.archives[path] != nil {
          state.filled = nil
        } else {
          state.adopt(line)
        }
      }
      state.filled = nil
    }
  }

  /// Whether a line changes an archive whose list was adopted before.
  func isChange(_ line: RecordedLine.Archive) -> Bool {
    guard case .list(let path, _) = line else { return false }
    return state.withLock { $0.adopted.contains(path) }
  }

  /// Adopts a line at its time.
  func apply(_ line: RecordedLine.Archive) {
    state.withLock { state in
      state.adopt(line)
      if case .list = line, let path = state.filled { state.adopted.insert(path) }
    }
  }

  /// The recorded answers about the archive at a path in the tree; nil for an archive that is not
  /// recorded.
  func answers(about path: [UInt8]) -> (any ArchiveAnswers)? {
    guard FilePath(path).isBelow(root) else { return nil }
    let recorded = Array(path[root.bytes.count...])
    guard let archive = state.withLock({ $0.archives[recorded] }) else { return nil }
    let (files, failure) = (archive.files, archive.failure)
    return KnownArchive(files, failure: failure) { [self] file throws(ArchiveFailure) in
      try standIn(for: file, of: recorded)
    }
  }

  /// The recorded path of the file in an archive for which a file stands; nil for another file.
  func recordedPath(_ path: FilePath) -> [UInt8]? {
    path.isBelow(folder) ? Array(path.bytes[folder.bytes.count...]) : nil
  }

  private func standIn(
    for file: ArchiveListing.File, of archive: [UInt8]
  ) throws(ArchiveFailure) -> OwnedDescriptor {
    let recorded = archive + [UInt8(ascii: "/")] + file.path
    if let failure = state.withLock({ $0.refusals[recorded] }) { throw failure }
    let place = FilePath(folder.bytes + recorded)
    StateFile.make(place.folder)
    let draft = place.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    guard draft >= 0 else { throw ArchiveFailure(.unreadable) }
    // Sparse: the size takes no room on the disk.
    ftruncate(draft, off_t(file.size))
    close(draft)
    let number = place.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw ArchiveFailure(.unreadable) }
    return OwnedDescriptor(number)
  }
}

nonisolated extension StandInArchives.State {
  fileprivate mutating func adopt(_ line: RecordedLine.Archive) {
    switch line {
    case .list(let path, let failure):
      let isKnown = archives[path] != nil
      filled = isKnown || archives.count < StandInArchives.maxArchives ? path : nil
      guard filled != nil else { return }
      archives[path] = StandInArchives.Archive(failure: failure.map(Self.failure))
    case .member(let path, let size, let modified):
      guard let filled, let count = archives[filled]?.count else { return }
      archives[filled]?.count = count + 1
      let entry = ArchiveEntry(
        index: count, name: path, size: Int(clamping: size), modified: modified)
      // Files beyond the limits are left out.
      try? archives[filled]?.files.add(entry)
    case .refusal(let path, let failure): refusals[path] = Self.failure(failure)
    }
  }

  private static func failure(_ code: UInt8) -> ArchiveFailure {
    ArchiveFailure(ArchiveFailure.Kind(rawValue: code) ?? .unreadable)
  }
}

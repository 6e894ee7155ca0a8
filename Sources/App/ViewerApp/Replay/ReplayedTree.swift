import BaseDirectories
import BrowserHost
import CLinux
import Glibc
import Recordings

/// The files and folders of a replay, in a temporary folder. The files have the recorded sizes and
/// times, and no content, except for downloads whose content was recorded.
final class ReplayedTree {
  /// The temporary folder with everything that belongs to the replay.
  let replayFolder: FilePath
  /// The archives among the files.
  let archives: ReplayedArchives
  /// Called before a file is changed or removed, or appears in a folder that was listed before.
  /// Default: does nothing.
  var willChangeFile: () -> Void = {}
  /// The folder of the replay that stands for the root of the recorded disk.
  private let diskRoot: FilePath
  /// The folder whose entries the next lines list, with the names listed so far; nil outside such a
  /// list.
  private var openListing: (folder: FilePath, names: Set<[UInt8]>)?
  /// The folders whose entries have been listed.
  private var listedFolders: Set<FilePath> = []

  /// Makes an empty temporary folder; nil when that fails.
  init?() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/pbview-replay-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let path = template.dropLast().map { UInt8(bitPattern: $0) }
    replayFolder = FilePath(Array(path)).resolved
    diskRoot = replayFolder.appending(Array("disk".utf8))
    archives = ReplayedArchives(root: diskRoot, in: replayFolder.appending(Array("archives".utf8)))
    PrivateFolder.make(diskRoot.bytes)
  }

  /// The path in the temporary folder that stands for a recorded path.
  func replayPath(_ recorded: [UInt8]) -> FilePath {
    recorded == [UInt8(ascii: "/")] ? diskRoot : FilePath(diskRoot.bytes + recorded)
  }

  /// The recorded path for a path in the temporary folder; nil for a path outside it.
  func recordedPath(_ path: FilePath) -> [UInt8]? {
    path.isBelow(diskRoot)
      ? Array(path.bytes[diskRoot.bytes.count...]) : archives.recordedPath(path)
  }

  /// Changes the files as a line of the recording says. A line that is not about the disk only ends
  /// the list of a folder.
  func apply(_ line: RecordedLine) {
    switch line {
    case .folder(let path):
      endListing()
      openListing = (self.replayPath(path), [])
    case .entry(let entry):
      guard let folder = openListing?.folder else { return }
      if openListing?.names.isEmpty ?? true { PrivateFolder.make(folder.bytes) }
      openListing?.names.insert(entry.name)
      let file = folder.appending(entry.name)
      switch entry.kind {
      case .file: placeFile(file, size: entry.size, modified: entry.modifiedNanoseconds)
      case .folder: PrivateFolder.make(file.bytes)
      case .brokenLink: _ = file.withCString { symlink("nowhere", $0) }
      case .special: _ = file.withCString { mkfifo($0, 0o600) }
      }
    case .file(let path, let size, let modified):
      endListing()
      let file = self.replayPath(path)
      PrivateFolder.make(file.folder.bytes)
      placeFile(file, size: size, modified: modified)
    case .content(let path, let offset, let bytes):
      endListing()
      write(bytes, at: offset, in: self.replayPath(path))
    case .archive(let line):
      endListing()
      if archives.listsChangedArchive(line) { willChangeFile() }
      archives.apply(line)
    default: endListing()
    }
  }

  /// Makes the file that stands for a downloaded one. It has the recorded size and, if the
  /// recording contains it, the recorded content.
  ///
  /// - Parameters:
  ///   - recorded: the recorded path.
  ///   - size: the size in bytes.
  /// - Returns: the path of the file in the temporary folder.
  func placeDownload(_ recorded: [UInt8], size: Int64) -> FilePath {
    let file = replayPath(recorded)
    PrivateFolder.make(file.folder.bytes)
    let descriptor = file.withCString {
      open($0, O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { return file }
    // The file is sparse, except for recorded content.
    ftruncate(descriptor, off_t(size))
    close(descriptor)
    return file
  }

  private func write(_ bytes: [UInt8], at offset: Int64, in file: FilePath) {
    PrivateFolder.make(file.folder.bytes)
    let descriptor = file.withCString {
      open($0, O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { return }
    _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    close(descriptor)
  }

  /// Ends the list of a folder: files of the folder that the list did not have are removed.
  private func endListing() {
    guard let openListing else { return }
    self.openListing = nil
    PrivateFolder.make(openListing.folder.bytes)
    if !openListing.names.isEmpty { listedFolders.insert(openListing.folder) }
    for name in FolderListing.allNames(in: openListing.folder)
    where !openListing.names.contains(name) {
      guard name.first != UInt8(ascii: "."), !openListing.names.isEmpty else { continue }
      let file = openListing.folder.appending(name)
      willChangeFile()
      // Only files are removed: unlink fails for a folder, whose contents may still be needed.
      _ = file.withCString { unlink($0) }
    }
  }

  /// Gives a file a size in bytes and a modification time in nanoseconds since 1970. The file is
  /// made if it does not exist.
  private func placeFile(_ file: FilePath, size: Int64, modified: Int64) {
    let stamp = FileStamp(modified: modified, size: size)
    var found = FileStamp.read(file)?.stamp
    guard found != stamp else { return }
    if found != nil || listedFolders.contains(file.folder) {
      willChangeFile()
      // `willChangeFile` may have performed work that makes the file, so the file is examined
      // again.
      found = FileStamp.read(file)?.stamp
      guard found != stamp else { return }
    }
    // A new file replaces a pipe, which has no size and whose opening would wait for a reader.
    let exists = found != nil && Self.isRegular(file)
    // A new file is made under another name, and renamed when it is complete.
    let draft = exists ? file : replayFolder.appending(Array("draft".utf8))
    let descriptor = draft.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { return }
    // The file is sparse: its size takes no room on the disk.
    ftruncate(descriptor, off_t(size))
    let time = timespec(
      tv_sec: Int(modified / 1_000_000_000), tv_nsec: Int(modified % 1_000_000_000))
    var times = [time, time]
    futimens(descriptor, &times)
    close(descriptor)
    guard !exists else { return }
    _ = draft.withCString { from in file.withCString { to in rename(from, to) } }
  }

  private static func isRegular(_ file: FilePath) -> Bool {
    var info = stat()
    return file.withCString { lstat($0, &info) } == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// Removes the temporary folder with everything in it.
  func remove() { Self.remove(replayFolder) }

  /// The maximum depth of subfolders whose contents are removed.
  private static let maxDepth = 64

  /// Removes a folder with everything in it.
  static func remove(_ folder: FilePath, depth: Int = 0) {
    for name in FolderListing.allNames(in: folder) where name != [46] && name != [46, 46] {
      let inner = folder.appending(name)
      guard inner.withCString({ unlink($0) }) != 0, depth < maxDepth else { continue }
      remove(inner, depth: depth + 1)
    }
    _ = folder.withCString { rmdir($0) }
  }
}

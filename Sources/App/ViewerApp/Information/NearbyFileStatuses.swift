import BrowserHost
import Imaging

/// The last known file sizes and dates of a page and its neighbours, and the choice of the files to
/// examine again.
nonisolated struct NearbyFileStatuses {
  private var knownStatuses: [FilePath: FileStatus] = [:]
  /// The identities that the files had when their pictures were read, for the detection of
  /// rewritten files.
  private var identities: [FilePath: FileIdentity] = [:]
  /// The files whose sizes and dates are being read.
  private var filesBeingRead: Set<FilePath> = []
  /// The file of the current page at the latest call of ``beginReading(_:identity:)``.
  private var currentFile: FilePath?

  /// The last known size and date of a file; nil while they are not known.
  subscript(path: FilePath) -> FileStatus? { knownStatuses[path] }

  /// Chooses the files to examine: those whose size and date are not known, the file of a page that
  /// has become current, and files that were rewritten, so that their pictures were read anew with
  /// another identity.
  ///
  /// - Parameters:
  ///   - near: the files of the page and its neighbours, that of the page first; other files are
  ///     forgotten.
  ///   - identity: gives the identity that a file had when its picture was read; nil when no
  ///     picture was read.
  /// - Returns: the files to examine, whose results are passed to ``finishReading(_:_:)``.
  mutating func beginReading(
    _ near: [FilePath], identity: (FilePath) -> FileIdentity?
  ) -> [FilePath] {
    let isOther = near.first != currentFile
    currentFile = near.first
    knownStatuses = knownStatuses.filter { near.contains($0.key) }
    identities = identities.filter { near.contains($0.key) }
    var wanted: [FilePath] = []
    for path in near where path.webAddress == nil && !filesBeingRead.contains(path) {
      let picture = identity(path)
      let isRewritten = picture != nil && identities[path].map { $0 != picture } ?? false
      if let picture { identities[path] = picture }
      if knownStatuses[path] == nil || isOther && path == currentFile || isRewritten {
        wanted.append(path)
      }
    }
    filesBeingRead.formUnion(wanted)
    return wanted
  }

  /// Stores the sizes and dates of files that were examined, in the same order.
  mutating func finishReading(_ paths: [FilePath], _ statuses: [FileStatus]) {
    filesBeingRead.subtract(paths)
    for (path, status) in zip(paths, statuses) { knownStatuses[path] = status }
  }
}

import BrowserHost
import Imaging

/// The last known sizes and dates of the files near a page, and the choice of those that are to be
/// read.
nonisolated struct NearbyStatuses {
  private var known: [FilePath: FileStatus] = [:]
  /// The files as their pictures were read when ``known`` was.
  private var identities: [FilePath: FileIdentity] = [:]
  /// The files whose status is being read.
  private var asked: Set<FilePath> = []
  /// The file whose status was read when its page became current.
  private var current: FilePath?

  /// The last known status of a file; nil while it is not known.
  subscript(path: FilePath) -> FileStatus? { known[path] }

  /// Begins to read the files near the page that have no status, the current file again when its
  /// page has become current, and files whose pictures were read again because they have changed.
  ///
  /// - Parameters:
  ///   - near: the files near the page, that of the page first; other files are forgotten.
  ///   - identity: the file as its picture was read; nil when it was not read.
  /// - Returns: the files to read, for ``finish(_:_:)``.
  mutating func begin(
    _ near: [FilePath], identity: (FilePath) -> FileIdentity?
  ) -> [FilePath] {
    let isOther = near.first != current
    current = near.first
    known = known.filter { near.contains($0.key) }
    identities = identities.filter { near.contains($0.key) }
    var wanted: [FilePath] = []
    for path in near where path.webAddress == nil && !asked.contains(path) {
      let picture = identity(path)
      let isRewritten = picture != nil && identities[path].map { $0 != picture } ?? false
      if let picture { identities[path] = picture }
      if known[path] == nil || isOther && path == current || isRewritten { wanted.append(path) }
    }
    asked.formUnion(wanted)
    return wanted
  }

  /// Stores the statuses of files that were read.
  mutating func finish(_ paths: [FilePath], _ statuses: [FileStatus]) {
    asked.subtract(paths)
    for (path, status) in zip(paths, statuses) { known[path] = status }
  }
}

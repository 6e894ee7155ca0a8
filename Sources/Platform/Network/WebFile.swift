/// A downloaded picture in a file that a decoder can read.
nonisolated public struct WebFile: Sendable {
  /// The path of the file; for a file without a name, a path that is valid in this process only.
  public var path: String
  /// The size of the file in bytes.
  public var count: Int
  /// The media type in lower case, such as `image/jpeg`; empty when the server did not send one.
  public var contentType: String
  /// The owner of a file without a name, which exists as long as the owner.
  let holder: FileHolder?
}

nonisolated extension WebFile {
  /// The picture of a cache entry.
  init(_ entry: CacheEntry, in cache: WebCache) {
    self.init(
      path: cache.path(of: entry), count: entry.length, contentType: entry.contentType, holder: nil)
  }

  /// The received part of a picture.
  init(_ part: PartialFile, contentType: String) {
    self.init(
      path: part.path, count: part.count, contentType: contentType,
      holder: part.hasName ? nil : FileHolder(part))
  }
}

/// A holder that keeps a file open as long as a reference to this object exists. Sharing it is safe
/// because its contents are never used.
nonisolated final class FileHolder: @unchecked Sendable {
  // Never accessed after init.
  private let file: PartialFile
  init(_ file: PartialFile) { self.file = file }
}

/// The progress of a download.
nonisolated public struct WebProgress: Sendable {
  /// The number of received bytes.
  public var received: Int
  /// The number of all bytes of the picture; nil when the server does not send it.
  public var total: Int?
  /// The part of the picture that was received; nil before the first byte.
  public var part: WebFile?

  /// The progress from 0 to 1; nil when the length is unknown.
  public var share: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, Double(received) / Double(total))
  }
}

/// An update of a task: any number of `progress` and `kept`, then one last update of another case,
/// unless the task is cancelled.
nonisolated public enum WebUpdate: Sendable {
  /// More bytes were received.
  case progress(WebProgress)
  /// The cached copy, to be shown while the server revalidates it.
  case kept(WebFile)
  /// The download is complete. This is the last update.
  case finished(WebFile)
  /// The cached copy is still valid. This is the last update.
  case confirmed(WebFile)
  /// The cached copy could not be revalidated and remains in use. This is the last update.
  case stale(WebFile, NetworkFailure)
  /// The download failed, perhaps after a part was received. This is the last update.
  case failed(NetworkFailure, part: WebFile?)
}

/// Bytes from the web, where a helper can read them.
nonisolated public struct WebFile: Sendable {
  /// The path of the file.
  public var path: String
  /// How many bytes there are.
  public var count: Int
  /// What the server says it is, in lower case: `image/jpeg`. "" when it does not say.
  public var contentType: String
  /// Keeps a file without a name alive.
  let holder: FileHolder?
}

nonisolated extension WebFile {
  /// What is kept under an entry.
  init(_ entry: CacheEntry, in cache: WebCache) {
    self.init(
      path: cache.path(of: entry), count: entry.length, contentType: entry.contentType, holder: nil)
  }

  /// What there is of a picture by now.
  init(_ part: PartialFile, contentType: String) {
    self.init(
      path: part.path, count: part.count, contentType: contentType,
      holder: part.hasName ? nil : FileHolder(part))
  }
}

/// Whoever has it keeps a file open. Only its life is shared, nothing in it.
nonisolated final class FileHolder: @unchecked Sendable {
  // Never touched after init: see the type.
  private let file: PartialFile
  init(_ file: PartialFile) { self.file = file }
}

/// How far a picture has come.
nonisolated public struct WebProgress: Sendable {
  /// Bytes that are there.
  public var received: Int
  /// Bytes there will be; nil when the server does not say.
  public var total: Int?
  /// What there is of it; nil before the first byte.
  public var part: WebFile?

  /// From 0 to 1; nil when nobody knows.
  public var share: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, Double(received) / Double(total))
  }
}

/// What asking for a picture leads to: any number of the first two, then one of the others, unless
/// the task is cancelled.
nonisolated public enum WebUpdate: Sendable {
  /// It has come further.
  case progress(WebProgress)
  /// What was kept from another time, to be seen while the server is asked whether it has changed.
  case kept(WebFile)
  /// It is there. The last update.
  case finished(WebFile)
  /// What was kept is unchanged. The last update.
  case confirmed(WebFile)
  /// What was kept is still the best there is, because the server could not be asked. The last
  /// update.
  case stale(WebFile, NetworkFailure)
  /// There will be none, only, perhaps, a part of it. The last update.
  case failed(NetworkFailure, part: WebFile?)
}

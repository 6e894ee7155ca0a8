/// A downloaded picture, or the received part of one, in a file that a decoder can read.
nonisolated public struct WebFile: Sendable {
  /// The path of the file; for a file in memory, a path that is valid only in this process.
  public var path: String
  /// The size of the file in bytes.
  public var byteCount: Int
  /// The media type of the picture in lower case, such as `image/jpeg`; empty when the server sent
  /// none.
  public var contentType: String
  /// The address from which the file came in the end, without user name and password, when the
  /// server redirected the request; empty otherwise.
  package var redirection = ""
  /// The object that keeps a file in memory alive; nil for a file in a folder.
  let retainedFile: RetainedFile?
}

nonisolated extension WebFile {
  /// Makes a value for the picture of a record in the cache.
  init(_ entry: CacheEntry, in cache: WebCache) {
    self.init(
      path: cache.path(of: entry), byteCount: entry.length, contentType: entry.contentType,
      redirection: entry.redirection, retainedFile: nil)
  }

  /// Makes a value for the received part of a picture, from a response with the head `head`.
  init(_ part: PartialFile, _ head: ResponseHead) {
    self.init(
      path: part.path, byteCount: part.byteCount, contentType: head.contentType,
      redirection: head.redirection, retainedFile: part.hasName ? nil : RetainedFile(part))
  }
}

nonisolated extension WebFile {
  /// Makes a value for a file outside of the cache, which a substitute for a session provides and
  /// keeps.
  package init(path: String, byteCount: Int, contentType: String, redirection: String = "") {
    self.init(
      path: path, byteCount: byteCount, contentType: contentType, redirection: redirection,
      retainedFile: nil)
  }
}

/// An object that keeps a file open as long as a reference to the object exists. Threads can share
/// the object, because the file in it is never used.
nonisolated final class RetainedFile: @unchecked Sendable {
  // The property is never accessed after `init`.
  private let file: PartialFile
  init(_ file: PartialFile) { self.file = file }
}

/// The progress of the download of a picture.
nonisolated public struct WebProgress: Sendable {
  /// The number of bytes received so far.
  public var received: Int
  /// The size of the whole picture in bytes; nil when the server does not send the size.
  public var total: Int?
  /// The file with the received part of the picture; nil before the first byte.
  public var part: WebFile?

  package init(received: Int, total: Int?, part: WebFile?) {
    self.received = received
    self.total = total
    self.part = part
  }

  /// The completed part of the download, 0…1; nil when the size of the picture is unknown.
  public var receivedFraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, Double(received) / Double(total))
  }
}

/// An update of a request for a picture: any number of `progress` and `cachedCopy`, and one last
/// update of another case unless the request is cancelled.
nonisolated public enum WebUpdate: Sendable {
  /// More bytes of the picture were received.
  case progress(WebProgress)
  /// The cached copy is available, to be shown while the server is asked whether it is still valid.
  case cachedCopy(WebFile)
  /// The download is complete; the last update.
  case finished(WebFile)
  /// The cached copy is still valid; the last update.
  case confirmed(WebFile)
  /// The server could not be asked whether the cached copy is valid, and the copy remains in use;
  /// the last update.
  case stale(WebFile, NetworkFailure)
  /// The download failed; `part` is the file with the part that was received, if that can be shown.
  /// The last update.
  case failed(NetworkFailure, part: WebFile?)
}

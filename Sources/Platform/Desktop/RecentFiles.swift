import CGio

/// A file the person has opened or saved with any program of the desktop.
nonisolated public struct RecentFile: Hashable, Sendable {
  /// The path, as bytes.
  public var path: [UInt8]
  /// When it was used last, in seconds since 1970.
  public var used: Int64

  /// Makes one from its parts.
  public init(path: [UInt8], used: Int64) {
    self.path = path
    self.used = used
  }
}

/// The desktop's list of recently used files.
///
/// Reading it takes as long as the list is; call it on a thread of its own.
///
/// - Source: freedesktop.org, Desktop Bookmark Specification: `recently-used.xbel`.
nonisolated public enum RecentFiles {
  /// At most so many pictures are taken: a person looks for something recent.
  public static let most = 500

  /// The pictures among them that exist, last used first.
  ///
  /// - Parameters:
  ///   - list: the list's path; the user's own unless given.
  ///   - limit: how many at most.
  /// - Returns: none when there is no list.
  /// - Throws: `.unreadable` when there is one that cannot be read.
  public static func pictures(
    in list: [UInt8]? = nil, limit: Int = most
  ) throws(DesktopError) -> [RecentFile] {
    guard let bookmarks = g_bookmark_file_new() else { return [] }
    defer { g_bookmark_file_free(bookmarks) }
    try load(list ?? usualList, into: bookmarks)
    var count: gsize = 0
    let uris = g_bookmark_file_get_uris(bookmarks, &count)
    defer { g_strfreev(uris) }
    guard let uris else { return [] }
    var found: [RecentFile] = []
    for index in 0..<Int(count) {
      guard let uri = uris[index], isPicture(uri, in: bookmarks), let path = localPath(of: uri)
      else { continue }
      found.append(RecentFile(path: path, used: lastUse(of: uri, in: bookmarks)))
    }
    // Only as many files are looked for as are shown: some may lie on a slow machine.
    found.sort { $0.used > $1.used }
    return Array(found.lazy.filter { isFile($0.path) }.prefix(limit))
  }

  /// Where the user's list is.
  private static var usualList: [UInt8] {
    guard let folder = g_get_user_data_dir() else { return [] }
    return Array(String(cString: folder).utf8).appending(name: "recently-used.xbel".utf8)
  }

  private static func load(
    _ list: [UInt8], into bookmarks: OpaquePointer
  ) throws(DesktopError) {
    var failure: UnsafeMutablePointer<GError>?
    let isLoaded = list.withCString { g_bookmark_file_load_from_file(bookmarks, $0, &failure) }
    defer { g_clear_error(&failure) }
    guard isLoaded == 0, let error = failure?.pointee else { return }
    if error.domain == g_file_error_quark(), error.code == Int32(G_FILE_ERROR_NOENT.rawValue) {
      return
    }
    throw .unreadable(
      file: String(decoding: list, as: UTF8.self), reason: String(cString: error.message))
  }

  private static func isPicture(
    _ uri: UnsafeMutablePointer<CChar>, in bookmarks: OpaquePointer
  ) -> Bool {
    // Private ones are for the programs that made them.
    guard g_bookmark_file_get_is_private(bookmarks, uri, nil) == 0,
      let type = g_bookmark_file_get_mime_type(bookmarks, uri, nil)
    else { return false }
    defer { g_free(type) }
    return String(cString: type).hasPrefix("image/")
  }

  /// The path a `file:` URI of this machine names; nil for others.
  private static func localPath(of uri: UnsafeMutablePointer<CChar>) -> [UInt8]? {
    var host: UnsafeMutablePointer<CChar>?
    guard let name = g_filename_from_uri(uri, &host, nil) else { return nil }
    defer {
      g_free(name)
      g_free(host)
    }
    guard host == nil || host.map({ String(cString: $0) }) == "localhost" else { return nil }
    return Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// Programs that open a file touch one or the other.
  private static func lastUse(
    of uri: UnsafeMutablePointer<CChar>, in bookmarks: OpaquePointer
  ) -> Int64 {
    let times = [
      g_bookmark_file_get_modified_date_time(bookmarks, uri, nil),
      g_bookmark_file_get_visited_date_time(bookmarks, uri, nil),
    ]
    // The bookmarks own them.
    return times.compactMap { $0.map { Int64(g_date_time_to_unix($0)) } }.max() ?? 0
  }

  private static func isFile(_ path: [UInt8]) -> Bool {
    path.withCString { g_file_test($0, G_FILE_TEST_IS_REGULAR) } != 0
  }
}

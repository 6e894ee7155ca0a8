import CGio
import Glibc

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
    guard let list = list ?? usualList, exists(list) else { return [] }
    var found: [RecentFile] = []
    do throws(GLibFailure) {
      let bookmarks = try Bookmarks(reading: list)
      bookmarks.forEach { uri in
        guard bookmarks.isPicture(uri), let path = bookmarks.localPath(of: uri) else { return }
        found.append(RecentFile(path: path, used: bookmarks.lastUse(of: uri)))
      }
    } catch {
      throw .unreadable(file: String(decoding: list, as: UTF8.self), reason: error.reason)
    }
    // Only as many files are looked for as are shown: some may lie on a slow machine.
    found.sort { $0.used > $1.used }
    return Array(found.lazy.filter { isFile($0.path) }.prefix(limit))
  }

  /// Adds files to the list as used now. Files of the list are moved to its front.
  ///
  /// The list is read, changed and replaced atomically, as other programs do; it is left alone when it cannot be
  /// read. Missing folders above it are made. Call it on a thread of its own.
  ///
  /// - Parameters:
  ///   - files: The absolute paths, as bytes, and their media types.
  ///   - program: The name of the program, and its command line with `%u` for the file.
  ///   - list: The path of the list; the user's own by default.
  /// - Throws: `.unreadable` when there is a list that cannot be read, `.unwritable` when it cannot be replaced.
  public static func add(
    _ files: [(path: [UInt8], type: String)], program: (name: String, command: String),
    in list: [UInt8]? = nil
  ) throws(DesktopError) {
    guard let list = list ?? usualList, !files.isEmpty else { return }
    let name = String(decoding: list, as: UTF8.self)
    let bookmarks: Bookmarks
    do throws(GLibFailure) {
      bookmarks = try exists(list) ? Bookmarks(reading: list) : Bookmarks()
    } catch {
      throw .unreadable(file: name, reason: error.reason)
    }
    do throws(GLibFailure) {
      for file in files { try bookmarks.add(file.path, type: file.type, program: program) }
      ParentFolders.make(above: list)
      try bookmarks.save(to: list)
    } catch {
      throw .unwritable(file: name, reason: error.reason)
    }
  }

  /// Where the user's list is; nil where nothing could read it.
  private static var usualList: [UInt8]? {
    guard let folder = try? GLibLibrary.shared.get().userDataFolder() else { return nil }
    return Array(String(cString: folder).utf8).appending(name: "recently-used.xbel".utf8)
  }

  /// False only when it is certain that there is none.
  private static func exists(_ list: [UInt8]) -> Bool {
    list.withCString { access($0, F_OK) } == 0 || errno != ENOENT
  }

  private static func isFile(_ path: [UInt8]) -> Bool {
    var info = stat()
    return path.withCString { stat($0, &info) } == 0 && info.st_mode & S_IFMT == S_IFREG
  }
}

/// A list of bookmarks in GLib's memory.
nonisolated private final class Bookmarks {
  typealias URI = UnsafeMutablePointer<CChar>

  private let glib: GLibLibrary
  /// Owned; freed in deinit.
  private let list: OpaquePointer

  /// Makes an empty list.
  init() throws(GLibFailure) {
    glib = try GLibLibrary.shared.get()
    guard let list = glib.makeBookmarks() else { throw GLibFailure(reason: "out of memory") }
    self.list = list
  }

  convenience init(reading path: [UInt8]) throws(GLibFailure) {
    try self.init()
    let (glib, list) = (glib, list)
    try glib.check { failure in path.withCString { glib.loadBookmarks(list, $0, failure) } }
  }

  deinit { glib.freeBookmarks(list) }

  /// Adds a file as visited now by a program.
  func add(
    _ path: [UInt8], type: String, program: (name: String, command: String)
  ) throws(GLibFailure) {
    let uri = try glib.result { failure in path.withCString { glib.makeURI($0, nil, failure) } }
    defer { glib.free(uri) }
    glib.setMimeType(list, uri, type)
    glib.addApplication(list, uri, program.name, program.command)
    let now = -1
    glib.setVisited(list, uri, now)
  }

  /// Replaces the file at `path` atomically.
  func save(to path: [UInt8]) throws(GLibFailure) {
    try glib.check { failure in path.withCString { glib.saveBookmarks(list, $0, failure) } }
  }

  func forEach(_ body: (URI) -> Void) {
    var count: UInt = 0
    guard let uris = glib.uris(list, &count) else { return }
    defer { glib.freeWords(uris) }
    for index in 0..<Int(count) { uris[index].map(body) }
  }

  func isPicture(_ uri: URI) -> Bool {
    // Private ones are for the programs that made them.
    guard glib.isPrivate(list, uri, nil) == 0, let type = glib.mimeType(list, uri, nil) else {
      return false
    }
    defer { glib.free(type) }
    return String(cString: type).hasPrefix("image/")
  }

  /// The path a `file:` URI of this machine names; nil for others.
  func localPath(of uri: URI) -> [UInt8]? {
    var host: UnsafeMutablePointer<CChar>?
    guard let name = glib.path(uri, &host, nil) else { return nil }
    defer {
      glib.free(name)
      glib.free(host)
    }
    guard host == nil || host.map({ String(cString: $0) }) == "localhost" else { return nil }
    return Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// Programs that open a file touch one or the other time. In seconds since 1970.
  func lastUse(of uri: URI) -> Int64 {
    let times = [glib.modified(list, uri, nil), glib.visited(list, uri, nil)]
    // The bookmarks own them.
    return times.compactMap { $0.map(glib.seconds) }.max() ?? 0
  }
}

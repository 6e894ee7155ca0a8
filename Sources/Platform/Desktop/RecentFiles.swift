import CGio
import CLinux
import Glibc

/// A file that the user has opened or saved with any program of the desktop.
nonisolated public struct RecentFile: Hashable, Sendable {
  /// The path of the file, as bytes.
  public var path: [UInt8]
  /// The time at which a program last used the file, in seconds since 1970.
  public var lastUse: Int64

  public init(path: [UInt8], lastUse: Int64) {
    self.path = path
    self.lastUse = lastUse
  }
}

/// The list of recently used files that all programs of the desktop share.
///
/// Reading it takes time proportional to its length; call it on a background thread.
///
/// - Source: freedesktop.org, Desktop Bookmark Specification: `recently-used.xbel`.
nonisolated public enum RecentFiles {
  /// The default maximum number of recent pictures; older ones are rarely wanted.
  public static let maxFiles = 500

  /// The pictures in the list of recent files that still exist, the last used first.
  ///
  /// - Parameters:
  ///   - list: the path of the list file; nil for the user's own.
  ///   - limit: the maximum number of pictures.
  /// - Returns: an empty array when the list file does not exist.
  /// - Throws: `.unreadable` when the list file exists and cannot be read.
  public static func pictures(
    in list: [UInt8]? = nil, limit: Int = maxFiles
  ) throws(DesktopError) -> [RecentFile] {
    guard let list = list ?? defaultList, mayExist(list) else { return [] }
    var found: [RecentFile] = []
    do throws(GLibFailure) {
      let bookmarks = try Bookmarks(reading: list)
      bookmarks.forEach { uri in
        guard bookmarks.isPicture(uri), let path = bookmarks.localPath(of: uri) else { return }
        found.append(RecentFile(path: path, lastUse: bookmarks.lastUse(of: uri)))
      }
    } catch {
      throw .unreadable(file: String(decoding: list, as: UTF8.self), reason: error.reason)
    }
    // The newest files are checked for existence one by one, until `limit` are found, because some
    // may be on a slow network file system.
    found.sort { $0.lastUse > $1.lastUse }
    return Array(found.lazy.filter { isFile($0.path) }.prefix(limit))
  }

  /// Adds files to the list of recent files as used now. Files already in the list get the new
  /// time.
  ///
  /// The list file is read, changed and replaced atomically, as other programs do; a list that
  /// cannot be read is not changed. Missing parent folders are made. Call it on a background
  /// thread.
  ///
  /// - Parameters:
  ///   - files: the absolute paths, as bytes, and their media types.
  ///   - program: the name of the program, and its command line with `%u` for the file.
  ///   - list: the path of the list file; nil for the user's own.
  /// - Throws: `.unreadable` when the list file exists and cannot be read, `.unwritable` when it
  ///   cannot be replaced.
  public static func add(
    _ files: [(path: [UInt8], type: String)], program: (name: String, command: String),
    in list: [UInt8]? = nil
  ) throws(DesktopError) {
    guard let list = list ?? defaultList, !files.isEmpty else { return }
    let name = String(decoding: list, as: UTF8.self)
    let bookmarks: Bookmarks
    do throws(GLibFailure) {
      bookmarks = try mayExist(list) ? Bookmarks(reading: list) : Bookmarks()
    } catch {
      throw .unreadable(file: name, reason: error.reason)
    }
    do throws(GLibFailure) {
      for file in files { try bookmarks.add(file.path, type: file.type, program: program) }
      list.makeParentFolder()
      try bookmarks.save(to: list)
    } catch {
      throw .unwritable(file: name, reason: error.reason)
    }
  }

  /// The path of the user's own list file; nil when GLib is not installed.
  private static var defaultList: [UInt8]? {
    guard let folder = try? GLibLibrary.shared.get().userDataFolder() else { return nil }
    return Array(String(cString: folder).utf8).appending(name: "recently-used.xbel".utf8)
  }

  /// Whether the list file may exist: false only when it certainly does not.
  private static func mayExist(_ list: [UInt8]) -> Bool {
    list.withCString { access($0, F_OK) } == 0 || errno != ENOENT
  }

  private static func isFile(_ path: [UInt8]) -> Bool {
    var info = stat()
    return path.withCString { stat($0, &info) } == 0 && info.st_mode & S_IFMT == S_IFREG
  }
}

/// The owner of a `GBookmarkFile`, which holds the entries of a list of recent files.
nonisolated private final class Bookmarks {
  typealias URI = UnsafeMutablePointer<CChar>

  private let glib: GLibLibrary
  /// The `GBookmarkFile *`; owned, freed in `deinit`.
  private let list: OpaquePointer

  /// Makes a list without entries.
  init() throws(GLibFailure) {
    glib = try GLibLibrary.shared.get()
    guard let list = glib.makeBookmarks() else { throw GLibFailure(reason: "out of memory") }
    self.list = list
  }

  /// The maximum size of a list file that is read, in bytes. One entry has about a kilobyte.
  private static let maxBytes = 64 << 20

  convenience init(reading path: [UInt8]) throws(GLibFailure) {
    try self.init()
    let bytes: [UInt8]
    do throws(DesktopError) {
      bytes = try RegularFile.read(path, max: Self.maxBytes)
    } catch {
      throw GLibFailure(reason: error.reason)
    }
    let (glib, list) = (glib, list)
    // The pointer must not be nil, even for an empty file.
    try glib.check { failure in
      (bytes + [0]).withUnsafeBytes {
        glib.loadBookmarks(list, $0.baseAddress, bytes.count, failure)
      }
    }
  }

  deinit { glib.freeBookmarks(list) }

  /// Adds a file to the list as visited now by a program.
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

  /// Writes the list to the file at `path`, which is replaced atomically and can be read by its
  /// user only.
  func save(to path: [UInt8]) throws(GLibFailure) {
    try glib.check { failure in path.withCString { glib.saveBookmarks(list, $0, failure) } }
    // GLib makes a file that all may read; GTK makes the list private in the same way.
    _ = path.withCString { chmod($0, 0o600) }
  }

  func forEach(_ body: (URI) -> Void) {
    var count: UInt = 0
    guard let uris = glib.uris(list, &count) else { return }
    defer { glib.freeStringArray(uris) }
    for index in 0..<Int(count) { uris[index].map(body) }
  }

  func isPicture(_ uri: URI) -> Bool {
    // Private entries are meant only for the programs that registered them.
    guard glib.isPrivate(list, uri, nil) == 0, let type = glib.mimeType(list, uri, nil) else {
      return false
    }
    defer { glib.free(type) }
    return String(cString: type).hasPrefix("image/")
  }

  /// The path of a file by its `file:` URI; nil for another URI, and for a file of another machine.
  func localPath(of uri: URI) -> [UInt8]? {
    var host: UnsafeMutablePointer<CChar>?
    guard let name = glib.pathOfURI(uri, &host, nil) else { return nil }
    defer {
      glib.free(name)
      glib.free(host)
    }
    guard host == nil || host.map({ String(cString: $0) }) == "localhost" else { return nil }
    return Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// The time in seconds since 1970 at which a file was last used: the later one of the times
  /// `modified` and `visited`, because programs set either.
  func lastUse(of uri: URI) -> Int64 {
    let times = [glib.modified(list, uri, nil), glib.visited(list, uri, nil)]
    // The times are owned by the GBookmarkFile.
    return times.compactMap { $0.map(glib.unixSeconds) }.max() ?? 0
  }
}

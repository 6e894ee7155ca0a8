import CGio
import Localization
import RuntimeLibraries

/// The functions of GLib, loaded when a file in a format of the desktop is read or written for the
/// first time. GLib loads faster than GIO, which needs a dozen libraries.
nonisolated final class GLibLibrary: Sendable {
  /// The location for an error (`GError **`); the caller frees the error.
  typealias ErrorPointer = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
  typealias StringArray = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  typealias KeyFile = OpaquePointer
  typealias Bookmarks = OpaquePointer
  typealias DateTime = OpaquePointer

  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let freeStringArray: @convention(c) (StringArray?) -> Void
  let freeError: @convention(c) (UnsafeMutablePointer<GError>) -> Void

  // The functions of this group are for paths and URIs. GLib owns the folder that `userDataFolder`
  // returns; the caller frees the results of the others.
  let userDataFolder: @convention(c) () -> UnsafePointer<CChar>?
  let unescape:
    @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
  /// `g_filename_from_uri`: the path of a `file:` URI; the host name in the URI, if any, is written
  /// to the second argument.
  let pathOfURI:
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, ErrorPointer?
    ) -> UnsafeMutablePointer<CChar>?

  // The functions of this group are for key files, whose values are found by group and key. The
  // caller frees the results.
  typealias GetValue =
    @convention(c) (KeyFile, UnsafePointer<CChar>, UnsafePointer<CChar>, ErrorPointer?)
    -> UnsafeMutablePointer<CChar>?
  let makeKeyFile: @convention(c) () -> KeyFile?
  let freeKeyFile: @convention(c) (KeyFile) -> Void
  /// `g_key_file_load_from_data`: loads a key file from memory, given as bytes and their number.
  let loadKeyFile:
    @convention(c) (KeyFile, UnsafeRawPointer?, Int, Int32, ErrorPointer?) -> gboolean
  /// `g_key_file_to_data`: the contents of a key file as text, and their length in bytes.
  let keyFileData:
    @convention(c) (
      KeyFile, UnsafeMutablePointer<UInt>, ErrorPointer?
    ) -> UnsafeMutablePointer<CChar>?
  let keysOfGroup:
    @convention(c) (KeyFile, UnsafePointer<CChar>, UnsafeMutablePointer<UInt>, ErrorPointer?) ->
      StringArray?
  /// `g_key_file_get_value`: the raw value of a key, without unescaping.
  let rawValue: GetValue
  let string: GetValue
  let setString:
    @convention(c) (
      KeyFile, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>
    ) -> Void
  let removeKey:
    @convention(c) (KeyFile, UnsafePointer<CChar>, UnsafePointer<CChar>, ErrorPointer?) -> gboolean

  // The functions of this group are for bookmark files, whose entries are found by URI. The
  // bookmark file owns the times that they return; the caller frees the other results.
  typealias GetTime = @convention(c) (Bookmarks, UnsafePointer<CChar>, ErrorPointer?) -> DateTime?
  let makeBookmarks: @convention(c) () -> Bookmarks?
  let freeBookmarks: @convention(c) (Bookmarks) -> Void
  /// `g_bookmark_file_load_from_data`: loads a bookmark file from memory, given as bytes and their
  /// number.
  let loadBookmarks: @convention(c) (Bookmarks, UnsafeRawPointer?, Int, ErrorPointer?) -> gboolean
  let uris: @convention(c) (Bookmarks, UnsafeMutablePointer<UInt>) -> StringArray?
  let isPrivate: @convention(c) (Bookmarks, UnsafePointer<CChar>, ErrorPointer?) -> gboolean
  let mimeType:
    @convention(c) (Bookmarks, UnsafePointer<CChar>, ErrorPointer?) -> UnsafeMutablePointer<CChar>?
  let modified: GetTime
  let visited: GetTime
  let saveBookmarks: @convention(c) (Bookmarks, UnsafePointer<CChar>, ErrorPointer?) -> gboolean
  /// `g_bookmark_file_set_mime_type`. Arguments: bookmark file, URI, MIME type.
  let setMimeType: @convention(c) (Bookmarks, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
  /// `g_bookmark_file_add_application`. Arguments: bookmark file, URI, name of the application, its
  /// command line.
  let addApplication:
    @convention(c) (
      Bookmarks, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>
    ) -> Void
  /// `g_bookmark_file_set_visited`: sets the time of an entry's last visit in seconds since 1970;
  /// −1 stands for now.
  let setVisited: @convention(c) (Bookmarks, UnsafePointer<CChar>, Int) -> Void
  /// `g_filename_to_uri`: the URI of a path. Arguments: path and host name. The caller frees the
  /// result.
  let makeURI:
    @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>?, ErrorPointer?)
      -> UnsafeMutablePointer<CChar>?
  /// `g_date_time_to_unix`: the number of seconds from 1970 to a time.
  let unixSeconds: @convention(c) (DateTime) -> Int64

  /// The functions of GLib, or the error that GLib is not installed.
  static let shared = Result { () throws(RuntimeLibrary.Missing) in try GLibLibrary() }
    .mapError(GLibFailure.init)

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libglib-2.0.so.0")
    free = try library.function("g_free")
    freeStringArray = try library.function("g_strfreev")
    freeError = try library.function("g_error_free")
    userDataFolder = try library.function("g_get_user_data_dir")
    unescape = try library.function("g_uri_unescape_string")
    pathOfURI = try library.function("g_filename_from_uri")
    makeKeyFile = try library.function("g_key_file_new")
    freeKeyFile = try library.function("g_key_file_free")
    loadKeyFile = try library.function("g_key_file_load_from_data")
    keyFileData = try library.function("g_key_file_to_data")
    keysOfGroup = try library.function("g_key_file_get_keys")
    rawValue = try library.function("g_key_file_get_value")
    string = try library.function("g_key_file_get_string")
    setString = try library.function("g_key_file_set_string")
    removeKey = try library.function("g_key_file_remove_key")
    makeBookmarks = try library.function("g_bookmark_file_new")
    freeBookmarks = try library.function("g_bookmark_file_free")
    loadBookmarks = try library.function("g_bookmark_file_load_from_data")
    uris = try library.function("g_bookmark_file_get_uris")
    isPrivate = try library.function("g_bookmark_file_get_is_private")
    mimeType = try library.function("g_bookmark_file_get_mime_type")
    saveBookmarks = try library.function("g_bookmark_file_to_file")
    setMimeType = try library.function("g_bookmark_file_set_mime_type")
    addApplication = try library.function("g_bookmark_file_add_application")
    setVisited = try library.function("g_bookmark_file_set_visited")
    makeURI = try library.function("g_filename_to_uri")
    modified = try library.function("g_bookmark_file_get_modified_date_time")
    visited = try library.function("g_bookmark_file_get_visited_date_time")
    unixSeconds = try library.function("g_date_time_to_unix")
  }

  /// The result of `body`, which calls a function of GLib with the location for an error.
  ///
  /// - Throws: GLib's error message when `body` returns nil.
  func result<T>(of body: (ErrorPointer) -> T?) throws(GLibFailure) -> T {
    var error: UnsafeMutablePointer<GError>?
    let result = body(&error)
    defer { if let error { freeError(error) } }
    if let result { return result }
    let message = error?.pointee.message.map { String(cString: $0) }
    throw GLibFailure(message: message ?? tr("GLib gives no reason"))
  }

  /// Calls `body`, which calls a function of GLib with the location for an error.
  ///
  /// - Throws: GLib's error message when `body` returns FALSE.
  func check(_ body: (ErrorPointer) -> gboolean) throws(GLibFailure) {
    try result { body($0) != 0 ? () : nil }
  }
}

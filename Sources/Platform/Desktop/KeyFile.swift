import CGio

/// Settings in groups, in the form the desktop keeps them: `key=value` lines under `[group]`.
///
/// What is not understood stays as it is, comments too, so that a person may write in the file.
///
/// - Source: freedesktop.org, Desktop Entry Specification 1.5, the basic format of the file.
nonisolated public final class KeyFile {
  /// Owned; freed in deinit.
  private let file: OpaquePointer

  /// Makes an empty one.
  public init() {
    guard let made = g_key_file_new() else { preconditionFailure("GLib has no memory") }
    file = made
  }

  /// Reads the file at `path`.
  ///
  /// - Returns: nil when there is no such file.
  /// - Throws: `.unreadable` when it cannot be read, or is no key file.
  public convenience init?(reading path: [UInt8]) throws(DesktopError) {
    self.init()
    // Mostly there is none, and GLib's sentence about that would cost every start of a program.
    guard path.withCString({ g_file_test($0, G_FILE_TEST_EXISTS) }) != 0 else { return nil }
    var failure: UnsafeMutablePointer<GError>?
    let flags = GKeyFileFlags(
      rawValue: G_KEY_FILE_KEEP_COMMENTS.rawValue | G_KEY_FILE_KEEP_TRANSLATIONS.rawValue)
    let isLoaded = path.withCString { g_key_file_load_from_file(file, $0, flags, &failure) }
    defer { g_clear_error(&failure) }
    guard isLoaded == 0, let error = failure?.pointee else { return }
    throw .unreadable(
      file: String(decoding: path, as: UTF8.self), reason: String(cString: error.message))
  }

  deinit { g_key_file_free(file) }

  /// The value of `key`; nil when there is none, or it is no text.
  public subscript(group: String, key: String) -> String? {
    get {
      guard let value = g_key_file_get_string(file, group, key, nil) else { return nil }
      defer { g_free(value) }
      return String(cString: value)
    }
    set {
      if let newValue {
        g_key_file_set_string(file, group, key, newValue)
      } else {
        g_key_file_remove_key(file, group, key, nil)
      }
    }
  }

  /// The keys of a group, in their order.
  public func keys(of group: String) -> [String] {
    var count: gsize = 0
    guard let keys = g_key_file_get_keys(file, group, &count, nil) else { return [] }
    defer { g_strfreev(keys) }
    return (0..<Int(count)).compactMap { keys[$0].map { String(cString: $0) } }
  }

  /// Writes it, whole or not at all; folders on the way are made.
  ///
  /// - Throws: `.unwritable` with the system's words.
  public func write(to path: [UInt8]) throws(DesktopError) {
    if let cut = path.lastIndex(of: UInt8(ascii: "/")), cut > 0 {
      // That it cannot be made is told by the writing.
      _ = Array(path[..<cut]).withCString { g_mkdir_with_parents($0, 0o700) }
    }
    var failure: UnsafeMutablePointer<GError>?
    let isSaved = path.withCString { g_key_file_save_to_file(file, $0, &failure) }
    defer { g_clear_error(&failure) }
    guard isSaved == 0 else { return }
    throw .unwritable(
      file: String(decoding: path, as: UTF8.self),
      reason: failure.map { String(cString: $0.pointee.message) } ?? "it cannot be written")
  }
}

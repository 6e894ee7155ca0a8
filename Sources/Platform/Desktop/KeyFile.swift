import CGio
import CLinux

/// Settings in groups, in the form the desktop keeps them: `key=value` lines under `[group]`.
///
/// What is not understood stays as it is, comments too, so that a person may write in the file.
///
/// - Source: freedesktop.org, Desktop Entry Specification 1.5, the basic format of the file.
nonisolated public final class KeyFile {
  /// nil until there is something in it.
  private var table: KeyTable?

  /// The largest file that is read, in bytes: the preferences of a person have some hundred.
  private static let maxBytes = 1 << 20

  /// Makes an empty one.
  public init() {}

  /// Reads the file at `path`.
  ///
  /// - Returns: nil when there is no such file.
  /// - Throws: `.unreadable` when it cannot be read, is not a regular file, has more than 1 MiB, or is
  ///   no key file, or GLib is not installed.
  public init?(reading path: [UInt8]) throws(DesktopError) {
    // Mostly there is none, and GLib would cost every start of a program.
    guard path.withCString({ access($0, F_OK) }) == 0 else { return nil }
    let bytes = try RegularFile.read(path, max: Self.maxBytes)
    do throws(GLibFailure) {
      let table = try KeyTable()
      try table.load(bytes)
      self.table = table
    } catch {
      throw .unreadable(file: String(decoding: path, as: UTF8.self), reason: error.reason)
    }
  }

  /// The value of `key`; nil when there is none, or it is no text. Where GLib is not installed
  /// there are none.
  public subscript(group: String, key: String) -> String? {
    get { table?.value(group, key) }
    set {
      if table == nil, newValue != nil { table = try? KeyTable() }
      table?.set(group, key, newValue)
    }
  }

  /// The keys of a group, in their order.
  public func keys(of group: String) -> [String] { table?.keys(of: group) ?? [] }

  /// Writes it, whole or not at all; folders on the way are made.
  ///
  /// - Throws: `.unwritable` with the system's words, or that GLib is not installed.
  public func write(to path: [UInt8]) throws(DesktopError) {
    do throws(GLibFailure) {
      if table == nil { table = try KeyTable() }
      ParentFolders.make(above: path)
      try table?.save(to: path)
    } catch {
      throw .unwritable(file: String(decoding: path, as: UTF8.self), reason: error.reason)
    }
  }

}

/// A key file in GLib's memory.
nonisolated private final class KeyTable {
  private let glib: GLibLibrary
  /// Owned; freed in deinit.
  private let file: OpaquePointer

  init() throws(GLibFailure) {
    glib = try GLibLibrary.shared.get()
    guard let made = glib.makeKeyFile() else { preconditionFailure("GLib has no memory") }
    file = made
  }

  deinit { glib.freeKeyFile(file) }

  func load(_ bytes: [UInt8]) throws(GLibFailure) {
    let flags = G_KEY_FILE_KEEP_COMMENTS | G_KEY_FILE_KEEP_TRANSLATIONS
    try glib.check { failure in
      bytes.withUnsafeBytes { glib.loadKeyFile(file, $0.baseAddress, $0.count, flags, failure) }
    }
  }

  func save(to path: [UInt8]) throws(GLibFailure) {
    try glib.check { failure in path.withCString { glib.saveKeyFile(file, $0, failure) } }
  }

  func value(_ group: String, _ key: String) -> String? {
    guard let value = glib.string(file, group, key, nil) else { return nil }
    defer { glib.free(value) }
    return String(cString: value)
  }

  func set(_ group: String, _ key: String, _ value: String?) {
    if let value {
      glib.setString(file, group, key, value)
    } else {
      _ = glib.removeKey(file, group, key, nil)
    }
  }

  func keys(of group: String) -> [String] {
    var count: UInt = 0
    guard let keys = glib.keys(file, group, &count, nil) else { return [] }
    defer { glib.freeWords(keys) }
    return (0..<Int(count)).compactMap { keys[$0].map { String(cString: $0) } }
  }
}

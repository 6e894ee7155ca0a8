import CGio
import CLinux

/// The settings in a key file: `key=value` lines below `[group]` lines.
///
/// Comments and unknown keys are kept, so that the user can edit the file.
///
/// - Source: freedesktop.org, Desktop Entry Specification 1.5, basic format of the file.
nonisolated public final class KeyFile {
  /// A line of a file that is neither the heading of a group, nor a key with a value below a
  /// heading, nor a comment.
  package struct BadLine: Hashable, Sendable {
    /// The number of the line in the file, from 1.
    package let number: Int
    /// The reason of GLib, as the end of a sentence for the user.
    package let reason: String
  }

  /// The parsed contents of the key file: groups of keys with values; nil before a value is set or
  /// a file is read.
  private var parsedFile: GLibKeyFile?
  /// The lines of the file when some of them are bad; nil when all are good.
  private var linesOfBadFile: KeyFileLines?

  /// The lines of the file that are ignored, in the order of the file. They are written unchanged.
  package var badLines: [BadLine] { linesOfBadFile?.badLines ?? [] }

  /// The maximum size of a file that is read, in bytes. A file of preferences usually has some
  /// hundred bytes.
  private static let maxBytes = 1 << 20

  public init() {}

  /// Reads the key file at `path`.
  ///
  /// Bad lines are ignored when the file has the heading of a group.
  ///
  /// - Returns: nil when no file exists there.
  /// - Throws: `.unreadable` when the file cannot be read, is no regular file, is larger than 1 MiB
  ///   or is no key file, or when GLib is not installed.
  public init?(reading path: [UInt8]) throws(DesktopError) {
    // The file is read before GLib is loaded: usually there is no such file, and loading GLib
    // would delay every start of the program.
    guard let bytes = try Self.bytes(of: path) else { return nil }
    try parse(bytes, from: path)
  }

  /// Parses the contents of the key file at `path`. Bad lines are ignored when the file has the
  /// heading of a group.
  ///
  /// - Throws: `.unreadable` when they are not those of a key file, or when GLib is not installed.
  package init(parsing bytes: [UInt8], from path: [UInt8]) throws(DesktopError) {
    try parse(bytes, from: path)
  }

  /// The contents of the file at `path`; nil when no file exists there. Waits for the file system.
  ///
  /// - Throws: `.unreadable` when the file cannot be read, is no regular file, or is larger than
  ///   1 MiB.
  package static func bytes(of path: [UInt8]) throws(DesktopError) -> [UInt8]? {
    guard path.withCString({ access($0, F_OK) }) == 0 else { return nil }
    return try RegularFile.read(path, max: maxBytes)
  }

  private func parse(_ bytes: [UInt8], from path: [UInt8]) throws(DesktopError) {
    do throws(GLibFailure) {
      parsedFile = try GLibKeyFile(parsing: bytes)
    } catch {
      // GLib refuses the whole file because of one bad line.
      guard let lines = KeyFileLines(bytes),
        let parsedFile = try? GLibKeyFile(parsing: lines.readableContents)
      else {
        throw .unreadable(file: String(decoding: path, as: UTF8.self), reason: error.reason)
      }
      (linesOfBadFile, self.parsedFile) = (lines, parsedFile)
    }
  }

  /// The value of a key in a group; nil when the key does not exist, when its value is not valid
  /// UTF-8, or when GLib is not installed. Setting nil removes the key.
  public subscript(group: String, key: String) -> String? {
    get { parsedFile?.value(group, key) }
    set {
      if parsedFile == nil, newValue != nil { parsedFile = try? GLibKeyFile() }
      parsedFile?.set(group, key, newValue)
    }
  }

  /// The keys of a group, in the order of the file; empty when the group does not exist.
  public func keys(of group: String) -> [String] { parsedFile?.keys(of: group) ?? [] }

  /// Writes the settings to a file atomically, and makes its missing parent folders. A symbolic
  /// link stays one: many people keep their settings in a folder of their own, with links to it.
  ///
  /// - Throws: `.unwritable` with the system's message, or when GLib is not installed.
  public func write(to path: [UInt8]) throws(DesktopError) {
    func unwritable(_ reason: String) -> DesktopError {
      .unwritable(file: String(decoding: path, as: UTF8.self), reason: reason)
    }
    let bytes: [UInt8]
    do throws(GLibFailure) {
      if parsedFile == nil { parsedFile = try GLibKeyFile() }
      let written = try parsedFile?.bytes() ?? []
      bytes = linesOfBadFile?.restored(written) ?? written
    } catch {
      throw unwritable(error.reason)
    }
    path.makeParentFolder()
    do throws(FileReplacementError) {
      let old = try FileReplacement.content(of: path)
      try FileReplacement.replace(path, from: old, to: bytes)
    } catch {
      throw unwritable(error.description)
    }
  }
}

/// The owner of a `GKeyFile`, which holds the contents of a key file.
nonisolated final class GLibKeyFile {
  private let glib: GLibLibrary
  /// The `GKeyFile *`; owned, freed in `deinit`.
  private let file: OpaquePointer

  init() throws(GLibFailure) {
    glib = try GLibLibrary.shared.get()
    guard let made = glib.makeKeyFile() else { preconditionFailure("GLib has no memory") }
    file = made
  }

  /// Parses the contents of a key file.
  ///
  /// - Throws: the reason of GLib when a line is bad.
  convenience init(parsing bytes: [UInt8]) throws(GLibFailure) {
    try self.init()
    try load(bytes)
  }

  deinit { glib.freeKeyFile(file) }

  private func load(_ bytes: [UInt8]) throws(GLibFailure) {
    let flags = G_KEY_FILE_KEEP_COMMENTS | G_KEY_FILE_KEEP_TRANSLATIONS
    try glib.check { failure in
      bytes.withUnsafeBytes { glib.loadKeyFile(file, $0.baseAddress, $0.count, flags, failure) }
    }
  }

  /// The contents of the key file as text.
  func bytes() throws(GLibFailure) -> [UInt8] {
    var length: UInt = 0
    let text = try glib.result { failure in glib.keyFileData(file, &length, failure) }
    defer { glib.free(text) }
    return Array(UnsafeRawBufferPointer(start: text, count: Int(length)))
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
    guard let keys = glib.keysOfGroup(file, group, &count, nil) else { return [] }
    defer { glib.freeStringArray(keys) }
    return (0..<Int(count)).compactMap { keys[$0].map { String(cString: $0) } }
  }
}

import CGio
import CLinux
import Localization
import TextSearch

/// The trash of the desktop: files are moved there, restored, or deleted permanently.
///
/// GIO moves files to the trash folder of their disk. A file is restored with the help of its
/// `.trashinfo` file, which contains the original path. All functions block on disks; call them on
/// a background thread.
///
/// - Source: freedesktop.org, The FreeDesktop.org Trash specification 1.0.
nonisolated public enum Trash {
  /// Moves a file to the trash.
  ///
  /// - Parameter path: the absolute path of the file. Symbolic links in its folder are followed; if
  ///   the file itself is a link, the link is moved.
  /// - Returns: the file in the trash; nil when it cannot be identified, so that only a file
  ///   manager can restore it.
  /// - Throws: `.unremovable` when the disk has no trash, the file may not be moved, or GIO is not
  ///   installed.
  public static func moveToTrash(_ path: [UInt8]) throws(DesktopError) -> TrashedFile? {
    let path = try resolved(path)
    let folders = TrashFolder.all(for: path)
    try performOnFile(path) { gio, file, failure in gio.trash(file, nil, failure) }
    return folders.lazy.compactMap { $0.trashedFile(of: path) }.first
  }

  /// The file in the trash that was moved there last from the absolute path `path`; nil when the
  /// trash has none.
  package static func latestTrashedFile(of path: [UInt8]) -> TrashedFile? {
    guard let path = try? resolved(path) else { return nil }
    return TrashFolder.all(for: path).lazy.compactMap { $0.trashedFile(of: path) }.first
  }

  /// Moves a file from the trash back to its original path, without replacing another file.
  ///
  /// - Throws: `.unremovable` when a file exists at the original path again, when its folder does
  ///   not exist, or when the file cannot be moved.
  public static func restore(_ trashed: TrashedFile) throws(DesktopError) {
    // GIO checks for an existing file some time before it renames, and would replace a file that
    // another program has made meanwhile.
    do { try FileMove.move(trashed.file, to: trashed.original) } catch {
      let reason =
        switch error {
        case .exists: tr("there is a file of that name")
        case .unreadable(let reason), .unwritable(let reason): reason
        case .targetIsSource, .cancelled: error.description
        }
      throw .unremovable(
        file: String(decoding: trashed.original, as: UTF8.self), reason: reason)
    }
    // All programs ignore a `.trashinfo` file whose trashed file is missing: a failure to delete it
    // does no harm.
    try? performOnFile(trashed.infoFile) { gio, file, failure in gio.delete(file, nil, failure) }
  }

  /// Deletes the file at `path` permanently, without the trash.
  ///
  /// - Throws: `.unremovable` when the file cannot be deleted, or GIO is not installed.
  public static func delete(_ path: [UInt8]) throws(DesktopError) {
    try performOnFile(try resolved(path)) { gio, file, failure in gio.delete(file, nil, failure) }
  }

  /// The path with the symbolic links in its folder resolved by `realpath`. GIO removes `..`
  /// textually, which would lead to another folder after a symbolic link.
  ///
  /// - Throws: `.unremovable` when the folder cannot be reached.
  static func resolved(_ path: [UInt8]) throws(DesktopError) -> [UInt8] {
    guard let cut = path.lastIndex(of: UInt8(ascii: "/")) else { return path }
    let folder = cut == 0 ? path[...0] : path[..<cut]
    guard let real = Array(folder).withCString({ realpath($0, nil) }) else {
      throw .unremovable(
        file: String(decoding: path, as: UTF8.self), reason: tr("its folder cannot be reached"))
    }
    defer { free(real) }
    let bytes = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    return bytes.appending(name: path[(cut + 1)...])
  }

  private static func performOnFile(
    _ path: [UInt8],
    _ body: (GioLibrary, GioLibrary.File, GioLibrary.ErrorPointer) -> gboolean
  ) throws(DesktopError) {
    do throws(GLibFailure) {
      let gio = try GioLibrary.shared.get()
      guard let file = LocalFile(path, gio) else {
        throw GLibFailure(reason: tr("it cannot be moved"))
      }
      try gio.glib.check { body(gio, file.pointer, $0) }
    } catch {
      throw .unremovable(
        file: String(decoding: path, as: UTF8.self), reason: reason(in: error.reason, about: path))
    }
  }

  /// The reason in a message of GIO without the path of the file, which the message to the user has
  /// already: “Permission denied” for “Unable to trash file /p/a.jpg: Permission denied”. A message
  /// of another form is returned unchanged.
  static func reason(in message: String, about path: [UInt8]) -> String {
    let name = String(decoding: path, as: UTF8.self)
    guard !name.isEmpty, let end = message.firstOccurrence(of: name)?.upperBound else {
      return message
    }
    let rest = message[end...]
    guard let colon = rest.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return message }
    let reason = rest[rest.index(after: colon)...].drop(while: \.isWhitespace)
    return reason.isEmpty ? message : String(reason)
  }
}

/// A file in the trash, with its original path.
nonisolated public struct TrashedFile: Hashable, Sendable {
  /// The path of the file before it was moved to the trash.
  public let original: [UInt8]
  /// The path of the file in the trash.
  public let file: [UInt8]
  /// The path of the `.trashinfo` file, which contains the original path and the date of deletion.
  package let infoFile: [UInt8]

  /// Makes a value from the stored paths of a file that was moved to the trash before.
  package init(original: [UInt8], file: [UInt8], infoFile: [UInt8]) {
    self.original = original
    self.file = file
    self.infoFile = infoFile
  }
}

/// A GFile of the local file system, made without the services of GVfs: they are not needed, and
/// would have to be started.
nonisolated private struct LocalFile: ~Copyable {
  /// The `GFile *`; a strong reference, released in `deinit`.
  let pointer: OpaquePointer
  private let gio: GioLibrary

  init?(_ path: [UInt8], _ gio: GioLibrary) {
    guard let made = path.withCString({ gio.makeFile(gio.localVFS(), $0) }) else { return nil }
    pointer = made
    self.gio = gio
  }

  deinit { gio.unref(pointer) }
}

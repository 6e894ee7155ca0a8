import CGio
import CLinux

/// The desktop's trash: where files go that a person may want back.
///
/// Files are moved by GIO, which finds the trash of their disk; the way back is the standard's own:
/// the slip that lies beside every file in the trash says where it came from. Everything here waits
/// for disks; call it on a thread of its own.
///
/// - Source: freedesktop.org, The FreeDesktop.org Trash specification 1.0.
nonisolated public enum Trash {
  /// Moves a file to the trash.
  ///
  /// - Parameter path: absolute. Links on the way to it are followed; where it is a link itself,
  ///   that is what goes.
  /// - Returns: where it lies now; nil when that cannot be found out, so that only a file manager
  ///   brings it back.
  /// - Throws: `.unremovable` when its disk has no trash, or it may not be moved, or GIO is not
  ///   installed: nothing can be moved or deleted then.
  public static func put(_ path: [UInt8]) throws(DesktopError) -> TrashedFile? {
    let path = try resolved(path)
    let folders = TrashFolder.all(for: path)
    try change(path) { gio, file, failure in gio.trash(file, nil, failure) }
    return folders.lazy.compactMap { $0.slip(of: path) }.first
  }

  /// Moves a file back to where it was; nothing that has come there since is overwritten.
  ///
  /// - Throws: `.unremovable` when its place is taken, or its folder gone.
  public static func restore(_ trashed: TrashedFile) throws(DesktopError) {
    try change(trashed.file, named: trashed.original) { gio, file, failure in
      guard let place = LocalFile(trashed.original, gio) else { return 0 }
      return gio.move(file, place.pointer, G_FILE_COPY_NOFOLLOW_SYMLINKS, nil, nil, nil, failure)
    }
    // A slip without a file means nothing to anybody; that it cannot be taken away does no harm.
    try? change(trashed.slip) { gio, file, failure in gio.delete(file, nil, failure) }
  }

  /// Deletes a file for good.
  ///
  /// - Throws: `.unremovable` when that is not allowed.
  public static func delete(_ path: [UInt8]) throws(DesktopError) {
    try change(try resolved(path)) { gio, file, failure in gio.delete(file, nil, failure) }
  }

  /// GIO takes `..` out of a path as text, which leads elsewhere where a link was before it: here the
  /// system says which folder is meant.
  static func resolved(_ path: [UInt8]) throws(DesktopError) -> [UInt8] {
    guard let cut = path.lastIndex(of: UInt8(ascii: "/")) else { return path }
    let folder = cut == 0 ? path[...0] : path[..<cut]
    guard let real = Array(folder).withCString({ realpath($0, nil) }) else {
      throw .unremovable(
        file: String(decoding: path, as: UTF8.self), reason: "its folder cannot be reached")
    }
    defer { free(real) }
    let bytes = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    return bytes.appending(name: path[(cut + 1)...])
  }

  private static func change(
    _ path: [UInt8], named name: [UInt8]? = nil,
    _ body: (GioLibrary, GioLibrary.File, GioLibrary.Failure) -> gboolean
  ) throws(DesktopError) {
    do throws(GLibFailure) {
      let gio = try GioLibrary.shared.get()
      guard let file = LocalFile(path, gio) else {
        throw GLibFailure(reason: "it cannot be moved")
      }
      try gio.glib.check { body(gio, file.pointer, $0) }
    } catch {
      throw .unremovable(
        file: String(decoding: name ?? path, as: UTF8.self), reason: error.reason)
    }
  }
}

/// A file in the trash.
nonisolated public struct TrashedFile: Hashable, Sendable {
  /// Where it was.
  public let original: [UInt8]
  /// Where it lies.
  public let file: [UInt8]
  /// The slip that says so.
  let slip: [UInt8]
}

/// A file of this machine as GIO knows it, without the desktop's own services: they are not needed,
/// and would have to be started.
nonisolated private struct LocalFile: ~Copyable {
  /// Owned.
  let pointer: OpaquePointer
  private let gio: GioLibrary

  init?(_ path: [UInt8], _ gio: GioLibrary) {
    guard let made = path.withCString({ gio.makeFile(gio.localFiles(), $0) }) else { return nil }
    pointer = made
    self.gio = gio
  }

  deinit { gio.drop(pointer) }
}

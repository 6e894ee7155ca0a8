import BaseDirectories
import BrowserHost
import CLinux
import Glibc

/// A small file in the program's state folder, which is written as a draft and renamed.
///
/// - Source: XDG Base Directory Specification 0.8.
nonisolated enum StateFile {
  /// The program's state folder; nil when neither `XDG_STATE_HOME` nor `HOME` is set.
  private static var folder: FilePath? {
    BaseDirectories.ofUser.state.map { FilePath("\($0)/pbview") }
  }

  /// The contents of the file `name`; nil when it cannot be read or has more than `limit` bytes.
  static func read(_ name: String, limit: Int) -> [UInt8]? {
    guard let file = folder?.appending(Array(name.utf8)) else { return nil }
    return WholeFile.read(file, maxBytes: limit)
  }

  /// Replaces the contents of the file `name` by the result of `change`, whose argument is empty
  /// for a file that cannot be read or has more than `limit` bytes. A lock keeps other processes
  /// from updating state files at the same time. Errors are ignored.
  static func update(_ name: String, limit: Int, _ change: ([UInt8]) -> [UInt8]) {
    guard let folder else { return }
    PrivateFolder.make(folder.bytes)
    let lock = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { if lock >= 0 { close(lock) } }
    // On a file system without locks, one of two simultaneous changes is lost.
    while lock >= 0, flock(lock, LOCK_EX) != 0, errno == EINTR {}
    write(name, change(read(name, limit: limit) ?? []))
  }

  /// Replaces the contents of the file `name`. Errors are ignored: the loss of remembered state is
  /// not worth a message.
  static func write(_ name: String, _ bytes: [UInt8]) {
    guard let folder else { return }
    PrivateFolder.make(folder.bytes)
    let file = folder.appending(Array(name.utf8))
    // Each writer has a draft of its own, so that two of them do not mix their contents.
    var template =
      folder.appending(Array("\(name).XXXXXX".utf8)).bytes.map(CChar.init(bitPattern:)) + [0]
    let descriptor = mkostemp(&template, O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let draft = FilePath(template.dropLast().map(UInt8.init(bitPattern:)))
    // A full disk must not replace the file by a part of the new one.
    let isWhole = writeAll(bytes, to: descriptor)
    guard close(descriptor) == 0, isWhole else {
      _ = draft.withCString { unlink($0) }
      return
    }
    let isReplaced = draft.withCString { from in file.withCString { to in rename(from, to) == 0 } }
    if !isReplaced { _ = draft.withCString { unlink($0) } }
  }
}

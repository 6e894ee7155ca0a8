import BaseDirectories
import BrowserHost
import Glibc

/// A small file in the program's state folder, replaced by renaming a draft over it.
///
/// - Source: XDG Base Directory Specification 0.8.
nonisolated enum StateFile {
  /// The program's state folder; nil when neither `XDG_STATE_HOME` nor `HOME` is set.
  private static var folder: FilePath? {
    BaseDirectories.ofUser.state.map { FilePath("\($0)/pbview") }
  }

  /// The contents of the file `name`, at most `limit` bytes; nil when the file cannot be read.
  static func read(_ name: String, limit: Int) -> [UInt8]? {
    guard let file = folder?.appending(Array(name.utf8)) else { return nil }
    return WholeFile.read(file, maxBytes: limit)
  }

  /// Replaces the file `name`. Errors are ignored: the loss of remembered state is not worth a
  /// message.
  static func write(_ name: String, _ bytes: [UInt8]) {
    guard let folder else { return }
    make(folder)
    let file = folder.appending(Array(name.utf8))
    let draft = folder.appending(Array("\(name).new".utf8))
    let descriptor = draft.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { return }
    // A full disk must not replace the file by a part of the new one.
    let isWhole = writeAll(bytes, to: descriptor)
    guard close(descriptor) == 0, isWhole else {
      _ = draft.withCString { unlink($0) }
      return
    }
    _ = draft.withCString { from in file.withCString { to in rename(from, to) } }
  }

  /// Makes a folder and its missing parent folders.
  static func make(_ folder: FilePath) {
    guard folder.withCString({ mkdir($0, 0o700) }) != 0, errno == ENOENT, folder.folder != folder
    else { return }
    make(folder.folder)
    _ = folder.withCString { mkdir($0, 0o700) }
  }
}

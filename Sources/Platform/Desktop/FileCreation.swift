import CLinux
import Glibc
import Localization

/// The writer of new files, which never replaces an existing file.
nonisolated package enum FileCreation {
  /// The maximum number that is added to a file name in order to find an unused one.
  private static let maxNameNumber = 10_000
  /// The permissions of a new file, which the umask restricts.
  private static let mode: mode_t = 0o666

  /// Writes a new file, which is complete and written to the disk, or not made at all. When a file
  /// of that name exists, a number is added, as in `name (2).txt`. Blocks until the disk has the
  /// data.
  ///
  /// - Parameters:
  ///   - name: the file name without extension.
  ///   - extension: the extension without its dot.
  ///   - folder: the path of the folder for the file.
  /// - Returns: the path of the new file.
  /// - Throws: `.unwritable`.
  package static func write(
    _ bytes: [UInt8], named name: String, extension: String, in folder: [UInt8]
  ) throws(DesktopError) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let prefix = folder.last == slash ? folder : folder + [slash]
    for number in 1...maxNameNumber {
      let suffix = number == 1 ? "" : " (\(number))"
      let path = prefix + Array("\(name)\(suffix).\(`extension`)".utf8)
      var info = stat()
      if path.withCString({ lstat($0, &info) }) == 0 { continue }
      do throws(TemporaryFile.Failure) {
        try write(bytes, to: path)
        return path
      } catch {
        // Another program made a file of this name in the meantime: the next number is tried.
        if case .system(let reason) = error {
          throw .unwritable(file: String(decoding: path, as: UTF8.self), reason: reason)
        }
      }
    }
    throw .unwritable(
      file: String(decoding: folder, as: UTF8.self), reason: tr("there is no free name"))
  }

  private static func write(_ bytes: [UInt8], to path: [UInt8]) throws(TemporaryFile.Failure) {
    var temporary = try TemporaryFile(beside: path, mode: mode)
    try temporary.write(bytes[...])
    try temporary.sync()
    try temporary.commit(replaces: false)
  }
}

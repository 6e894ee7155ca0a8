import CLinux
import Glibc
import HelperProcesses
import Localization

/// The reader of whole files that other programs have written, which accepts only regular files.
nonisolated package enum RegularFile {
  /// The content of the file at `path`. Reading may block on the disk, but never waits for another
  /// program, as opening a FIFO would.
  ///
  /// - Parameter max: the maximum size of the file in bytes.
  /// - Throws: `.unreadable` when the file cannot be read, is no regular file, or is larger than
  ///   `max`.
  package static func read(_ path: [UInt8], max: Int) throws(DesktopError) -> [UInt8] {
    func unreadable(_ reason: String) -> DesktopError {
      .unreadable(file: String(decoding: path, as: UTF8.self), reason: reason)
    }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw unreadable(systemReason) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw unreadable(systemReason) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw unreadable(tr("this is not a regular file"))
    }
    guard info.st_size <= max else {
      throw unreadable(tr("this has more than {max} bytes", ["max": max]))
    }
    let size = Int(info.st_size)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let step = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if step < 0, errno == EINTR { continue }
        if step < 0 { failure = errno }
        guard step > 0 else { break }
        count += step
      }
    }
    guard failure == 0 else { throw unreadable(systemMessage(failure)) }
    guard bytes.count == size else { throw unreadable(tr("it became shorter while it was read")) }
    return bytes
  }
}

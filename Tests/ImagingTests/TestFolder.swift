import CLinux
import Imaging

/// A temporary folder, removed on deinitialisation.
final class TestFolder {
  let path: String

  init() {
    var template = Array("/tmp/pbview-imaging-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no folder for a test") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
        }
      }
      _ = unlinkat(dirfd(folder), name + [0], 0)
    }
    closedir(folder)
    rmdir(path)
  }

  /// Creates a sparse file of `bytes` zero bytes.
  func file(_ name: String, bytes: Int = 1000) -> FilePathBytes {
    file(FilePathBytes("\(path)/\(name)"), bytes: bytes)
  }

  func file(_ path: FilePathBytes, bytes: Int) -> FilePathBytes {
    let number = creat(path.bytes.map { CChar(bitPattern: $0) } + [0], 0o600)
    precondition(number >= 0 && ftruncate(number, off_t(bytes)) == 0, "no file for a test")
    close(number)
    return path
  }

  /// Creates a file with a modification time in the year 2020.
  func old(_ name: String) -> FilePathBytes {
    var times = [
      timespec(tv_sec: 1_600_000_000, tv_nsec: 0), timespec(tv_sec: 1_600_000_000, tv_nsec: 0),
    ]
    let result = file(name)
    precondition(utimensat(AT_FDCWD, "\(path)/\(name)", &times, 0) == 0, "no time for a test")
    return result
  }

  func write(_ name: String, _ content: [UInt8]) -> FilePathBytes {
    let target = FilePathBytes("\(path)/\(name)")
    let number = creat("\(path)/\(name)", 0o600)
    precondition(CLinux.write(number, content, content.count) == content.count, "short write")
    close(number)
    return target
  }
}

import Glibc

/// A file's bytes as they are.
nonisolated enum WholeFile {
  /// All bytes of a file; it takes as long as the disk does.
  ///
  /// - Returns: nil when it cannot be read, is no file, or has more than `most` bytes.
  static func read(_ path: FilePath, most: Int) -> [UInt8]? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size <= most
    else { return nil }
    let size = Int(info.st_size)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let step = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if step < 0, errno == EINTR { continue }
        guard step > 0 else { break }
        count += step
      }
      isWhole = count == size
    }
    return isWhole ? bytes : nil
  }
}

import Glibc

/// Lists of files on standard input: one a line, or separated by NUL.
nonisolated package enum ListReader {
  /// Reads everything there is on `descriptor`.
  ///
  /// - Returns: nil with the system's reason when reading fails.
  static func readAll(_ descriptor: Int32) -> Result<[UInt8], ScanError> {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let n = read(descriptor, &buffer, buffer.count)
      if n > 0 {
        bytes += buffer[..<n]
      } else if n == 0 {
        return .success(bytes)
      } else if errno != EINTR {
        return .failure(ScanError(reason: String(cString: strerror(errno))))
      }
    }
  }

  /// The entries of a list; empty ones are left out.
  package static func entries(_ bytes: [UInt8], isNulSeparated: Bool) -> [[UInt8]] {
    let separator = isNulSeparated ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: separator).map { entry in
      let line = Array(entry)
      return !isNulSeparated && line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    }.filter { !$0.isEmpty }
  }
}

import Glibc

/// The reader of lists of files from standard input, separated by newline or NUL.
nonisolated package enum ListReader {
  /// Reads `descriptor` to its end.
  ///
  /// - Returns: the bytes, or the system's error when reading fails.
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

  /// The entries of a list without empty ones. A carriage return before a newline is removed.
  package static func entries(_ bytes: [UInt8], isNulSeparated: Bool) -> [[UInt8]] {
    let separator = isNulSeparated ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: separator).map { entry in
      let line = Array(entry)
      return !isNulSeparated && line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    }.filter { !$0.isEmpty }
  }
}

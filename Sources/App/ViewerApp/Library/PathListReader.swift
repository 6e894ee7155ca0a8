import Glibc
import Localization

/// The reader of lists of paths from standard input, which are separated by newline or NUL.
nonisolated package enum PathListReader {
  /// The maximum size of a list in bytes, which is that of more than a million long paths.
  static let maxBytes = 256 << 20

  /// Reads a file descriptor to its end.
  ///
  /// - Returns: all bytes; the reason if reading fails, or if there are more than `maxBytes` bytes.
  static func readAll(
    _ descriptor: Int32, maxBytes: Int = PathListReader.maxBytes
  ) -> Result<[UInt8], ScanError> {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let n = read(descriptor, &buffer, buffer.count)
      if n > 0 {
        guard n <= maxBytes - bytes.count else {
          return .failure(
            ScanError(reason: tr("this has more than {max} bytes", ["max": maxBytes])))
        }
        bytes += buffer[..<n]
      } else if n == 0 {
        return .success(bytes)
      } else if errno != EINTR {
        return .failure(ScanError(reason: String(cString: strerror(errno))))
      }
    }
  }

  /// Divides a list into its non-empty entries. A carriage return before a newline is removed.
  ///
  /// - Parameter isNulSeparated: whether NUL separates the entries; otherwise newline.
  package static func entries(_ bytes: [UInt8], isNulSeparated: Bool) -> [[UInt8]] {
    let separator = isNulSeparated ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: separator).map { entry in
      let line = Array(entry)
      return !isNulSeparated && line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    }.filter { !$0.isEmpty }
  }
}

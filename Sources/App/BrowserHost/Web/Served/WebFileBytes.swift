import CLinux
import Network

/// Reads the contents of small downloaded files in the viewer process itself.
nonisolated enum WebFileBytes {
  /// Reads all bytes of a file, waiting for the disk; nil when it has more than `maxBytes` bytes,
  /// and empty when it cannot be opened.
  static func read(_ file: WebFile, maxBytes: Int) -> [UInt8]? {
    let descriptor = linux_open_for_reading(file.path)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = CLinux.read(descriptor, &part, part.count)
      guard count > 0 else { return all }
      guard count <= maxBytes - all.count else { return nil }
      all += part[..<count]
    }
  }
}

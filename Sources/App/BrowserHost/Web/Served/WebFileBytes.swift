import CLinux
import Network

/// The contents of small downloaded files that are read in the viewer itself.
nonisolated enum WebFileBytes {
  /// The bytes of a file; nil when it has more than `maxBytes` bytes. Waits for the disk. A file
  /// that cannot be read is empty.
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

import BrowserHost
import Geometry
import Imaging
import Pixels
import ViewerApp

extension FuzzTarget {
  /// Lists of files, addresses of files and of the web, and numbers with a meaning.
  static let names = [
    FuzzTarget("list") { bytes in
      for isNulSeparated in [false, true] {
        let separator: UInt8 = isNulSeparated ? 0 : 0x0A
        for entry in ListReader.entries(bytes, isNulSeparated: isNulSeparated) {
          precondition(!entry.isEmpty && !entry.contains(separator), "an entry is one name")
        }
      }
    },
    FuzzTarget("uri", maxBytes: 512) { bytes in
      guard let path = FilePath(argument: bytes) else { return }
      precondition(!path.bytes.contains(0), "a name ends before its NUL")
      for text in [path.display, path.displayName] {
        let isSafe = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        precondition(isSafe, "what people read has no control characters: \(text)")
      }
      guard let uri = CanonicalURI(FilePathBytes(path.bytes)) else { return }
      precondition(FilePath(argument: uri.bytes)?.isCanonical ?? false, "\(uri) names no file")
    },
    FuzzTarget("geometry", maxBytes: 64) { bytes in
      guard let wanted = WindowGeometry(argument: String(decoding: bytes, as: UTF8.self)) else {
        return
      }
      _ = wanted.place(of: .init(width: 640, height: 480), on: .init(width: 1920, height: 1080))
    },
  ]
}

extension FilePath {
  /// A canonical address names the same file, however often it is taken there and back.
  fileprivate var isCanonical: Bool {
    guard let uri = CanonicalURI(FilePathBytes(bytes)) else { return false }
    return FilePath(argument: uri.bytes) == self
  }
}

import Drawing
package import Imaging
import Network
import PercentCoding

/// A file path as the system knows it: bytes without NUL, not necessarily valid UTF-8.
nonisolated package struct FilePath: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Makes a path from its bytes; bytes from the first NUL on are dropped.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes
  }

  /// Makes the path of the file `name` in a folder, with a single memory allocation.
  ///
  /// - Parameters:
  ///   - prefix: the ``childPathPrefix`` of the folder.
  ///   - name: the file name, without NUL and slash.
  package init(_ prefix: [UInt8], _ name: UnsafeRawBufferPointer) {
    bytes = Array(unsafeUninitializedCapacity: prefix.count + name.count) { buffer, count in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      prefix.withUnsafeBytes { raw.copyMemory(from: $0) }
      UnsafeMutableRawBufferPointer(rebasing: raw[prefix.count...]).copyMemory(from: name)
      count = prefix.count + name.count
    }
  }

  /// Hashes all bytes in one call, which is ten times as fast as one call for each byte.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// The last component of the path without trailing slashes; empty for `/`.
  package var name: [UInt8] { Array(nameSlice) }

  /// The last component of the path, as a slice that shares the memory of the path's bytes.
  package var nameSlice: ArraySlice<UInt8> {
    let trimmed = bytesWithoutTrailingSlashes
    return trimmed.lastIndex(of: Self.slash).map { trimmed[($0 + 1)...] } ?? trimmed
  }

  private var bytesWithoutTrailingSlashes: ArraySlice<UInt8> {
    var end = bytes.count
    while end > 1, bytes[end - 1] == Self.slash { end -= 1 }
    return bytes[..<end]
  }

  /// The path of the containing folder; `.` for a path without a slash, `/` for `/`.
  package var folder: FilePath {
    let trimmed = bytesWithoutTrailingSlashes
    guard let cut = trimmed.lastIndex(of: Self.slash) else { return FilePath([Self.dot]) }
    return FilePath(Array(trimmed[..<max(1, cut)]))
  }

  package func appending(_ name: [UInt8]) -> FilePath { FilePath(childPathPrefix + name) }

  /// The path of this folder with a trailing slash, with which the paths of its files begin; empty
  /// for `.`.
  package var childPathPrefix: [UInt8] {
    if bytes == [Self.dot] { return [] }
    return bytes.last == Self.slash ? bytes : bytes + [Self.slash]
  }

  /// Whether the path is inside `folder`, at any depth. Only the texts of the paths are compared;
  /// the file system is not read.
  package func isBelow(_ folder: FilePath) -> Bool {
    let prefix = folder.childPathPrefix
    if prefix.isEmpty { return bytes.first != Self.slash && self != folder }
    return bytes.count > prefix.count && bytes.starts(with: prefix)
  }

  /// The path without trailing slashes.
  package var withoutTrailingSlashes: FilePath { FilePath(Array(bytesWithoutTrailingSlashes)) }

  /// The absolute path without `.`, `..` and doubled slashes; a relative path is taken as relative
  /// to `current`. Symbolic links are not resolved, so the result is for display and comparison of
  /// names only.
  package func absolute(in current: FilePath) -> FilePath {
    let whole = bytes.first == Self.slash ? bytes : current.childPathPrefix + bytes
    var parts: [ArraySlice<UInt8>] = []
    for part in whole.split(separator: Self.slash) where part != [Self.dot] {
      if part == [Self.dot, Self.dot] { _ = parts.popLast() } else { parts.append(part) }
    }
    return FilePath([Self.slash] + Array(parts.joined(separator: [Self.slash])))
  }

  /// The path with `~` in place of the home directory, for display; the path itself when it is not
  /// in `home`.
  package func abbreviated(home: FilePath?) -> FilePath {
    guard let home = home?.withoutTrailingSlashes, home.bytes != [Self.slash] else { return self }
    let tilde = UInt8(ascii: "~")
    if withoutTrailingSlashes == home { return FilePath([tilde]) }
    return isBelow(home) ? FilePath([tilde] + bytes[home.bytes.count...]) : self
  }

  /// The extension of the file name in lower case, without its dot; empty for a name without an
  /// extension.
  package var fileExtension: String {
    let name = name
    guard let cut = name.lastIndex(of: Self.dot), cut > 0 else { return "" }
    return String(decoding: name[(cut + 1)...], as: UTF8.self).lowercased()
  }

  /// The path as text for display, with control characters made visible; of a web address without
  /// user name and password.
  package var display: String { webAddress?.displayText ?? Self.readable(bytes) }
  /// The file name, or for a web address its label or name, as text with control characters made
  /// visible.
  package var displayName: String {
    guard let address = webAddress else { return Self.readable(name) }
    return addressLabel ?? describedName ?? address.displayName
  }

  private static func readable(_ bytes: [UInt8]) -> String {
    DisplayText.visible(String(decoding: bytes, as: UTF8.self), keepsIsolates: false)
  }

  /// The path in the type that ``ImagePipeline`` uses for paths, with the same bytes.
  package var key: FilePathBytes { FilePathBytes(bytes) }

  /// Calls `body` with the path as a NUL-terminated C string, valid during the call only.
  package func withCString<T>(_ body: (UnsafePointer<CChar>) -> T) -> T {
    let terminated = bytes.map(CChar.init(bitPattern:)) + [0]
    return terminated.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an empty terminated path") }
      return body(base)
    }
  }

  /// Makes a path from a command-line argument: a `file:` URI, a web address or a plain path.
  /// Returns nil for other schemes and for a `file:` URI with a host other than `localhost`.
  ///
  /// - Source: RFC 8089.
  package init?(argument: [UInt8]) {
    guard let scheme = Self.scheme(of: argument) else {
      self.init(argument)
      return
    }
    guard scheme.lowercased() == "file" else {
      guard let address = WebAddress(argument) else { return nil }
      self.init(address)
      return
    }
    var rest = argument[(scheme.utf8.count + 1)...]
    if rest.starts(with: [Self.slash, Self.slash]) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != Self.slash }
      guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return nil }
      rest = rest.dropFirst(host.count)
    }
    guard !rest.isEmpty else { return nil }
    self.init(PercentEncoding.decoded(Array(rest)))
  }

  /// The URI scheme before `://`, or before `:/` for `file`; nil for a path without a scheme, such
  /// as `./odd://name`.
  private static func scheme(of bytes: [UInt8]) -> String? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
    let scheme = bytes[..<colon]
    let isScheme = scheme.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), dot:
        true
      default: false
      }
    }
    guard isScheme, let text = String(validating: scheme, as: UTF8.self) else { return nil }
    let rest = bytes[(colon + 1)...]
    let isURI =
      rest.starts(with: [slash, slash]) || (text.lowercased() == "file" && rest.first == slash)
    return isURI ? text : nil
  }
}

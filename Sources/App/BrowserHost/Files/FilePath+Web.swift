package import Network

/// The storage of web addresses in file paths, for lists that contain both web addresses and file
/// paths. A path that contains `://` is taken for an address wherever paths are read; a file with
/// such a name has to be given as `./http://…`.
nonisolated extension FilePath {
  /// Makes a path whose bytes are the text of a web address.
  package init(_ address: WebAddress) { self.init(Array(address.text.utf8)) }

  /// The web address that the path contains; nil for the path of a file.
  package var webAddress: WebAddress? {
    // Nearly all paths are files, and the property is read for every file of a folder: one byte is
    // checked first.
    guard bytes.first == UInt8(ascii: "h") || bytes.first == UInt8(ascii: "H") else { return nil }
    return WebAddress(bytes)
  }
}

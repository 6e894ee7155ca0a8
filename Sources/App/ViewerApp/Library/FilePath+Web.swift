import Network

/// Lists hold addresses among the files. No file is called like one: a name with `://` in it is
/// taken for an address wherever names come from, and has to be given as `./http://…`.
nonisolated extension FilePath {
  /// Makes the path that stands for an address.
  init(_ address: WebAddress) { self.init(Array(address.text.utf8)) }

  /// The address it stands for; nil for a file.
  var webAddress: WebAddress? {
    // Most are files, and all of a folder are asked.
    guard bytes.first == UInt8(ascii: "h") || bytes.first == UInt8(ascii: "H") else { return nil }
    return WebAddress(bytes)
  }
}

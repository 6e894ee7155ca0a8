import DecoderWire

/// Recognises pictures by their file names.
nonisolated package enum PictureName {
  /// The extensions packed into integers: scanning a folder of a hundred thousand files makes no
  /// strings.
  private static let packed = Set(PictureExtensions.all.map { pack($0.utf8) })
  /// The maximum length of an extension in bytes.
  private static let longest = 8

  /// Whether the name is not hidden and has the extension of a picture or a clip.
  package static func isShown(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.first != UInt8(ascii: ".") && (isPicture(name) || ClipName.isClip(name))
  }

  /// Whether the name has the extension of a picture.
  package static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    suffix(of: name).map { packed.contains(pack($0)) } ?? false
  }

  /// The bytes after the last dot; nil when there is no dot or they are too many for an extension.
  static func suffix<Name: BidirectionalCollection<UInt8>>(of name: Name) -> Name.SubSequence? {
    guard let cut = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = name[name.index(after: cut)...]
    return suffix.count <= longest ? suffix : nil
  }

  /// The bytes as one integer, with ASCII letters in lower case.
  static func pack(_ suffix: some Sequence<UInt8>) -> UInt64 {
    suffix.reduce(0) { $0 << 8 | UInt64((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
  }
}

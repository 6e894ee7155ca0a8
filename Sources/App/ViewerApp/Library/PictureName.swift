import DecoderWire

/// Which names are those of pictures.
nonisolated enum PictureName {
  /// The extensions as numbers: looking into a folder of a hundred thousand makes no text.
  private static let packed = Set(PictureExtensions.all.map { pack($0.utf8) })
  /// No extension is longer.
  private static let longest = 8

  /// True for a name that is not hidden and has an extension of a picture or a clip.
  static func isShown(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.first != UInt8(ascii: ".") && (isPicture(name) || ClipName.isClip(name))
  }

  /// True for a name that has an extension of a picture.
  static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    suffix(of: name).map { packed.contains(pack($0)) } ?? false
  }

  /// What comes after the last dot, unless it is too long to be an extension.
  static func suffix<Name: BidirectionalCollection<UInt8>>(of name: Name) -> Name.SubSequence? {
    guard let cut = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = name[name.index(after: cut)...]
    return suffix.count <= longest ? suffix : nil
  }

  /// The bytes in one number, ASCII letters in lower case.
  static func pack(_ suffix: some Sequence<UInt8>) -> UInt64 {
    suffix.reduce(0) { $0 << 8 | UInt64((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
  }
}

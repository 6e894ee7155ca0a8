import DecoderWire

/// Which names are those of pictures.
nonisolated enum PictureName {
  /// The extensions as numbers: looking into a folder of a hundred thousand makes no text.
  private static let packed = Set(PictureExtensions.all.map { pack($0.utf8) })
  /// No extension is longer.
  private static let longest = 8

  /// True for a name that is not hidden and has an extension of a picture.
  static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard name.first != UInt8(ascii: "."), let cut = name.lastIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    let suffix = name[name.index(after: cut)...]
    return suffix.count <= longest && packed.contains(pack(suffix))
  }

  /// The bytes in one number, ASCII letters in lower case.
  private static func pack(_ suffix: some Sequence<UInt8>) -> UInt64 {
    suffix.reduce(0) { $0 << 8 | UInt64((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
  }
}

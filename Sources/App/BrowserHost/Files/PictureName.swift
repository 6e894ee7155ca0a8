import DecoderWire

/// The recognition of pictures by their file names.
nonisolated package enum PictureName {
  /// The extensions of picture files packed into integers, so that scanning a folder of a hundred
  /// thousand files makes no strings.
  private static let packedExtensions = Set(PictureExtensions.all.map { pack($0.utf8) })
  /// The maximum length of an extension in bytes.
  private static let maxExtensionLength = 8

  /// Whether a file is shown in lists: its name is not hidden, and has the extension of a picture
  /// or a clip.
  package static func isUnhiddenPictureOrClip(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.first != UInt8(ascii: ".") && (isPicture(name) || ClipName.isClip(name))
  }

  /// Whether the name has the extension of a picture.
  package static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    suffix(of: name).map { packedExtensions.contains(pack($0)) } ?? false
  }

  /// The kind of a file by the extension of its name.
  package enum Kind: Sendable {
    case picture
    /// A picture in a format that is practically always animated.
    case animation
    case clip
    case other
  }

  /// The extensions of formats that are practically always animated. WebP and JXL are not listed
  /// because most of their files are still pictures.
  private static let packedAnimatedExtensions = Set(
    ["gif", "apng", "avifs", "ani", "mng"].map { pack($0.utf8) })

  /// The kind of a file by the extension of `name`; `.other` for an unknown or missing extension.
  package static func kind(of name: UnsafeRawBufferPointer) -> Kind {
    guard let code = packedExtension(of: name) else { return .other }
    if packedExtensions.contains(code) {
      return packedAnimatedExtensions.contains(code) ? .animation : .picture
    }
    return ClipName.packedExtensions.contains(code) ? .clip : .other
  }

  private static let packedRawExtensions = Set(PictureExtensions.cameraRaw.map { pack($0.utf8) })
  /// The extensions of the formats in which cameras write a picture beside its RAW file, in lower
  /// case without the dot.
  package static let besideRawExtensions = [
    "jpg", "jpeg", "jpe", "heic", "heif", "hif", "avif", "jxl",
  ]
  private static let packedBesideRawExtensions = Set(besideRawExtensions.map { pack($0.utf8) })

  /// Whether the name has the extension of a camera RAW file.
  package static func isCameraRaw(_ name: UnsafeRawBufferPointer) -> Bool {
    packedExtension(of: name).map(packedRawExtensions.contains) ?? false
  }

  /// Whether the name has the extension of a picture that cameras write beside a RAW file.
  package static func isPictureBesideRaw(_ name: UnsafeRawBufferPointer) -> Bool {
    packedExtension(of: name).map(packedBesideRawExtensions.contains) ?? false
  }

  /// The extension of a file name packed by ``pack(_:)``; nil when the name has no extension, or
  /// too long a one.
  private static func packedExtension(of name: UnsafeRawBufferPointer) -> UInt64? {
    for length in 0..<min(maxExtensionLength + 1, name.count) {
      let position = name.count - 1 - length
      guard name[position] == UInt8(ascii: ".") else { continue }
      return pack(UnsafeRawBufferPointer(rebasing: name[(position + 1)...]))
    }
    return nil
  }

  /// The bytes after the last dot; nil when there is no dot, or when more than
  /// ``maxExtensionLength`` bytes follow.
  static func suffix<Name: BidirectionalCollection<UInt8>>(of name: Name) -> Name.SubSequence? {
    guard let cut = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = name[name.index(after: cut)...]
    return suffix.count <= maxExtensionLength ? suffix : nil
  }

  /// Packs up to eight bytes into one integer, with ASCII letters in lower case.
  static func pack(_ suffix: some Sequence<UInt8>) -> UInt64 {
    suffix.reduce(0) { $0 << 8 | UInt64((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
  }
}

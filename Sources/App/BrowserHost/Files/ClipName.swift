/// The recognition of clips by their file names.
nonisolated package enum ClipName {
  /// The file name extensions, in lower case without the dot, by which a file counts as a clip. The
  /// player recognises the format by the contents.
  package static let extensions: Set<String> = [
    "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "mpg", "mpeg", "mpe", "m2v", "m2ts", "mts",
    "wmv", "asf", "flv", "ogv", "3gp", "3g2", "mxf", "divx", "y4m",
  ]
  static let packedExtensions = Set(extensions.map { PictureName.pack($0.utf8) })

  /// Whether a path or a file name has the extension of a clip.
  package static func isClip(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    PictureName.suffix(of: name).map { packedExtensions.contains(PictureName.pack($0)) } ?? false
  }
}

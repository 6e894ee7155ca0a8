/// One file or folder of the grid.
nonisolated struct GalleryItem: Hashable, Sendable {
  /// What a cell's badge says of it.
  enum Kind: Hashable, Sendable {
    /// A picture that stands still.
    case picture
    /// A picture that moves.
    case animated
    /// A film.
    case video
    /// A folder, shown as a card.
    case folder
  }
  /// The file.
  let path: FilePath
  /// Told by the file's extension.
  let kind: Kind

  /// Makes an item; its kind is told by the extension.
  init(_ path: FilePath) {
    self.path = path
    kind = Self.kind(of: path.fileExtension)
  }

  /// Makes the item of a folder's card.
  init(folder: FilePath) {
    path = folder
    kind = .folder
  }

  /// The file's name, readable.
  var name: String { path.displayName }

  /// What the badge of a picture that moves says: the name of its kind.
  var badge: String { path.fileExtension.uppercased() }

  /// Kinds of file that are animated whenever they are used; a WebP or a JXL mostly is not.
  private static let animated: Set<String> = ["gif", "apng", "avifs", "ani", "mng"]

  private static func kind(of fileExtension: String) -> Kind {
    if animated.contains(fileExtension) { return .animated }
    return ClipName.extensions.contains(fileExtension) ? .video : .picture
  }
}

/// One file or folder of the grid.
nonisolated struct GalleryItem: Hashable, Sendable {
  /// The kind of an item; it selects the cell's badge.
  enum Kind: Hashable, Sendable {
    /// A still picture.
    case picture
    /// An animated picture.
    case animated
    /// A video clip.
    case video
    /// A folder, shown as a card.
    case folder
  }
  /// The path of the file or folder.
  let path: FilePath
  /// The kind, derived from the file extension.
  let kind: Kind

  /// Makes an item whose kind is derived from the file extension.
  init(_ path: FilePath) {
    self.path = path
    kind = Self.kind(of: path.fileExtension)
  }

  /// Makes the item of a folder's card.
  init(folder: FilePath) {
    path = folder
    kind = .folder
  }

  /// The file's name for display.
  var name: String { path.displayName }

  /// The label of the badge of an animated picture: its extension in upper case.
  var badge: String { path.fileExtension.uppercased() }

  /// The extensions of formats that are practically always animated. WebP and JXL are not listed
  /// because most of their files are still pictures.
  private static let animated: Set<String> = ["gif", "apng", "avifs", "ani", "mng"]

  private static func kind(of fileExtension: String) -> Kind {
    if animated.contains(fileExtension) { return .animated }
    return ClipName.extensions.contains(fileExtension) ? .video : .picture
  }
}

/// The identity of an item or section of the grid, as its host knows it: for example the path of a
/// file.
nonisolated package protocol GalleryIdentity: Hashable, Sendable {
  /// The name for display and for the search by name; may be empty.
  var displayName: String { get }
  /// The label of the badge of an animated picture, such as "GIF".
  var badgeLabel: String { get }
}

/// An opaque identity of an item or section.
nonisolated package struct GalleryID: Hashable, Sendable {
  @usableFromInline package let value: any GalleryIdentity

  // Inlinable, because the contents of a large library are made of a hundred thousand of them.
  @inlinable package init(_ value: some GalleryIdentity) { self.value = value }

  /// The name for display and for the search by name.
  package var displayName: String { value.displayName }

  /// The label of the badge of an animated picture.
  package var badgeLabel: String { value.badgeLabel }

  /// The host's value; nil when it has another type.
  package func value<Value: GalleryIdentity>(as type: Value.Type) -> Value? { value as? Value }

  package static func == (a: GalleryID, b: GalleryID) -> Bool { a.value.isEqual(to: b.value) }

  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

nonisolated extension GalleryIdentity {
  fileprivate func isEqual(to other: any GalleryIdentity) -> Bool { (other as? Self) == self }
}

/// One picture, clip or folder of the grid.
nonisolated package struct GalleryItem: Hashable, Sendable {
  /// The kind of an item; it selects the cell's badge.
  package enum Kind: Hashable, Sendable {
    /// A still picture.
    case picture
    /// An animated picture.
    case animated
    /// A video clip.
    case video
    /// A live photo.
    case live
    /// A folder, shown as a card.
    case folder
    /// A camera RAW file with the picture that the camera made of it.
    case pair(Rendered)
    /// A burst; the value is its number of photos.
    case burst(UInt16)
  }
  /// The format of the picture that a camera made of a RAW file.
  package enum Rendered: UInt8, Hashable, Sendable {
    case jpeg, heif, avif, jxl

    /// Makes the format of a file with an extension in lower case; JPEG for an unknown one.
    package init(extension name: String) {
      switch name {
      case "heic", "heif", "hif": self = .heif
      case "avif": self = .avif
      case "jxl": self = .jxl
      default: self = .jpeg
      }
    }

    /// The name of the format in a badge.
    package var label: String {
      switch self {
      case .jpeg: "JPEG"
      case .heif: "HEIF"
      case .avif: "AVIF"
      case .jxl: "JXL"
      }
    }
  }
  package let id: GalleryID
  package let kind: Kind

  @inlinable package init(_ id: some GalleryIdentity, kind: Kind) {
    self.id = GalleryID(id)
    self.kind = kind
  }

  /// The name for display and for the search by name.
  package var name: String { id.displayName }

  /// The label of the badge of an animated picture.
  package var badge: String { id.badgeLabel }
}

/// The content of a folder's card.
nonisolated package struct GalleryCard: Hashable, Sendable {
  package var name: String
  /// The text line under the name.
  package var detail: String
  /// The pictures that are drawn on the card, at most four.
  package var covers: [GalleryItem]

  package init(name: String, detail: String, covers: [GalleryItem]) {
    self.name = name
    self.detail = detail
    self.covers = covers
  }
}

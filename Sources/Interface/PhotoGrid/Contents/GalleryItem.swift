/// The identity of an item or section of the grid, of a type that the owner of the grid defines:
/// for example the path of a file.
nonisolated package protocol GalleryIdentity: Hashable, Sendable {
  /// The name that is shown and that the search by name compares; may be empty.
  var displayName: String { get }
  /// The text of the badge of an animated picture, such as "GIF".
  var animationBadgeLabel: String { get }
}

/// The identity of an item or section of the grid, which hides the type of the owner's value.
nonisolated package struct GalleryID: Hashable, Sendable {
  @usableFromInline package let value: any GalleryIdentity

  // Inlinable, because a large library makes a hundred thousand of these identities.
  @inlinable package init(_ value: some GalleryIdentity) { self.value = value }

  /// The name that is shown and that the search by name compares; may be empty.
  package var displayName: String { value.displayName }

  /// The text of the badge of an animated picture, such as "GIF".
  package var animationBadgeLabel: String { value.animationBadgeLabel }

  /// The owner's value, if it is of the type `Value`; else nil.
  package func value<Value: GalleryIdentity>(as type: Value.Type) -> Value? { value as? Value }

  package static func == (a: GalleryID, b: GalleryID) -> Bool { a.value.isEqual(to: b.value) }

  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

nonisolated extension GalleryIdentity {
  fileprivate func isEqual(to other: any GalleryIdentity) -> Bool { (other as? Self) == self }
}

/// A photo, clip or folder in the grid.
nonisolated package struct GalleryItem: Hashable, Sendable {
  /// The kind of an item, which determines the badge of its cell.
  package enum Kind: Hashable, Sendable {
    /// A still picture, without a badge.
    case picture
    /// An animated picture, with the name of its format as a badge.
    case animated
    /// A video clip without a photo.
    case video
    /// A live photo: a picture with a short clip.
    case live
    /// A folder, shown as a card with its name and some of its pictures.
    case folder
    /// A camera RAW file together with the picture that the camera made of it, in the given format.
    case rawWithRendered(RenderedFormat)
    /// A series of photos taken in quick succession; the payload is their number.
    case burst(count: UInt16)
  }
  /// The format of a picture that a camera stored beside a RAW file.
  package enum RenderedFormat: UInt8, Hashable, Sendable {
    case jpeg, heif, avif, jxl

    /// Makes the format of files with the filename extension `name`, in lower case; JPEG for an
    /// unknown one.
    package init(extension name: String) {
      switch name {
      case "heic", "heif", "hif": self = .heif
      case "avif": self = .avif
      case "jxl": self = .jxl
      default: self = .jpeg
      }
    }

    /// The name of the format as it is shown in a badge.
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

  /// The name that is shown and that the search by name compares; may be empty.
  package var name: String { id.displayName }

  /// The text of the badge of an animated picture, such as "GIF".
  package var animationBadgeLabel: String { id.animationBadgeLabel }
}

/// The content of a folder's card in the grid.
nonisolated package struct GalleryCard: Hashable, Sendable {
  package var name: String
  /// The line of text under the name, with the number of pictures.
  package var detail: String
  /// The pictures that are shown on the card, at most four.
  package var covers: [GalleryItem]

  package init(name: String, detail: String, covers: [GalleryItem]) {
    self.name = name
    self.detail = detail
    self.covers = covers
  }
}

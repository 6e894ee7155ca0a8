import BrowserHost
import GalleryCore
import Localization
import PhotoGrid
import PhotoIndex

nonisolated extension FilePath: GalleryIdentity {
  /// The filename extension in upper case, such as “GIF”.
  package var animationBadgeLabel: String { fileExtension.uppercased() }
}

nonisolated extension GalleryItem {
  /// Makes the item of a file. Its kind (picture, animation or clip) follows from the filename
  /// extension.
  init(_ path: FilePath) { self.init(path, kind: Self.kind(of: path)) }

  /// Makes the item of a photo.
  ///
  /// - Parameters:
  ///   - path: the file that is shown for the photo.
  ///   - stack: all files of the photo, which determine the badge; nil for a photo of one file.
  ///   - isAnimated: whether the file is known to be an animation or not; nil leaves it to the
  ///     filename extension. It has no effect with a stack. Default: nil.
  init(_ path: FilePath, of stack: PhotoStack?, isAnimated: Bool? = nil) {
    self.init(path, kind: stack?.galleryKind ?? Self.kind(of: path, isAnimated: isAnimated))
  }

  /// Makes the item of the card of a folder or an archive.
  init(folder: FilePath) { self.init(folder, kind: .folder) }

  /// The path of the item's file or folder, which is the identity of the item.
  var path: FilePath {
    guard let path = id.value(as: FilePath.self) else {
      preconditionFailure("an item of the grid without a path")
    }
    return path
  }

  private static func kind(of path: FilePath, isAnimated: Bool? = nil) -> Kind {
    switch path.bytes.withUnsafeBytes(PictureName.kind) {
    case .animation: isAnimated ?? true ? .animated : .picture
    case .clip: .video
    case .picture, .other: isAnimated ?? false ? .animated : .picture
    }
  }
}

nonisolated extension GalleryContents {
  /// Makes the contents of the grid of a library: its folder cards in a section of their own,
  /// followed by its sections of photos.
  ///
  /// - Complexity: O(sections).
  init(_ library: SectionedLibrary) {
    let cards = library.cards.map { card in
      GalleryCard(
        name: card.path.displayName, detail: card.detail,
        covers: card.covers.map { GalleryItem($0) })
    }
    let folders = Section(title: tr("Folders"), count: cards.count)
    let photos = library.sections.map {
      Section(id: $0.galleryID, title: $0.title, count: $0.items.count)
    }
    self.init(
      sections: cards.isEmpty ? photos : [folders] + photos,
      items: GalleryItems(LibraryItems(library: library)), cards: cards,
      isSortedByName: library.order.order == .name)
  }
}

/// The items of a grid, from its library: first the folder cards, then the photos.
nonisolated private struct LibraryItems: GalleryItemSource {
  let library: SectionedLibrary

  var count: Int { library.cards.count + library.count }

  subscript(index: Int) -> GalleryItem {
    let cards = library.cards
    guard index >= cards.count else { return GalleryItem(folder: cards[index].path) }
    let photo = library[index - cards.count]
    return GalleryItem(
      photo.path, of: photo.stack, isAnimated: photo.record?.photo.isAnimated)
  }
}

nonisolated extension SectionedLibrary.Section {
  /// The identity of the section in the grid: that of its period, or else of its folder; nil for
  /// individual files and for photos without a date.
  fileprivate var galleryID: GalleryID? {
    period.map { GalleryID($0) } ?? folder.map { GalleryID($0) }
  }
}

nonisolated extension Period: GalleryIdentity {
  package var displayName: String { "" }
  package var animationBadgeLabel: String { "" }
}

import BrowserHost
import GalleryCore
import Localization
import PhotoGrid

nonisolated extension FilePath: GalleryIdentity {
  /// The extension in upper case.
  package var badgeLabel: String { fileExtension.uppercased() }
}

nonisolated extension GalleryItem {
  /// Makes an item whose kind is derived from the file extension.
  init(_ path: FilePath) { self.init(path, kind: Self.kind(of: path)) }

  /// Makes the item of a photo, whose kind is derived from its files.
  init(_ path: FilePath, of stack: PhotoStack?) {
    self.init(path, kind: stack?.galleryKind ?? Self.kind(of: path))
  }

  /// Makes the item of a folder's card.
  init(folder: FilePath) { self.init(folder, kind: .folder) }

  /// The path of the file or folder.
  var path: FilePath {
    guard let path = id.value(as: FilePath.self) else {
      preconditionFailure("an item of the grid without a path")
    }
    return path
  }

  private static func kind(of path: FilePath) -> Kind {
    switch path.bytes.withUnsafeBytes(PictureName.kind) {
    case .animation: .animated
    case .clip: .video
    case .picture, .other: .picture
    }
  }
}

nonisolated extension GalleryContents {
  /// Makes the contents of a library.
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
      isByName: library.order.order == .name)
  }
}

/// The cards and photos of a library as items of a grid.
nonisolated private struct LibraryItems: GalleryItemSource {
  let library: SectionedLibrary

  var count: Int { library.cards.count + library.count }

  subscript(index: Int) -> GalleryItem {
    let cards = library.cards
    guard index >= cards.count else { return GalleryItem(folder: cards[index].path) }
    let photo = library[index - cards.count]
    return GalleryItem(photo.path, of: photo.stack)
  }
}

nonisolated extension SectionedLibrary.Section {
  /// The identity for the grid; nil for individual files.
  fileprivate var galleryID: GalleryID? {
    period.map { GalleryID($0) } ?? folder.map { GalleryID($0) }
  }
}

nonisolated extension Period: GalleryIdentity {
  package var displayName: String { "" }
  package var badgeLabel: String { "" }
}

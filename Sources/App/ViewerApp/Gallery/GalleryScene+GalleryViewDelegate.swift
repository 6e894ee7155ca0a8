import BrowserHost
import GalleryCore
import Geometry
import PhotoGrid
import Views

extension GalleryScene: GalleryViewDelegate {
  func gallery(_ gallery: GalleryView, open item: Int) {
    if let card = card(at: item) {
      let frame = gallery.thumbnailGeometry(of: item)?.frame
      onOpenFolder?(card, frame ?? Rect(center: gallery.bounds.center, size: .zero))
    } else if let page = gallery.page(of: item) {
      onOpen?(page)
    }
  }

  /// The folder card in the cell with this index; nil for the cell of a photo.
  private func card(at item: Int) -> FolderCard? {
    guard gallery.contents.card(at: item) != nil, let path = gallery.item(item)?.path else {
      return nil
    }
    return live.library.cards.first { $0.path == path }
  }

  func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) {
    onMenuRequest?(point)
  }

  func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?) {
    onSelectionChange?()
    onFocusChange?()
  }

  func galleryDidChangeSelection(_ gallery: GalleryView) { onSelectionChange?() }

  func gallery(_ gallery: GalleryView, didChooseCellSide side: Double) { onCellSideChange?(side) }
}

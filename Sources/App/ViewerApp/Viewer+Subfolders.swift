import BrowserHost
import Geometry
import PhotoGrid
import Scenes
import Transitions
import Views

/// The grids of subfolders, each above the grid of its parent folder.
extension Viewer {
  /// The open grids, the innermost folder last.
  var homes: [LibraryScene] {
    view?.stack?.scenes.compactMap { $0 as? LibraryScene } ?? [rootHome].compactMap(\.self)
  }

  /// The innermost open grid; nil when the program was opened with photos.
  var home: LibraryScene? { homes.last }

  /// Opens the grid of a folder's card, with a transition from the card.
  func open(_ card: FolderCard, at frame: Rect, of scene: GalleryScene) {
    guard let view, let stack = view.stack else { return }
    let inner = LibraryScene(
      [(makeGrid(LibraryRequest(folder: card.path), in: view), .folder)], options: options,
      window: view, information: makeGridInformation(), marks: marks, log: log)
    inner.onQuit = { [weak self] in self?.finish(ExitCode.done) }
    inner.onLeave = { [weak view, weak scene] in
      guard let view else { return }
      let frame = scene?.frame(ofFolder: card.path) ?? frame
      view.stack?.pop(by: .animated(GrowSceneAnimator(from: frame)), at: view.now)
    }
    inner.onDisappear = { [weak self, weak inner, weak scene] in
      // The grid also disappears when a photo is opened above it.
      guard let self, let inner, !homes.contains(where: { $0 === inner }) else { return }
      scene?.live.reloadCards()
    }
    inner.allowText()
    stack.push(inner, by: .animated(GrowSceneAnimator(from: frame)), at: view.now)
    log.trace("folder opened name=\(card.path.readableName)")
  }
}

extension GalleryScene {
  /// The frame of a folder's card in stage points, after scrolling it into view; nil when there is
  /// none.
  fileprivate func frame(ofFolder folder: FilePath) -> Rect? {
    let cards = gallery.contents.items.prefix(gallery.contents.cards.count)
    guard let item = cards.firstIndex(where: { $0.path == folder }) else {
      return nil
    }
    gallery.reveal(item: item)
    return gallery.thumbnailGeometry(of: item)?.frame
  }
}

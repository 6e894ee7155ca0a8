import BrowserHost
import Geometry
import PhotoGrid
import Views

/// The position on the screen of a photo's name, which follows the photo, for editing the name in
/// place.
struct NameAnchor {
  /// The rectangles of a name, in the stage's coordinates.
  struct Frames {
    /// The rectangle of the name; a rectangle without a size is only the middle of the name.
    var name: Rect
    /// The rectangle of the view that contains the photo. The name is shown only inside it.
    var clipArea: Rect
  }

  /// Gives the current rectangles; nil when the photo is no longer on the screen.
  var frames: () -> Frames?
  /// Scrolls the grid so that the name is visible. Default: does nothing.
  var reveal: () -> Void = {}
  /// Moves the focus of the grid to the photo before (−1) or after (1), and returns that photo; nil
  /// when no photo is there or it cannot be renamed. Default: nil.
  var moveFocus: (_ step: Int) -> Transfer.Photo? = { _ in nil }
  /// Whether the grid behind the field can be scrolled while the name is edited. Default: false.
  var allowsScrolling = false

  /// The distance in points between the bottom of a fullscreen window and the middle of the name.
  /// It is the same as for messages to the user.
  private static let distanceAboveBottom = 60.0

  /// The rectangles of a name in the middle of the title bar; in fullscreen, near the bottom of the
  /// window.
  fileprivate static func frames(in view: ViewerWindow) -> Frames {
    let area = view.stage.bounds
    // In fullscreen, the title bar is visible only while the pointer is near it, so it is not used.
    let y =
      view.window.isFullscreen
      ? area.maxY - distanceAboveBottom * view.stage.scale : view.host.titleBar.frame.midY
    return Frames(name: Rect(center: Point(x: area.midX, y: y), size: .zero), clipArea: area)
  }
}

extension ShownScenes {
  /// The place of a chosen photo's name; nil when no scene in front shows the photo.
  ///
  /// - Parameter photo: the shown file of the photo, by the path in the list.
  func nameAnchor(of photo: FilePath) -> NameAnchor? {
    if frontCompare != nil || frontVisit != nil {
      return NameAnchor(frames: { [weak self] in
        guard let self, photosForCommands == [photo], frontCompare != nil || frontVisit != nil
        else {
          return nil
        }
        return NameAnchor.frames(in: view)
      })
    }
    guard let home, view.scene === home else { return nil }
    let scene = home.current
    var place = scene.nameAnchor(of: photo)
    let frames = place.frames
    place.frames = { [weak view, weak home, weak scene] in
      guard let home, home.current === scene, view?.scene === home else { return nil }
      return frames()
    }
    return place
  }
}

extension GalleryScene {
  /// The place of a photo's name in the grid.
  ///
  /// - Parameter photo: the shown file of the photo, by the path in the library.
  func nameAnchor(of photo: FilePath) -> NameAnchor {
    var known: Int?
    let index: () -> Int? = { [weak self] in
      guard let self else { return nil }
      if let known, gallery.item(known)?.path == photo { return known }
      known = live.library.index(of: photo).map { self.live.library.cards.count + $0 }
      return known.flatMap { self.gallery.item($0)?.path == photo ? $0 : nil }
    }
    return NameAnchor(
      frames: { [weak gallery] in
        guard let gallery, let name = index().flatMap(gallery.nameFrame) else { return nil }
        return NameAnchor.Frames(name: name, clipArea: gallery.visibleFrame)
      },
      reveal: { [weak gallery] in
        if let gallery, let item = index() { gallery.reveal(item: item) }
      },
      moveFocus: { [weak self] step in index().flatMap { self?.moveFocus(toItem: $0 + step) } },
      allowsScrolling: true)
  }

  /// Moves the grid's focus to an item and returns its photo; nil, and no move, when the item has
  /// no file that can be renamed.
  private func moveFocus(toItem index: Int) -> Transfer.Photo? {
    guard let item = gallery.item(index), let page = gallery.page(of: index),
      item.path.webAddress == nil, !item.path.isArchive, item.path.containingArchive == nil
    else { return nil }
    gallery.moveFocus(toPage: page)
    return Transfer.Photo(
      shown: item.path, files: live.library.files(with: item.path, atPage: page))
  }
}

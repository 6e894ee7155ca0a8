import BrowserHost
import Geometry
import PhotoGrid
import Views

/// The place of a photo's name on the screen, at which the name is edited.
struct NamePlace {
  /// The rectangles of a name, in the stage's coordinates.
  struct Spot {
    /// The rectangle of the name; empty for its middle only.
    var name: Rect
    /// The area that contains the photo. The name is shown only inside it.
    var area: Rect
  }

  /// Returns the current rectangles; nil after the photo has left the place.
  var spot: () -> Spot?
  /// Scrolls the name into view. Default: does nothing.
  var reveal: () -> Void = {}
  /// Moves the focus of the grid to the photo before (−1) or after (1), and returns that photo; nil
  /// where there is none. Default: nil.
  var move: (_ step: Int) -> Transfer.Photo? = { _ in nil }
  /// Whether the views behind can be scrolled while the name is edited. Default: false.
  var scrolls = false

  /// The distance of a name without a title bar from the bottom of the window, in points: that of
  /// messages.
  private static let aboveBottom = 60.0

  /// The rectangles of a name in the middle of the title bar; of the window's bottom where there is
  /// no bar.
  fileprivate static func spot(in view: ViewerWindow) -> Spot {
    let area = view.stage.bounds
    // In fullscreen, the bar comes and goes with the pointer.
    let y =
      view.window.isFullscreen
      ? area.maxY - aboveBottom * view.stage.scale : view.host.titleBar.frame.midY
    return Spot(name: Rect(center: Point(x: area.midX, y: y), size: .zero), area: area)
  }
}

extension ShownPhotos {
  /// The place of the name of a chosen photo; nil when no scene in front shows the photo.
  ///
  /// - Parameter photo: the shown file, by the path in the list.
  func namePlace(of photo: FilePath) -> NamePlace? {
    if frontCompare != nil || frontVisit != nil {
      return NamePlace(spot: { [weak self] in
        guard let self, chosenPhotos == [photo], frontCompare != nil || frontVisit != nil else {
          return nil
        }
        return NamePlace.spot(in: view)
      })
    }
    guard let home, view.scene === home else { return nil }
    let scene = home.current
    var place = scene.namePlace(of: photo)
    let spot = place.spot
    place.spot = { [weak view, weak home, weak scene] in
      guard let home, home.current === scene, view?.scene === home else { return nil }
      return spot()
    }
    return place
  }
}

extension GalleryScene {
  /// The place of the name of a photo in the grid.
  ///
  /// - Parameter photo: the shown file, by the path in the library.
  func namePlace(of photo: FilePath) -> NamePlace {
    var known: Int?
    let index: () -> Int? = { [weak self] in
      guard let self else { return nil }
      if let known, gallery.item(known)?.path == photo { return known }
      known = live.library.index(of: photo).map { self.live.library.cards.count + $0 }
      return known.flatMap { self.gallery.item($0)?.path == photo ? $0 : nil }
    }
    return NamePlace(
      spot: { [weak gallery] in
        guard let gallery, let name = index().flatMap(gallery.nameFrame) else { return nil }
        return NamePlace.Spot(name: name, area: gallery.visibleFrame)
      },
      reveal: { [weak gallery] in
        if let gallery, let item = index() { gallery.reveal(item: item) }
      },
      move: { [weak self] step in index().flatMap { self?.moveFocus(toItem: $0 + step) } },
      scrolls: true)
  }

  /// Moves the focus to an item, and returns its photo; nil, without a move, for an item whose file
  /// cannot be renamed.
  private func moveFocus(toItem index: Int) -> Transfer.Photo? {
    guard let item = gallery.item(index), let page = gallery.page(of: index),
      item.path.webAddress == nil, !item.path.isArchive, item.path.containingArchive == nil
    else { return nil }
    gallery.moveFocus(toPage: page)
    return Transfer.Photo(
      shown: item.path, files: live.library.files(with: item.path, atPage: page))
  }
}

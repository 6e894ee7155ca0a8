import BrowserHost
import GalleryCore
import PhotoGrid

/// The place in a grid before a search: the photo with the focus, and the scroll offset. While the
/// user types, some of the filtered lists may lack the photo; it receives the focus again when it
/// is listed.
struct SearchOrigin {
  /// The photo that receives the focus whenever it is listed; nil for none.
  private var photoToRefocus: FilePath?
  /// The scroll offset in device pixels to which the grid returns after the search; nil after the
  /// user has moved the focus to another photo.
  private var scrollOffset: Double?
  /// The photo that had the focus after the last change of the list; nil for none.
  private var lastFocus: FilePath?

  /// Makes the origin of a search that begins, from the photo that has the focus and the scroll
  /// offset in device pixels.
  init(focus: FilePath?, offset: Double) {
    (photoToRefocus, self.scrollOffset, self.lastFocus) = (focus, offset, focus)
  }

  /// Takes over the focus before a change of the list. If the user has moved the focus since the
  /// last change, the focus stays with the new photo from now on, and the scroll offset is given
  /// up.
  mutating func listWillChange(focus: FilePath?) {
    guard focus != self.lastFocus else { return }
    (photoToRefocus, scrollOffset, self.lastFocus) = (focus, nil, focus)
  }

  /// Moves the focus back to its photo after a change of the list, and scrolls there.
  ///
  /// - Parameters:
  ///   - isRearranged: whether the filter or the grouping has changed, after which the grid is at
  ///     its top.
  ///   - isSearchEnd: whether all photos are listed again; the grid then returns to its offset.
  mutating func listDidChange(
    to library: SectionedLibrary, in scene: GalleryScene, isRearranged: Bool, isSearchEnd: Bool
  ) {
    let gallery = scene.gallery
    var isBack = false
    if let photo = photoToRefocus, photo != scene.focusedPhoto, let index = library.index(of: photo)
    {
      gallery.setFocus(onPage: index)
      isBack = true
    }
    lastFocus = scene.focusedPhoto
    if isSearchEnd, lastFocus == photoToRefocus, let scrollOffset {
      gallery.perform(.scroll(to: scrollOffset, animated: false), at: gallery.lastTime)
    } else if isBack || isRearranged, isSearchEnd || lastFocus == photoToRefocus,
      let item = gallery.state.focus
    {
      gallery.perform(.reveal(item, .nearest, animated: false), at: gallery.lastTime)
    }
  }
}

import BrowserHost
import Windowing

/// The changes to the window for a slideshow, if the user prefers them: fullscreen, and a filter
/// for photos with the flag Pick. The changes are taken back at the end of the slideshow.
final class SlideshowWindowChanges {
  private let shown: ShownScenes
  private let filter: PageFilter
  /// Whether the window was made fullscreen for the slideshow, so that it leaves fullscreen when
  /// the slideshow ends.
  private var leavesFullscreenAtEnd = false
  /// The text of the filter before the slideshow, and that of the filter set by it; nil when the
  /// slideshow has set none.
  private var pickFilter: (former: String, new: String)?

  init(_ shown: ShownScenes, _ filter: PageFilter) {
    self.shown = shown
    self.filter = filter
  }

  /// Makes the window follow the start and the end of the slideshow of a visit.
  func connect(_ visit: PhotoVisit) {
    visit.slideshow.onActivity = { [weak self, weak visit] isActive in
      guard let self, let visit else { return }
      if isActive { begin(visit) } else { end(visit) }
    }
  }

  private func begin(_ visit: PhotoVisit) {
    let view = shown.view
    let chosen = visit.slideshow.options
    view.host.hideControls()
    if chosen.isFullscreen, !view.window.isFullscreen {
      leavesFullscreenAtEnd = true
      view.window.setFullscreen(true)
    }
    if chosen.showsPicksOnly { pickFilter = filter.limitToPicks() }
  }

  private func end(_ visit: PhotoVisit) {
    let window = shown.view.window
    if leavesFullscreenAtEnd, window.isFullscreen { window.setFullscreen(false) }
    // The filter from before the slideshow returns only if the user has not chosen another filter
    // during the slideshow.
    if let pickFilter, visit.filterText() == pickFilter.new {
      filter.setFilter(pickFilter.former, on: visit)
    }
    (leavesFullscreenAtEnd, pickFilter) = (false, nil)
  }
}

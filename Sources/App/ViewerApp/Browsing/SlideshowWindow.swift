import BrowserHost
import Windowing

/// The state of the window during a slideshow: fullscreen and only picked photos, as the user
/// prefers. At the end of the slideshow the former state returns.
final class SlideshowWindow {
  private let shown: ShownPhotos
  private let filter: PageFilter
  /// Whether the window is fullscreen only during the slideshow.
  private var isFullscreenOnlyNow = false
  /// Whether the pages are filtered only during the slideshow.
  private var isFilteredOnlyNow = false

  init(_ shown: ShownPhotos, _ filter: PageFilter) {
    self.shown = shown
    self.filter = filter
  }

  /// Connects the slideshow of a visit to the window.
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
      isFullscreenOnlyNow = true
      view.window.setFullscreen(true)
    }
    if chosen.showsPicksOnly, visit.filterText().isEmpty {
      isFilteredOnlyNow = true
      _ = filter.perform(.onlyPicks)
    }
  }

  private func end(_ visit: PhotoVisit) {
    let window = shown.view.window
    if isFullscreenOnlyNow, window.isFullscreen { window.setFullscreen(false) }
    if isFilteredOnlyNow { filter.showAnyMarks(of: visit) }
    (isFullscreenOnlyNow, isFilteredOnlyNow) = (false, false)
  }
}

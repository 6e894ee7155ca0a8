import BrowserHost
import Windowing

/// The state of the window during a slideshow: fullscreen and only picked photos, as the user
/// prefers. At the end of the slideshow the former state returns.
final class SlideshowWindow {
  private let shown: ShownPhotos
  private let filter: PageFilter
  /// Whether the window is fullscreen only during the slideshow.
  private var isFullscreenOnlyNow = false
  /// The filter before the slideshow, and the one that it has set; nil when it has set none.
  private var picks: (former: String, new: String)?

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
    if chosen.showsPicksOnly { picks = filter.limitToPicks() }
  }

  private func end(_ visit: PhotoVisit) {
    let window = shown.view.window
    if isFullscreenOnlyNow, window.isFullscreen { window.setFullscreen(false) }
    // A filter that the user has chosen meanwhile stays.
    if let picks, visit.filterText() == picks.new { filter.show(picks.former, on: visit) }
    (isFullscreenOnlyNow, picks) = (false, nil)
  }
}

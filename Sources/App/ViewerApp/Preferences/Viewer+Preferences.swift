import Desktop
import GalleryCore
import PhotoBrowser
import Scenes

/// Choosing preferences, and having them in force.
extension Viewer {
  /// Slides up the sheet of preferences.
  func showPreferences() {
    let before = inForce
    let sheet = PreferencesSheet(before)
    var last = before
    sheet.onChange = { [weak self] next in
      self?.adopt(next, insteadOf: last)
      last = next
    }
    view?.present(sheet)
  }

  /// Every preference as it is in force, whoever chose it.
  private var inForce: Preferences {
    var result = options.preferences
    result.slideshow = slideTime
    guard let looks = visit?.browser.options else { return result }
    result.pageEffect = looks.pageEffect ?? "none"
    result.loops = looks.tuning.isLooping
    return result
  }

  /// Puts a choice in force at once, and keeps it.
  private func adopt(_ next: Preferences, insteadOf last: Preferences) {
    options.take(next)
    slideTime = next.slideshow ?? slideTime
    putInForce()
    log.trace("preferences \(next.changes(since: last))")
    do throws(DesktopError) {
      try store.keep(store.preferences.with(next, insteadOf: last))
    } catch {
      view?.say("This is not kept: \(error)")
    }
  }

  private func putInForce() {
    let isReduced = options.motion == .reduced
    view?.stack?.reducesMotion = isReduced
    home?.reducesMotion = isReduced
    visit?.adopt(options, slideTime: slideTime)
  }
}

extension BrowserScene {
  /// Goes on with other options.
  func adopt(_ options: ViewerOptions, slideTime: Double) {
    let hasIndicator = browser.indicator != nil || self.options.indicator == "none"
    let isOther = options.indicator != self.options.indicator
    let before = pageBox
    self.options = options
    var looks = browser.options
    options.preferences.apply(to: &looks)
    browser.options = looks
    if isOther, hasIndicator { indicate() }
    source.playsByItself = options.motion != .reduced
    if slideTime != self.slideTime {
      self.slideTime = slideTime
      if browser.slideshowPhase == .running { browser.startSlideshow(every: slideTime) }
    }
    // A tall window takes other pictures when pages lie below each other.
    if pageBox != before { source.pagesDidResize(to: pageBox) }
  }
}

extension GalleryHome {
  /// True when nothing in the grids is to move by itself.
  var reducesMotion: Bool {
    get { container.reducesMotion }
    set {
      container.reducesMotion = newValue
      for scene in scenes { scene.gallery.tuning.reducesMotion = newValue }
    }
  }
}

import BrowserHost
import Desktop
import GalleryCore
import Localization
import PhotoBrowser
import PhotoGrid
import Scenes
import Windowing

/// The commands and effects of preferences.
extension Viewer {
  /// Opens the sheet of preferences.
  func showPreferences() { show { PreferencesSheet($0) } }

  /// Opens the sheet with the preferences of slideshows.
  func showSlideshowOptions() {
    show { PreferencesSheet($0, title: tr("Slideshow"), keys: PreferenceTable.slideshowKeys) }
  }

  private func show(_ make: (Preferences) -> PreferencesSheet) {
    let before = effectiveValues
    let sheet = make(before)
    sheet.onCommand = { [weak self] in self?.view?.perform($0) }
    var last = before
    sheet.onChange = { [weak self] next in
      self?.adopt(next, insteadOf: last)
      last = next
    }
    view?.present(sheet)
  }

  /// Performs a command that changes a preference.
  ///
  /// - Returns: false for any other command.
  func performPreferenceCommand(_ command: Command) -> Bool {
    let last = effectiveValues
    var next = last
    func toggle(_ key: String) { next[key] = String(last[key] != "true") }
    switch command {
    case .toggleWholeCells: toggle("whole-thumbnails")
    case .toggleNames: toggle("thumbnail-names")
    case .toggleFilmstrip: toggle("filmstrip")
    case .slideshowOptions:
      showSlideshowOptions()
      return true
    case .inspectPixels: toggle("inspect")
    case .overviewMap: toggle("overview")
    case .toggleTransparency:
      let grounds = PreferenceTable.grounds
      let present = visit?.browser.options.transparency ?? .checkerboard
      let place = grounds.firstIndex(of: present) ?? 0
      let ground = grounds[(place + 1) % grounds.count]
      next["transparency"] = ground.rawValue
      view?.say(tr("Behind transparency: {ground}", ["ground": ground.title]))
    default: return false
    }
    adopt(next, insteadOf: last)
    return true
  }

  /// Changes the time for which a slideshow shows each picture, to the next longer (1) or shorter
  /// (−1) one.
  func changeSlideshowInterval(_ step: Int) {
    let last = effectiveValues
    var next = last
    let interval = PhotoSlideshow.interval(step, from: slideshowInterval)
    next["slideshow-seconds"] = PreferenceTable.seconds(interval)
    adopt(next, insteadOf: last)
    view?.say(tr("{seconds} s per picture", ["seconds": PreferenceTable.seconds(interval)]))
  }

  /// Fills the screen with a slideshow, hides the controls, and shows only picks, as preferred; at its
  /// end everything is as before.
  func slideshowDidChange(isActive: Bool) {
    guard let visit, let view else { return }
    let chosen = visit.slideshow.options
    if isActive {
      view.host.hideControls()
      if chosen.isFullscreen, !view.window.isFullscreen {
        fullscreenOfSlideshow = true
        view.window.setFullscreen(true)
      }
      if chosen.showsPicksOnly, visit.filterText().isEmpty {
        filterOfSlideshow = true
        _ = performMarkFilter(.onlyPicks)
      }
    } else {
      if fullscreenOfSlideshow, view.window.isFullscreen { view.window.setFullscreen(false) }
      if filterOfSlideshow { _ = performMarkFilter(.anyMarks) }
      (fullscreenOfSlideshow, filterOfSlideshow) = (false, false)
    }
  }

  /// The present values of all preferences, regardless of their origin.
  private var effectiveValues: Preferences {
    var current = settings
    if let looks = visit?.browser.options {
      current.options.pageEffect = looks.pageEffect.flatMap(PageEffects.name(of:)) ?? "none"
      current.options.loop = looks.tuning.isLooping
    }
    return Preferences(effectiveValues: current)
  }

  private var settings: ViewerSettings {
    get { ViewerSettings(options: options, slideshowInterval: slideshowInterval) }
    set {
      options = newValue.options
      slideshowInterval = newValue.slideshowInterval
    }
  }

  /// Applies changed preferences to the running program and stores them.
  private func adopt(_ next: Preferences, insteadOf last: Preferences) {
    next.apply(to: &settings)
    let keys = next.changedKeys(since: last)
    if keys.contains("motion") { desktopDecidesMotion = false }
    applyPreferences(keys)
    log.trace("preferences \(next.changes(since: last))")
    do throws(DesktopError) {
      try store.keep(store.preferences.with(next, insteadOf: last))
    } catch {
      view?.say(tr("The preferences could not be saved: {reason}", ["reason": error]))
    }
  }

  /// Follows the appearance of the desktop: reduced motion, and the colour that the containers of
  /// grids keep.
  func adoptAppearance() {
    followDesktopMotion()
    for home in homes { home.container.background = GalleryStyle.background }
  }

  /// Reduces motion while the desktop has animations off, unless the user has set it in the
  /// program.
  private func followDesktopMotion() {
    guard desktopDecidesMotion, let display = view?.window.display else { return }
    let isReduced = appearance.desktop?.reducesMotion ?? !display.areAnimationsEnabled
    let motion: MotionAmount = isReduced ? .reduced : .full
    guard motion != options.motion ?? .full else { return }
    options.motion = motion
    log.trace("desktop motion=\(motion.rawValue)")
    applyPreferences(["motion"])
  }

  private func applyPreferences(_ keys: [String]) {
    if keys.contains("appearance") || keys.contains("text-scale") {
      appearance.adopt(options)
    }
    if keys.contains("pairs") || keys.contains("bursts") {
      for live in homes.flatMap(\.scenes).map(\.live) + [folder].compactMap(\.self) {
        live.rules = options.stackRules
      }
    }
    let isReduced = options.motion == .reduced
    view?.stack?.reducesMotion = isReduced
    for home in homes {
      home.reducesMotion = isReduced
      for scene in home.scenes { scene.adopt(options) }
    }
    visit?.adopt(settings, changed: keys)
    if keys.contains("keys") { adoptKeys() }
    if keys.contains("color") { adoptColors() }
    if keys.contains("animation-speed") {
      let speed = options.animationSpeed ?? 1
      view?.stack?.animationSpeed = speed
      for home in homes { home.container.animationSpeed = speed }
    }
    if !Set(keys).isDisjoint(with: ["sort", "reverse", "group"]) { sortGridsAgain(keys) }
  }

  /// Applies the preferred order and sections to all grids.
  private func sortGridsAgain(_ keys: [String]) {
    for live in homes.flatMap(\.scenes).map(\.live) {
      if keys.contains("group") { live.group(by: options.usualGroup ?? .folder) }
      var order = live.order
      order.isReversed = options.usualReverse
      if live.arrangement.grouping == .folder { order.order = options.usualSort ?? .name }
      live.sort(by: order)
    }
  }
}

extension LibraryScene {
  /// Whether the grids avoid animations.
  var reducesMotion: Bool {
    get { container.reducesMotion }
    set {
      container.reducesMotion = newValue
      for scene in scenes { scene.gallery.tuning.reducesMotion = newValue }
      selection.reducesMotion = newValue
    }
  }
}

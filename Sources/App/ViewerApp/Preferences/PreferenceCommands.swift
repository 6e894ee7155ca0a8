import BrowserHost
import Desktop
import GalleryCore
import Imaging
import Localization
import PhotoBrowser
import PhotoGrid
import Scenes
import Windowing

/// The commands that change preferences, and the effects of changed preferences on the running
/// program.
final class PreferenceCommands {
  private let shown: ShownScenes
  private let pages: PageLibrary
  private let settings: ProgramSettings
  private let services: ProgramServices
  private let keys: KeyCustomization
  /// The part that adapts the colours, the scale and the text size of the interface to the desktop
  /// and the preferences.
  private let appearance: AppearanceFollower
  /// The sheet of preferences while it is open; nil otherwise.
  private weak var sheet: PreferencesSheet?
  /// The values that the open sheet shows.
  private var sheetValues = Preferences()

  init(
    _ shown: ShownScenes, _ pages: PageLibrary, _ settings: ProgramSettings,
    _ services: ProgramServices, _ appearance: AppearanceFollower
  ) {
    self.shown = shown
    self.pages = pages
    self.settings = settings
    self.services = services
    self.appearance = appearance
    keys = KeyCustomization(shown, settings, log: services.log)
    let system = shown.view.system
    appearance.connect(to: system)
    appearance.onChange = { [weak self] in self?.adoptAppearance() }
    system.onSettingsChange = { [appearance] in appearance.desktopDidChange() }
    system.onProfileChange = { [weak self] in self?.adoptColors() }
  }

  private var view: ViewerWindow { shown.view }
  private var log: Log { services.log }

  /// Opens the sheet with all preferences.
  private func showPreferences() {
    presentSheet { PreferencesSheet($0) }
    settings.store.readProblems { [weak sheet = sheet] in
      if !$0.isEmpty { sheet?.notice = $0.joined(separator: "\n") }
    }
  }

  /// Opens the sheet with the preferences of slideshows.
  private func showSlideshowOptions() {
    presentSheet {
      PreferencesSheet($0, title: tr("Slideshow"), keys: PreferenceTable.slideshowKeys)
    }
  }

  private func presentSheet(_ make: (Preferences) -> PreferencesSheet) {
    sheetValues = effectiveValues
    let sheet = make(sheetValues)
    sheet.onCommand = { [weak view] in view?.perform($0) }
    sheet.onChange = { [weak self] next in
      if let self { adoptAndSave(next, insteadOf: sheetValues) }
    }
    self.sheet = sheet
    view.present(sheet)
  }

  /// Updates the values in the open sheet, because a command or the desktop may have changed them.
  private func updateSheet() {
    guard let sheet else { return }
    sheetValues = effectiveValues
    sheet.show(sheetValues)
  }

  /// Performs a command that changes preferences or opens a sheet of them.
  ///
  /// - Returns: false for any other command.
  func perform(_ command: Command) -> Bool {
    let last = effectiveValues
    var next = last
    func toggle(_ key: String) { next[key] = String(last[key] != "true") }
    switch command {
    case .toggleWholeCells: toggle("whole-thumbnails")
    case .toggleNames: toggle("thumbnail-names")
    case .toggleFilmstrip: toggle(shown.visit?.strips.toggledPreference ?? "filmstrip")
    case .toggleLeafStrip: toggle("page-strip")
    case .preferences:
      showPreferences()
      return true
    case .customizeKeys:
      keys.showCommandList()
      return true
    case .slideshowOptions:
      showSlideshowOptions()
      return true
    case .inspectPixels: toggle("inspect")
    case .overviewMap: toggle("overview")
    case .toggleTransparency:
      let styles = PreferenceTable.transparencyStyles
      let current = shown.visit?.browser.options.transparency ?? .checkerboard
      let index = styles.firstIndex(of: current) ?? 0
      let style = styles[(index + 1) % styles.count]
      next["transparency"] = style.rawValue
      view.showToast(tr("Behind transparency: {ground}", ["ground": style.title]))
    default: return false
    }
    adoptAndSave(next, insteadOf: last)
    return true
  }

  /// Changes the slideshow interval to the next longer (1) or next shorter (−1) choice.
  func changeSlideshowInterval(_ step: Int) {
    let last = effectiveValues
    var next = last
    let interval = PhotoSlideshow.nextInterval(step, from: settings.slideshowInterval)
    next["slideshow-seconds"] = PreferenceTable.secondsText(interval)
    adoptAndSave(next, insteadOf: last)
    view.showToast(
      tr("{seconds} s per picture", ["seconds": PreferenceTable.secondsText(interval)]))
  }

  /// The current values of all preferences, whether they come from the file, the command line or a
  /// command.
  private var effectiveValues: Preferences {
    var current = settings.values
    if let shownOptions = shown.visit?.browser.options {
      current.options.pageEffect = shownOptions.pageEffect.flatMap(PageEffects.name(of:)) ?? "none"
      current.options.loop = shownOptions.tuning.isLooping
    }
    return Preferences(effectiveValues: current)
  }

  /// Applies changed preferences to the running program and writes them to the file.
  private func adoptAndSave(_ next: Preferences, insteadOf last: Preferences) {
    let keys = next.changedKeys(since: last)
    settings.change { next.apply(keys, to: &$0) }
    applyPreferences(keys)
    log.trace("preferences \(next.changesText(since: last))")
    do throws(DesktopError) {
      try settings.store.save(settings.store.preferences.merging(next, insteadOf: last))
    } catch {
      view.showToast(tr("The preferences could not be saved: {reason}", ["reason": error]))
    }
  }

  /// Applies a changed appearance of the desktop: reduced animations, and the background of the
  /// grids.
  private func adoptAppearance() {
    followDesktopMotion()
    for home in shown.homes { home.container.background = GalleryStyle.background }
  }

  /// Reduces animations as the desktop does, unless the user has chosen otherwise.
  private func followDesktopMotion() {
    let display = view.window.desktop
    let isReduced = appearance.desktop?.reducesMotion ?? !display.areAnimationsEnabled
    guard isReduced != settings.options.desktopReducesMotion else { return }
    settings.change { $0.options.desktopReducesMotion = isReduced }
    guard settings.options.motion ?? .auto == .auto else { return }
    log.trace("desktop motion=\(isReduced ? "reduced" : "full")")
    applyPreferences(["motion"])
  }

  /// Sets the colours of the image pipeline to those of the monitor or the preferences. When they
  /// change, visible pictures are loaded again; the old ones stay until then.
  func adoptColors() {
    let pipeline = services.pipeline
    let wanted = (settings.options.color ?? .defaultChoice).imageColor(profile: view.window.profile)
    guard wanted != pipeline.color else { return }
    pipeline.color = wanted
    log.trace("colors \(wanted.traceName)")
    shown.visit?.source.colorsDidChange()
    shown.compare?.colorsDidChange()
    shown.visit?.strips.colorsDidChange()
    for scene in shown.grids { scene.colorsDidChange() }
  }

  private func applyPreferences(_ keys: [String]) {
    let options = settings.options
    if !Set(keys).isDisjoint(with: ["appearance", "scale", "text-scale"]) {
      appearance.adopt(options)
    }
    if keys.contains("pairs") || keys.contains("bursts") {
      services.marks.joinsPairs = options.stackRules.pairs != .separate
      for live in shown.grids.map(\.live) + [pages.ownLibrary].compactMap(\.self) {
        live.rules = options.stackRules
      }
    }
    let isReduced = settings.reducesMotion
    view.stack?.reducesMotion = isReduced
    for home in shown.homes {
      home.reducesMotion = isReduced
      for scene in home.scenes { scene.adopt(options) }
    }
    shown.visit?.adopt(settings.values, changed: keys)
    if keys.contains("keys") { self.keys.adoptKeys() }
    if keys.contains("color") { adoptColors() }
    if keys.contains("animation-speed") {
      let speed = settings.animationSpeed
      view.stack?.animationSpeed = speed
      for home in shown.homes { home.container.animationSpeed = speed }
    }
    if !Set(keys).isDisjoint(with: ["sort", "reverse", "group"]) { sortGridsAgain(keys) }
    updateSheet()
  }

  /// Applies the preferences for order and sections to all grids. The preferred order applies only
  /// to grids with a section for each folder; the other grids adopt its direction.
  ///
  /// - Parameter keys: the keys of the changed preferences. The sections change only if `group` is
  ///   one of them.
  private func sortGridsAgain(_ keys: [String]) {
    for live in shown.grids.map(\.live) {
      if keys.contains("group") { live.group(by: settings.options.usualGroup ?? .folder) }
      var order = live.order
      order.isReversed = settings.options.usualReverse
      if live.arrangement.grouping == .folder { order.order = settings.options.usualSort ?? .name }
      live.sort(by: order)
    }
  }
}

extension LibraryScene {
  /// Whether the grids and their selection bar avoid animations.
  var reducesMotion: Bool {
    get { container.reducesMotion }
    set {
      container.reducesMotion = newValue
      for scene in scenes { scene.gallery.options.reducesMotion = newValue }
      selection.reducesMotion = newValue
    }
  }
}

extension ImageColor {
  /// The name of this kind of colour conversion in trace lines.
  fileprivate var traceName: String {
    switch self {
    case .untouched: "untouched"
    case .standard: "standard"
    case .display: "display"
    }
  }
}

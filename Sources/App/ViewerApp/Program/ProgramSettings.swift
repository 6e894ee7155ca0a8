import Desktop

/// The options of the running program, which begin as those of the command line and the preferences
/// and which the user can change; and the preferences file.
final class ProgramSettings {
  /// The options and the slideshow interval as they are now.
  private(set) var values: ViewerSettings
  /// The preferences file.
  let store: PreferenceStore

  init(_ options: ViewerOptions, store: PreferenceStore) {
    self.store = store
    let interval = ViewerSettings(options, filledFrom: store.preferences).slideshowInterval
    values = ViewerSettings(options: options, slideshowInterval: interval)
  }

  var options: ViewerOptions { values.options }
  /// The time in seconds for which a slideshow shows each picture.
  var slideshowInterval: Double { values.slideshowInterval }
  /// Whether animations are reduced. Default: false.
  var reducesMotion: Bool { options.reducesMotion }
  /// The factor by which animations are faster than usual. Default: 1.
  var animationSpeed: Double { options.animationSpeed ?? 1 }
  /// Whether shown folders and photos may be remembered in lists of recent ones.
  var remembersVisits: Bool { options.recent ?? true && !options.private }

  /// Changes the options or the interval. The caller applies the change to the scenes.
  func change(_ body: (inout ViewerSettings) -> Void) { body(&values) }
}

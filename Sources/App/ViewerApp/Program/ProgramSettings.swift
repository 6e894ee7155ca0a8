import Desktop

/// The options of the running program: those of its command line, changed by the user since, and
/// the file that keeps the user's preferences.
final class ProgramSettings {
  /// The values that preferences can change.
  private(set) var values: ViewerSettings
  /// The persistent preferences.
  let store: PreferenceStore

  init(_ options: ViewerOptions, store: PreferenceStore) {
    self.store = store
    let interval = ViewerSettings(options, filledFrom: store.preferences).slideshowInterval
    values = ViewerSettings(options: options, slideshowInterval: interval)
  }

  var options: ViewerOptions { values.options }
  /// The time in seconds for which a slideshow shows each picture.
  var slideshowInterval: Double { values.slideshowInterval }
  /// Whether animations are reduced.
  var reducesMotion: Bool { options.motion == .reduced }
  /// The factor by which animations are faster than usual.
  var animationSpeed: Double { options.animationSpeed ?? 1 }
  /// Whether shown folders and photos may be remembered.
  var remembersVisits: Bool { options.recent ?? true && !options.private }

  /// Changes the settings. The caller applies them to the scenes.
  func change(_ body: (inout ViewerSettings) -> Void) { body(&values) }
}

import Desktop

/// The preferences that a person has chosen: a text for each key of `PreferenceTable` that was set.
///
/// The command line goes before them, and they go before the defaults.
struct Preferences: Hashable {
  private static let group = "pbview"

  private var values: [String: String] = [:]

  /// No preference is set.
  init() {}

  /// Reads a key file. A value that is not accepted is ignored.
  ///
  /// - Parameter complain: Gets one sentence about the first value that is not accepted.
  init(_ file: KeyFile, complain: (String) -> Void = { _ in }) {
    var complaint: String?
    for preference in PreferenceTable.all {
      guard let text = file[Self.group, preference.key] else { continue }
      if preference.accepts(text) {
        values[preference.key] = text
      } else {
        complaint = complaint ?? "\(preference.key) takes \(preference.wanted), not “\(text)”"
      }
    }
    if let complaint { complain(complaint) }
  }

  /// The values in force in `settings`, whoever set them.
  init(inForce settings: ViewerSettings) {
    for preference in PreferenceTable.all { values[preference.key] = preference.value(settings) }
  }

  /// The value of a key as the file has it; nil when it was not chosen.
  subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Writes the chosen values into a key file; its other content stays.
  func write(to file: KeyFile) {
    for preference in PreferenceTable.all {
      let value = values[preference.key]
      if value != nil || file[Self.group, preference.key] != nil {
        file[Self.group, preference.key] = value
      }
    }
  }

  /// Puts the chosen values into settings.
  ///
  /// - Parameter keepsGiven: True leaves options alone that the command line has set.
  func apply(to settings: inout ViewerSettings, keepsGiven: Bool = false) {
    let given = settings.options
    for preference in PreferenceTable.all {
      guard let value = values[preference.key] else { continue }
      if keepsGiven, preference.isGiven(given) { continue }
      preference.set(&settings, value)
    }
  }

  /// The keys whose values differ from those of `last`, in the order of the table.
  func changedKeys(since last: Preferences) -> [String] {
    PreferenceTable.all.map(\.key).filter { values[$0] != last.values[$0] }
  }

  /// These preferences with the changes from `last` to `next`.
  func with(_ next: Preferences, insteadOf last: Preferences) -> Preferences {
    var result = self
    for key in next.changedKeys(since: last) { result.values[key] = next.values[key] }
    return result
  }

  /// The changes since `last` as `key=value`, for `--log trace`.
  func changes(since last: Preferences) -> String {
    changedKeys(since: last).map { "\($0)=\(values[$0] ?? "")" }.joined(separator: " ")
  }
}

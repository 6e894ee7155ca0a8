import Desktop
import Localization

/// The preferences of the user: a text for each key of `PreferenceTable` that is set.
///
/// The command line takes precedence over the preferences, and the preferences over the defaults.
struct Preferences: Hashable {
  /// The group of the preferences file that holds the preferences.
  static let group = "pbview"

  private var values: [String: String] = [:]

  /// Makes preferences without any value.
  init() {}

  /// Reads a key file. Values that are not accepted are ignored.
  ///
  /// - Parameter report: called with a sentence about the first value that is not accepted.
  init(_ file: KeyFile, report: (String) -> Void = { _ in }) {
    var complaint: String?
    for preference in PreferenceTable.all {
      guard let text = file[Self.group, preference.key] else { continue }
      if preference.accepts(text) {
        values[preference.key] = text
      } else {
        complaint =
          complaint
          ?? tr(
            "{key} takes {wanted}, not “{value}”",
            ["key": preference.key, "wanted": preference.wantedText, "value": text])
      }
    }
    if let complaint { report(complaint) }
  }

  /// Makes preferences from the current values in `settings`, regardless of their origin.
  init(effectiveValues settings: ViewerSettings) {
    for preference in PreferenceTable.all { values[preference.key] = preference.value(settings) }
  }

  /// The value of a key as in the file; nil when it is not set.
  subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Writes the values of some keys into a key file; its other content stays.
  func write(_ keys: Set<String>, to file: KeyFile) {
    for preference in PreferenceTable.all where keys.contains(preference.key) {
      let value = values[preference.key]
      // An empty value is the default.
      if value != nil || file[Self.group, preference.key] != nil {
        file[Self.group, preference.key] = value == "" ? nil : value
      }
    }
  }

  /// Applies the preferences to settings.
  ///
  /// - Parameters:
  ///   - keys: the keys of the preferences that are applied; nil for all. Default: nil.
  ///   - keepsGiven: true to keep the options that the command line sets.
  func apply(
    _ keys: [String]? = nil, to settings: inout ViewerSettings, keepsGiven: Bool = false
  ) {
    // Making the table takes half a millisecond of the start.
    guard !values.isEmpty else { return }
    let given = settings.options
    for preference in PreferenceTable.all where keys?.contains(preference.key) ?? true {
      guard let value = values[preference.key] else { continue }
      if keepsGiven, preference.isGiven(given) { continue }
      preference.set(&settings, value)
    }
  }

  /// The keys whose values differ from those in `last`, in the order of the table.
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

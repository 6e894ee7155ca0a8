import Desktop
import Localization

/// The values in a preferences file: a text for each key of `PreferenceTable` that is set.
///
/// A value on the command line has priority over a preference, and a preference over the default.
struct Preferences: Hashable {
  /// The name of the group of the preferences file that contains the preferences.
  static let group = "pbview"

  private var values: [String: String] = [:]

  /// Makes preferences that are all unset.
  init() {}

  /// Reads the preferences in a key file. Values that are not accepted are ignored.
  init(_ file: KeyFile) {
    for preference in PreferenceTable.all {
      guard let text = file[Self.group, preference.key], preference.accepts(text) else { continue }
      values[preference.key] = text
    }
  }

  /// The lines of a preferences file that set no preference, because their key is unknown or their
  /// value is not accepted; each with its number and a reason.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the whole file.
  ///   - file: the same contents, parsed.
  static func badLines(in bytes: [UInt8], parsed file: KeyFile) -> [PreferenceLines.BadLine] {
    PreferenceLines(bytes, group: group).compactMap { line -> PreferenceLines.BadLine? in
      let key = String(line.text.prefix { $0 != "=" }.trimmingWhitespace)
      guard let preference = PreferenceTable.preference(key) else {
        return PreferenceLines.BadLine(
          lineNumber: line.number,
          reason: tr(
            "“{name}” is not a preference; pbview --list-preferences lists them", ["name": key]))
      }
      guard let text = file[group, key], !preference.accepts(text) else { return nil }
      return PreferenceLines.BadLine(
        lineNumber: line.number,
        reason: tr(
          "{key} takes {wanted}, not “{value}”",
          ["key": key, "wanted": preference.acceptedValuesText, "value": text]))
    }
  }

  /// The headings of groups that have no meaning in a preferences file, each with its number and a
  /// reason.
  ///
  /// - Parameter bytes: the contents of the whole file.
  static func unknownGroups(in bytes: [UInt8]) -> [PreferenceLines.BadLine] {
    let groups = [group, UserKeys.group, UserCommand.preferencesGroup]
    return PreferenceLines.headings(bytes).filter { !groups.contains(String($0.text)) }.map {
      PreferenceLines.BadLine(
        lineNumber: $0.number,
        reason: tr(
          "there is no group “{name}”; the groups are {names}",
          ["name": $0.text, "names": groups.map { "[\($0)]" }.joined(separator: ", ")]))
    }
  }

  /// The current values of all preferences in `settings`, whatever set them.
  init(effectiveValues settings: ViewerSettings) {
    for preference in PreferenceTable.all { values[preference.key] = preference.value(settings) }
  }

  /// The value of a preference as in the file; nil when it is not set.
  subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Writes the values of the preferences with some keys into a key file, whose other content
  /// stays.
  func write(_ keys: Set<String>, to file: KeyFile) {
    for preference in PreferenceTable.all where keys.contains(preference.key) {
      let value = values[preference.key]
      // An empty value means the default, for which the file has no line.
      if value != nil || file[Self.group, preference.key] != nil {
        file[Self.group, preference.key] = value == "" ? nil : value
      }
    }
  }

  /// Changes settings to the values of the preferences that are set.
  ///
  /// - Parameters:
  ///   - keys: the keys of the preferences to apply; nil for all. Default: nil.
  ///   - keepsGiven: whether values that the command line sets stay. Default: false.
  func apply(
    _ keys: [String]? = nil, to settings: inout ViewerSettings, keepsGiven: Bool = false
  ) {
    // Without values, the table of preferences is not made, which would take half a millisecond.
    guard !values.isEmpty else { return }
    let given = settings.options
    for preference in PreferenceTable.all where keys?.contains(preference.key) ?? true {
      guard let value = values[preference.key] else { continue }
      if keepsGiven, preference.isSetByCommandLine(given) { continue }
      preference.setValue(&settings, value)
    }
  }

  /// The keys of the preferences whose values differ from those in `last`, in the order of the
  /// table.
  func changedKeys(since last: Preferences) -> [String] {
    PreferenceTable.all.map(\.key).filter { values[$0] != last.values[$0] }
  }

  /// A copy of these preferences with the values of `next` for all preferences that differ between
  /// `last` and `next`.
  func merging(_ next: Preferences, insteadOf last: Preferences) -> Preferences {
    var result = self
    for key in next.changedKeys(since: last) { result.values[key] = next.values[key] }
    return result
  }

  /// The values that differ from those in `last` as `key=value`, for a trace line.
  func changesText(since last: Preferences) -> String {
    changedKeys(since: last).map { "\($0)=\(values[$0] ?? "")" }.joined(separator: " ")
  }
}

import Views

/// The sheet of preferences. Every change takes effect at once.
///
/// - Source: the settings of JXPhotoBrowser 4.1's demo: transition, direction, looping, auto-play.
final class PreferencesSheet: BottomSheet {
  /// The values in the sheet.
  private(set) var shown: Preferences
  /// Called with the preferences after each change.
  var onChange: (Preferences) -> Void = { _ in }

  /// Makes a sheet that shows the given values.
  ///
  /// - Parameter keys: the keys of the rows; nil for all.
  init(_ preferences: Preferences, title: String = "Preferences", keys: [String]? = nil) {
    shown = preferences
    var rows: [(row: SettingRow, key: String, values: [String])] = []
    for preference in PreferenceTable.all where keys?.contains(preference.key) ?? true {
      let current = preferences[preference.key] ?? ""
      switch preference.row {
      case .none: continue
      case .toggle(let title, let off, let on):
        rows.append((SettingRow(title, isOn: current == on), preference.key, [off, on]))
      case .choices(let title, let choices):
        let choices = choices(current)
        let index = choices.firstIndex { $0.value == current } ?? 0
        rows.append(
          (
            SettingRow(title, choices: choices.map(\.label), index: index), preference.key,
            choices.map(\.value)
          ))
      }
    }
    super.init(title, items: rows.map(\.row))
    for (row, key, values) in rows {
      row.onChange = { [weak self] index in
        guard let self, values.indices.contains(index) else { return }
        shown[key] = values[index]
        onChange(shown)
      }
    }
  }
}

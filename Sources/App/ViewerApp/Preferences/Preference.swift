import BrowserCore
import PhotoBrowser

/// The settings that preferences change: the options, and the interval of a slideshow, which the
/// command line sets only together with the start of one.
struct ViewerSettings {
  /// The options of the command line, filled from the preferences.
  var options: ViewerOptions
  /// The time from one picture of a slideshow to the next, in seconds.
  var slideTime: Double

  /// Makes settings.
  init(options: ViewerOptions, slideTime: Double) {
    self.options = options
    self.slideTime = slideTime
  }

  /// Makes the settings of a command line, with preferences for what it left open.
  init(_ options: ViewerOptions, filledFrom preferences: Preferences) {
    self.init(
      options: options, slideTime: options.slideshow ?? Slideshow.defaultInterval)
    preferences.apply(to: &self, keepsGiven: true)
  }
}

extension ViewerOptions {
  /// Takes preferences for what the command line left open.
  @MainActor mutating func fill(from preferences: Preferences) {
    self = ViewerSettings(self, filledFrom: preferences).options
  }
}

/// One preference: its key in the file, its row in the sheet, and the setting that it changes.
///
/// `PreferenceTable` holds one for each; file, sheet, command line and running program read it from
/// there. Values are texts, as the file has them.
struct Preference {
  /// One value of a preference that is chosen from a list.
  struct Choice {
    /// The text in the file.
    let value: String
    /// The text in the sheet.
    let label: String

    /// Makes a choice.
    init(_ value: String, _ label: String) {
      self.value = value
      self.label = label
    }
  }

  /// The control of a preference in the sheet.
  enum Row {
    /// No row: the preference is in the file only.
    case none
    /// A switch between two values.
    case toggle(title: String, off: String = "false", on: String = "true")
    /// A list of choices, made from the current value.
    case choices(title: String, (_ current: String) -> [Choice])
  }

  /// The key in the group `pbview` of the preferences file.
  let key: String
  /// The control in the sheet.
  let row: Row
  /// The accepted values in words, for the message about any other value.
  let wanted: String
  /// True for the texts that are accepted.
  let accepts: (String) -> Bool
  /// The current value; nil while the default holds.
  let value: (ViewerSettings) -> String?
  /// True when the command line has set it.
  let isGiven: (ViewerOptions) -> Bool
  /// Puts an accepted value into the settings; any other value changes nothing.
  let set: (inout ViewerSettings, String) -> Void
  /// Copies the setting from options as the command line makes them into those of a browser that is
  /// open, whose other options may have changed since.
  var copy: (_ from: BrowserOptions, _ to: inout BrowserOptions) -> Void = { _, _ in }
}

// MARK: - Making preferences

extension Preference {
  /// A switch, off by default. The command line can turn it on.
  static func toggle(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Bool>,
    copies: WritableKeyPath<BrowserOptions, Bool>? = nil
  ) -> Preference {
    Preference(
      key: key, row: .toggle(title: title), wanted: "true or false",
      accepts: { Bool($0) != nil },
      value: { String($0.options[keyPath: option]) }, isGiven: { $0[keyPath: option] },
      set: { settings, text in
        if let value = Bool(text) { settings.options[keyPath: option] = value }
      },
      copy: { from, to in if let copies { to[keyPath: copies] = from[keyPath: copies] } })
  }

  /// A choice of several names, stored as text.
  static func names(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, String?>,
    standard: String, _ choices: @escaping () -> [Choice],
    copy: @escaping (BrowserOptions, inout BrowserOptions) -> Void = { _, _ in }
  ) -> Preference {
    Preference(
      key: key, row: .choices(title: title) { _ in choices() },
      wanted: choices().map(\.value).joined(separator: ", "),
      accepts: { text in choices().contains { $0.value == text } },
      value: { $0.options[keyPath: option] ?? standard },
      isGiven: { $0[keyPath: option] != nil },
      set: { $0.options[keyPath: option] = $1 }, copy: copy)
  }

  /// A choice of the cases of an enumeration, stored as their raw values.
  static func cases<Value: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Value?>,
    standard: Value, label: @escaping (Value) -> String,
    copy: @escaping (BrowserOptions, inout BrowserOptions) -> Void = { _, _ in }
  ) -> Preference {
    Preference(
      key: key,
      row: .choices(title: title) { _ in
        Value.allCases.map { Choice($0.rawValue, label($0)) }
      },
      wanted: Value.allCases.map(\.rawValue).joined(separator: ", "),
      accepts: { Value(rawValue: $0) != nil },
      value: { ($0.options[keyPath: option] ?? standard).rawValue },
      isGiven: { $0[keyPath: option] != nil },
      set: { settings, text in
        if let value = Value(rawValue: text) { settings.options[keyPath: option] = value }
      }, copy: copy)
  }

  /// A limit that is in the file only, such as `64M`.
  static func amount(
    _ key: String, _ option: WritableKeyPath<ViewerOptions, Amount?>, example: String
  ) -> Preference {
    Preference(
      key: key, row: .none, wanted: "a number like \(example)",
      accepts: { Amount(argument: $0) != nil },
      value: { $0.options[keyPath: option]?.text }, isGiven: { $0[keyPath: option] != nil },
      set: { settings, text in
        if let value = Amount(argument: text) { settings.options[keyPath: option] = value }
      })
  }
}

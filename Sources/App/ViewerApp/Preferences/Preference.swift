import ArgumentParser
import BrowserCore
import Localization
import PhotoBrowser

/// The settings that preferences change: the options and the slideshow interval. The command line
/// can set the interval only by starting a slideshow.
struct ViewerSettings {
  /// The options of the command line, filled from the preferences.
  var options: ViewerOptions
  /// The slideshow interval in seconds.
  var slideshowInterval: Double

  init(options: ViewerOptions, slideshowInterval: Double) {
    self.options = options
    self.slideshowInterval = slideshowInterval
  }

  /// Makes the settings of a command line. Preferences fill in the options that it does not set.
  init(_ options: ViewerOptions, filledFrom preferences: Preferences) {
    self.init(
      options: options, slideshowInterval: options.slideshow ?? Slideshow.defaultInterval)
    preferences.apply(to: &self, keepsGiven: true)
  }
}

extension ViewerOptions {
  /// Fills in the options that the command line does not set.
  @MainActor mutating func fill(from preferences: Preferences) {
    self = ViewerSettings(self, filledFrom: preferences).options
  }
}

/// A preference: its key in the file, its options on the command line, its row in the sheet, and
/// the setting that it changes.
///
/// `PreferenceTable` holds them all for the file, the sheet, the command line and the running
/// program. Values are texts as in the file.
struct Preference {
  /// One value of a preference with a list of values.
  struct Choice {
    /// The text of the value in the preferences file.
    let value: String
    /// The text of the value in the sheet.
    let label: String

    init(_ value: String, _ label: String) {
      self.value = value
      self.label = label
    }
  }

  /// The control of a preference in the sheet.
  enum Row {
    /// A switch between two values.
    case toggle(title: String, off: String = "false", on: String = "true")
    /// A list of choices, computed from the current value; the empty text is the default.
    case choices(title: String, (_ current: String) -> [Choice])

    /// The title of the row in the sheet.
    var title: String {
      switch self {
      case .toggle(let title, _, _), .choices(let title, _): title
      }
    }
  }

  /// The key in the group `pbview` of the preferences file.
  let key: String
  /// The section of the sheet that contains the preference.
  var group = PreferenceGroup.pages
  /// The command-line options that set the preference, such as `--loop`. Default: the key as an
  /// option.
  var optionNames: [String]
  /// The row of the preference in the sheet.
  let row: Row
  /// The accepted values in words, for error messages.
  let wanted: String
  /// The values of placeholders in ``wanted``.
  let wantedValues: TextValues
  /// Whether a text is an accepted value.
  let accepts: (String) -> Bool
  /// Gets the current value from the settings; nil while the default applies.
  let value: (ViewerSettings) -> String?
  /// Whether the command line sets the preference.
  let isGiven: (ViewerOptions) -> Bool
  /// Applies a value to the settings; a value that is not accepted has no effect.
  let set: (inout ViewerSettings, String) -> Void
  /// Copies the setting from the browser options of the command line to the options of an open
  /// browser. The other options of the browser stay as they are.
  var copy: (_ from: BrowserOptions, _ to: inout BrowserOptions) -> Void

  init(
    key: String, options: [String]? = nil, row: Row, wanted: String,
    wantedValues: TextValues = [:], accepts: @escaping (String) -> Bool,
    value: @escaping (ViewerSettings) -> String?,
    isGiven: @escaping (ViewerOptions) -> Bool,
    set: @escaping (inout ViewerSettings, String) -> Void,
    copy: @escaping (_ from: BrowserOptions, _ to: inout BrowserOptions) -> Void = { _, _ in }
  ) {
    self.key = key
    optionNames = options ?? ["--\(key)"]
    self.row = row
    self.wanted = wanted
    self.wantedValues = wantedValues
    self.accepts = accepts
    self.value = value
    self.isGiven = isGiven
    self.set = set
    self.copy = copy
  }

  /// The accepted values in words of the user's language.
  var wantedText: String { tr(wanted, wantedValues) }

  /// Whether a search finds the preference: its title, section or key contains every word.
  func matches(_ query: String) -> Bool {
    let text = [tr(row.title), group.title, key].joined(separator: " ").lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }
}

// MARK: - Making preferences

extension Preference {
  /// Makes a switch that is off by default, with an option that turns it on.
  static func toggle(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Bool>,
    options: [String]? = nil
  ) -> Preference {
    Preference(
      key: key, options: options, row: .toggle(title: title), wanted: "true or false",
      accepts: { Bool($0) != nil },
      value: { String($0.options[keyPath: option]) }, isGiven: { $0[keyPath: option] },
      set: { settings, text in
        if let value = Bool(text) { settings.options[keyPath: option] = value }
      })
  }

  /// Makes a switch with an option that turns it on or off.
  static func toggle(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Bool?>,
    standard: Bool, copies: WritableKeyPath<BrowserOptions, Bool>? = nil
  ) -> Preference {
    Preference(
      key: key, options: ["--\(key)", "--no-\(key)"], row: .toggle(title: title),
      wanted: "true or false",
      accepts: { Bool($0) != nil }, value: { String($0.options[keyPath: option] ?? standard) },
      isGiven: { $0[keyPath: option] != nil },
      set: { settings, text in
        if let value = Bool(text) { settings.options[keyPath: option] = value }
      },
      copy: { from, to in if let copies { to[keyPath: copies] = from[keyPath: copies] } })
  }

  /// Makes a choice of names, which are stored as text.
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

  /// Makes a choice of the cases of an enumeration, which are stored as raw values.
  static func cases<Value: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Value?>,
    standard: Value, excluding excluded: [Value] = [], label: @escaping (Value) -> String,
    copy: @escaping (BrowserOptions, inout BrowserOptions) -> Void = { _, _ in }
  ) -> Preference {
    let values = Value.allCases.filter { value in
      !excluded.contains { $0.rawValue == value.rawValue }
    }
    return Preference(
      key: key,
      row: .choices(title: title) { _ in values.map { Choice($0.rawValue, label($0)) } },
      wanted: values.map(\.rawValue).joined(separator: ", "),
      accepts: { text in values.contains { $0.rawValue == text } },
      value: { ($0.options[keyPath: option] ?? standard).rawValue },
      isGiven: { $0[keyPath: option] != nil },
      set: { settings, text in
        if let value = Value(rawValue: text) { settings.options[keyPath: option] = value }
      }, copy: copy)
  }

  /// Makes a preference whose value is parsed as the option is, with choices in the sheet. The
  /// first choice is the default, whose text in the file is empty.
  ///
  /// - Parameters:
  ///   - text: the value as an argument.
  ///   - isValid: whether a parsed value is in range.
  ///   - label: the text of a value in the sheet.
  static func parsed<Value: ExpressibleByArgument>(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Value?>,
    wanted: String, wantedValues: TextValues = [:],
    standard: @escaping @autoclosure () -> String, choices: [String],
    text: @escaping (Value) -> String, isValid: @escaping (Value) -> Bool = { _ in true },
    label: @escaping (String) -> String = { $0 },
    copy: @escaping (BrowserOptions, inout BrowserOptions) -> Void = { _, _ in }
  ) -> Preference {
    Preference(
      key: key,
      row: .choices(title: title) { current in
        let known = [""] + choices
        return (known.contains(current) ? known : known + [current])
          .map { Choice($0, $0.isEmpty ? standard() : label($0)) }
      },
      wanted: wanted, wantedValues: wantedValues,
      accepts: { $0.isEmpty || Value(argument: $0).map(isValid) ?? false },
      value: { $0.options[keyPath: option].map(text) },
      isGiven: { $0[keyPath: option] != nil },
      set: { settings, text in
        if text.isEmpty {
          settings.options[keyPath: option] = nil
        } else if let value = Value(argument: text), isValid(value) {
          settings.options[keyPath: option] = value
        }
      }, copy: copy)
  }

  /// Makes a preference whose value is a number in a range.
  static func number(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Double?>,
    in range: ClosedRange<Double>, standard: @escaping @autoclosure () -> String,
    choices: [Double], label: @escaping (String) -> String = { $0 },
    copy: @escaping (BrowserOptions, inout BrowserOptions) -> Void = { _, _ in }
  ) -> Preference {
    .parsed(
      key, title, option,
      wanted: "a number from {first} to {last}",
      wantedValues: [
        "first": PreferenceTable.seconds(range.lowerBound),
        "last": PreferenceTable.seconds(range.upperBound),
      ],
      standard: standard(), choices: choices.map(PreferenceTable.seconds),
      text: PreferenceTable.seconds, isValid: range.contains, label: label, copy: copy)
  }

  /// Makes a preference whose value is a limit such as `64M`.
  static func amount(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Amount?>,
    standard: String, choices: [String], example: String
  ) -> Preference {
    .parsed(
      key, title, option, wanted: "a number like {example}",
      wantedValues: ["example": example], standard: standard,
      choices: choices, text: \.text)
  }
}

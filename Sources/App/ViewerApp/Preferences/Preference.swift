import ArgumentParser
import BrowserCore
import Localization
import PhotoBrowser
import TextSearch

/// The values that preferences change: the options of the command line, and the slideshow interval,
/// which the command line can set only by starting a slideshow.
struct ViewerSettings {
  /// The options of the command line; preferences set those that it leaves out.
  var options: ViewerOptions
  /// The time in seconds for which a slideshow shows each picture.
  var slideshowInterval: Double

  init(options: ViewerOptions, slideshowInterval: Double) {
    self.options = options
    self.slideshowInterval = slideshowInterval
  }

  /// The values of a command line, in which preferences set what the command line leaves out.
  init(_ options: ViewerOptions, filledFrom preferences: Preferences) {
    self.init(
      options: options, slideshowInterval: options.slideshow ?? Slideshow.defaultInterval)
    preferences.apply(to: &self, keepsGiven: true)
  }
}

extension ViewerOptions {
  /// Sets the options that the command line leaves out to the values of the preferences.
  @MainActor mutating func fill(from preferences: Preferences) {
    self = ViewerSettings(self, filledFrom: preferences).options
  }
}

/// A preference: its key in the file, its options on the command line, its row in the sheet, and
/// the property of ``ViewerSettings`` that it changes.
///
/// `PreferenceTable` has all preferences. Values are texts as in the preferences file.
struct Preference {
  /// One of the values that a preference can have.
  struct Choice {
    /// The value as in the preferences file.
    let value: String
    /// The name of the value in the sheet.
    let label: String

    init(_ value: String, _ label: String) {
      self.value = value
      self.label = label
    }
  }

  /// The row of a preference in the sheet: its title, and its kind of control.
  enum Row {
    /// A switch between two values, which are given as in the preferences file.
    case toggle(title: String, off: String = "false", on: String = "true")
    /// A list of values, which depends on the current value; an empty value is the default.
    case choices(title: String, (_ current: String) -> [Choice])

    /// The title of the row, not translated.
    var title: String {
      switch self {
      case .toggle(let title, _, _), .choices(let title, _): title
      }
    }
  }

  /// The key of the preference in the group `[pbview]` of the preferences file.
  let key: String
  /// The section of the sheet that contains the preference. Default: pages.
  var group = PreferenceGroup.pages
  /// The command-line options that set the preference, such as `--loop`. Default: the option with
  /// the name of the key.
  var optionNames: [String]
  /// The row of the preference in the sheet.
  let row: Row
  /// A description of the accepted values for error messages, not translated.
  let acceptedValues: String
  /// The values of the placeholders in ``acceptedValues``.
  let textValues: TextValues
  /// Whether a text is an accepted value of the preference.
  let accepts: (String) -> Bool
  /// Returns the current value as a text; nil while the default applies.
  let value: (ViewerSettings) -> String?
  /// Whether the command line sets the value, so that the preferences file does not.
  let isSetByCommandLine: (ViewerOptions) -> Bool
  /// Changes the value; a text that is not accepted has no effect.
  let setValue: (inout ViewerSettings, String) -> Void
  /// Copies the value from `from`, the browser options that follow from the command line and the
  /// preferences, to the options `to` of an open browser; no other option of `to` changes.
  var copyToOpenBrowser: (_ from: BrowserOptions, _ to: inout BrowserOptions) -> Void

  init(
    key: String, options: [String]? = nil, row: Row, acceptedValues: String,
    textValues: TextValues = [:], accepts: @escaping (String) -> Bool,
    value: @escaping (ViewerSettings) -> String?,
    isGiven: @escaping (ViewerOptions) -> Bool,
    set: @escaping (inout ViewerSettings, String) -> Void,
    copy: @escaping (_ from: BrowserOptions, _ to: inout BrowserOptions) -> Void = { _, _ in }
  ) {
    self.key = key
    optionNames = options ?? ["--\(key)"]
    self.row = row
    self.acceptedValues = acceptedValues
    self.textValues = textValues
    self.accepts = accepts
    self.value = value
    self.isSetByCommandLine = isGiven
    self.setValue = set
    self.copyToOpenBrowser = copy
  }

  /// The description of the accepted values in the user's language.
  var acceptedValuesText: String { tr(acceptedValues, textValues) }

  /// Whether a search finds the preference: the title, the section, the key or the name of a value
  /// contains each word of the query.
  ///
  /// - Parameter values: the names of the values that the sheet offers.
  func matches(_ query: String, values: [String] = []) -> Bool {
    let text = ([tr(row.title), group.title, key] + values).joined(separator: "\n").lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { text.containsText($0) }
  }
}

// MARK: - Making preferences

extension Preference {
  /// A preference that is a switch, off by default, with an option of the command line that turns
  /// it on.
  static func toggle(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Bool>,
    options: [String]? = nil
  ) -> Preference {
    Preference(
      key: key, options: options, row: .toggle(title: title), acceptedValues: "true or false",
      accepts: { Bool($0) != nil },
      value: { String($0.options[keyPath: option]) }, isGiven: { $0[keyPath: option] },
      set: { settings, text in
        if let value = Bool(text) { settings.options[keyPath: option] = value }
      })
  }

  /// A preference that is a switch, with options of the command line that turn it on and off.
  ///
  /// - Parameters:
  ///   - standard: the default value.
  ///   - copies: the browser option with the same value; nil for none.
  static func toggle(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Bool?>,
    standard: Bool, copies: WritableKeyPath<BrowserOptions, Bool>? = nil
  ) -> Preference {
    Preference(
      key: key, options: ["--\(key)", "--no-\(key)"], row: .toggle(title: title),
      acceptedValues: "true or false",
      accepts: { Bool($0) != nil }, value: { String($0.options[keyPath: option] ?? standard) },
      isGiven: { $0[keyPath: option] != nil },
      set: { settings, text in
        if let value = Bool(text) { settings.options[keyPath: option] = value }
      },
      copy: { from, to in if let copies { to[keyPath: copies] = from[keyPath: copies] } })
  }

  /// A preference whose value is one of some names.
  ///
  /// - Parameter standard: the default value.
  static func names(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, String?>,
    standard: String, _ choices: @escaping () -> [Choice],
    copy: @escaping (BrowserOptions, inout BrowserOptions) -> Void = { _, _ in }
  ) -> Preference {
    Preference(
      key: key, row: .choices(title: title) { _ in choices() },
      acceptedValues: choices().map(\.value).joined(separator: ", "),
      accepts: { text in choices().contains { $0.value == text } },
      value: { $0.options[keyPath: option] ?? standard },
      isGiven: { $0[keyPath: option] != nil },
      set: { $0.options[keyPath: option] = $1 }, copy: copy)
  }

  /// A preference whose value is a case of an enumeration, stored as its raw value.
  ///
  /// - Parameters:
  ///   - standard: the default value.
  ///   - excluded: the cases that the user cannot choose.
  ///   - label: gives the name of a case in the sheet.
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
      acceptedValues: values.map(\.rawValue).joined(separator: ", "),
      accepts: { text in values.contains { $0.rawValue == text } },
      value: { ($0.options[keyPath: option] ?? standard).rawValue },
      isGiven: { $0[keyPath: option] != nil },
      set: { settings, text in
        if let value = Value(rawValue: text) { settings.options[keyPath: option] = value }
      }, copy: copy)
  }

  /// A preference whose value is parsed like the argument of its option, with a list of choices in
  /// the sheet. The first choice is the default, whose text in the file is empty.
  ///
  /// - Parameters:
  ///   - standard: the name of the default in the sheet.
  ///   - choices: the other values that the sheet offers.
  ///   - text: gives the argument that stands for a value.
  ///   - isValid: whether a parsed value is accepted.
  ///   - label: gives the name of a value in the sheet.
  static func parsed<Value: ExpressibleByArgument>(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Value?>,
    acceptedValues: String, textValues: TextValues = [:],
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
      acceptedValues: acceptedValues, textValues: textValues,
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

  /// A preference whose value is a number in a range, with a list of choices in the sheet.
  static func number(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Double?>,
    in range: ClosedRange<Double>, standard: @escaping @autoclosure () -> String,
    choices: [Double], label: @escaping (String) -> String = { $0 },
    copy: @escaping (BrowserOptions, inout BrowserOptions) -> Void = { _, _ in }
  ) -> Preference {
    .parsed(
      key, title, option,
      acceptedValues: "a number from {first} to {last}",
      textValues: [
        "first": PreferenceTable.secondsText(range.lowerBound),
        "last": PreferenceTable.secondsText(range.upperBound),
      ],
      standard: standard(), choices: choices.map(PreferenceTable.secondsText),
      text: PreferenceTable.secondsText, isValid: range.contains, label: label, copy: copy)
  }

  /// A preference whose value is an ``Amount`` such as `64M`, with a list of choices in the sheet.
  ///
  /// - Parameter example: a value for error messages.
  static func amount(
    _ key: String, _ title: String, _ option: WritableKeyPath<ViewerOptions, Amount?>,
    standard: String, choices: [String], example: String
  ) -> Preference {
    .parsed(
      key, title, option, acceptedValues: "a number like {example}",
      textValues: ["example": example], standard: standard,
      choices: choices, text: \.text)
  }
}

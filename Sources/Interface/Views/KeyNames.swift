import Localization

/// The names of keys as they are printed on keyboards of the user's language.
package enum KeyNames {
  /// The translation of a key's name, or of a shortcut such as “Ctrl+Page Up”, from the English
  /// names of `KeyChord.label`.
  package static func displayName(of label: String) -> String {
    for modifier in ["Ctrl", "Alt", "Super", "Shift"] where label.hasPrefix(modifier + "+") {
      return translatedKey(modifier) + "+"
        + displayName(of: String(label.dropFirst(modifier.count + 1)))
    }
    return translatedKey(label)
  }

  private static func translatedKey(_ key: String) -> String {
    switch key {
    case "Ctrl": tr("Ctrl", context: "key")
    case "Alt": tr("Alt", context: "key")
    case "Super": tr("Super", context: "key")
    case "Shift": tr("Shift", context: "key")
    case "Space": tr("Space", context: "key")
    case "Page Up": tr("Page Up", context: "key")
    case "Page Down": tr("Page Down", context: "key")
    case "Home": tr("Home", context: "key")
    case "End": tr("End", context: "key")
    case "Enter": tr("Enter", context: "key")
    case "Esc": tr("Esc", context: "key")
    case "Backspace": tr("Backspace", context: "key")
    case "Tab": tr("Tab", context: "key")
    case "Insert": tr("Insert", context: "key")
    case "Delete": tr("Delete", context: "key")
    case "Menu": tr("Menu", context: "key")
    default: key
    }
  }
}

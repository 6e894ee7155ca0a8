import AccessibilityTree

/// The interface names, bus names and object paths of AT-SPI.
///
/// - Source: the interface descriptions of at-spi2-core 2.46, in its folder `xml`.
nonisolated enum AccessibleNames {
  static let registryName = "org.a11y.atspi.Registry"
  static let rootPath = "/org/a11y/atspi/accessible/root"
  static let nullPath = "/org/a11y/atspi/null"
  static let cachePath = "/org/a11y/atspi/cache"
  private static let pathPrefix = "/org/a11y/atspi/accessible/"

  static let accessible = "org.a11y.atspi.Accessible"
  static let application = "org.a11y.atspi.Application"
  static let component = "org.a11y.atspi.Component"
  static let action = "org.a11y.atspi.Action"
  static let image = "org.a11y.atspi.Image"
  static let selection = "org.a11y.atspi.Selection"
  static let value = "org.a11y.atspi.Value"
  static let text = "org.a11y.atspi.Text"
  static let editableText = "org.a11y.atspi.EditableText"
  static let cache = "org.a11y.atspi.Cache"

  /// The D-Bus object path of an element.
  static func path(of id: AccessibleID) -> String {
    id == .application ? rootPath : pathPrefix + String(id.number)
  }

  /// The element at a D-Bus object path; nil for a path that is not one of an element.
  static func id(of path: String) -> AccessibleID? {
    if path == rootPath { return .application }
    guard path.hasPrefix(pathPrefix), let number = UInt32(path.dropFirst(pathPrefix.count)),
      number > 0
    else { return nil }
    return AccessibleID(number)
  }

  static func interfaces(of element: AccessibleElement) -> [String] {
    var names = [accessible]
    if element.role == .application { names.append(application) } else { names.append(component) }
    if !element.actions.isEmpty { names.append(action) }
    if element.image != nil { names.append(image) }
    if element.hasSelectableChildren { names.append(selection) }
    if element.value != nil { names.append(value) }
    if element.text != nil {
      names.append(text)
      if element.states.contains(.editable) { names.append(editableText) }
    }
    return names
  }
}

extension AccessibleElement.Action {
  /// The keyboard shortcut as an AT-SPI key binding, `mnemonic;path;accelerator`, of which only the
  /// accelerator is present. Orca speaks it after the name of a menu entry or a button. Empty
  /// without a shortcut.
  nonisolated var keyBinding: String { keys.isEmpty ? "" : ";;\(keys)" }
}

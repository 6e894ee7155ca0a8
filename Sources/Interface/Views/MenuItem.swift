/// An entry of a menu or of an action sheet, or a separator line in a menu.
public struct MenuItem {
  /// The text of the entry; empty for a separator.
  public var title: String
  /// The keyboard shortcut of the same action, as text in a menu; empty for none.
  public var shortcut: String
  /// Whether the entry can be chosen. Default: true.
  public var isEnabled: Bool
  /// Whether the entry has a check mark in a menu. Default: false.
  public var isChecked: Bool
  /// Whether the action cannot be undone: the entry is red, and an action sheet never focuses it
  /// first. Default: false.
  public var isDestructive: Bool
  /// Whether the item is a line between groups.
  package var isSeparator: Bool
  /// The closure called when the entry is chosen; the menu or sheet is closed or closing then.
  public var action: () -> Void

  /// Makes an entry.
  public init(
    _ title: String, shortcut: String = "", isEnabled: Bool = true, isChecked: Bool = false,
    isDestructive: Bool = false, action: @escaping () -> Void
  ) {
    self.title = title
    self.shortcut = shortcut
    self.isEnabled = isEnabled
    self.isChecked = isChecked
    self.isDestructive = isDestructive
    isSeparator = false
    self.action = action
  }

  private init() {
    title = ""
    shortcut = ""
    isEnabled = false
    isChecked = false
    isDestructive = false
    isSeparator = true
    action = {}
  }

  /// A line between groups.
  public static var separator: MenuItem { MenuItem() }

  /// Whether the item is an enabled entry.
  package var canBeChosen: Bool { isEnabled && !isSeparator }
}

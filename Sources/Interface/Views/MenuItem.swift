/// An entry of a menu or of an action sheet, or a line that separates entries of a menu.
public struct MenuItem {
  /// The text of the entry; empty for a separator.
  public var title: String
  /// The keys that perform the same action, as text, which only a menu shows; empty for none.
  /// Default: empty.
  public var shortcut: String
  /// Whether the entry can be chosen. Default: true.
  public var isEnabled: Bool
  /// Whether a check mark is shown beside the entry in a menu. Default: false.
  public var isChecked: Bool
  /// Whether the action cannot be undone: the entry is red, and an action sheet does not focus it
  /// at first. Default: false.
  public var isDestructive: Bool
  /// Whether the entry is a choice that assistive programs report as checked or not checked.
  /// Default: false.
  package var isCheckable = false
  /// Whether the item is a line between groups of entries.
  package var isSeparator: Bool
  /// The closure called when the entry is chosen, after the menu has closed or while the sheet is
  /// closing.
  public var action: () -> Void

  /// Makes an entry that can be chosen. Defaults: no shortcut, no check mark, not destructive.
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

  /// A line between groups of entries.
  public static var separator: MenuItem { MenuItem() }

  /// Whether the item is an entry, not a line, and is enabled.
  package var canBeChosen: Bool { isEnabled && !isSeparator }
}

/// An entry of a menu, or a separator line.
public struct MenuItem {
  /// The text of the entry; empty for a separator.
  public var title: String
  /// The keyboard shortcut of the same action, as text; empty for none.
  public var shortcut: String
  /// Whether the entry can be chosen. Default: true.
  public var isEnabled: Bool
  /// Whether the entry has a check mark. Default: false.
  public var isChecked: Bool
  /// Whether the item is a line between groups.
  public var isSeparator: Bool
  /// The closure called after the menu has closed.
  public var action: () -> Void

  /// Makes an entry.
  public init(
    _ title: String, shortcut: String = "", isEnabled: Bool = true, isChecked: Bool = false,
    action: @escaping () -> Void
  ) {
    self.title = title
    self.shortcut = shortcut
    self.isEnabled = isEnabled
    self.isChecked = isChecked
    isSeparator = false
    self.action = action
  }

  private init() {
    title = ""
    shortcut = ""
    isEnabled = false
    isChecked = false
    isSeparator = true
    action = {}
  }

  /// A line between groups.
  public static var separator: MenuItem { MenuItem() }

  /// Whether the item is an enabled entry.
  public var canBeChosen: Bool { isEnabled && !isSeparator }
}

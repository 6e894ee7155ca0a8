/// One line of a menu.
public struct MenuItem {
  /// What it says; empty for a separator.
  public var title: String
  /// The key that does the same, as text.
  public var shortcut: String
  /// False when it cannot be chosen just now.
  public var isEnabled: Bool
  /// True with a tick before it.
  public var isChecked: Bool
  /// True for a line between groups.
  public var isSeparator: Bool
  /// What it does.
  public var action: () -> Void

  /// Makes a line that can be chosen.
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

  /// True when it can be chosen.
  public var canBeChosen: Bool { isEnabled && !isSeparator }
}

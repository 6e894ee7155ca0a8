/// What is shown after the last page: that there is more, and how to come to it.
public struct EndCard {
  /// What is said.
  public var message: String
  /// What the button says.
  public var title: String
  /// What the button does: load more, open the next album, close.
  public var action: () -> Void

  /// Makes a card; without a message there is the button only.
  public init(_ title: String, message: String = "", action: @escaping () -> Void) {
    self.title = title
    self.message = message
    self.action = action
  }
}

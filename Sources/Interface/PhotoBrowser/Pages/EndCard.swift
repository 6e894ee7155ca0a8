extension PageList {
  /// A page after the last picture, with a message and a button.
  public struct EndCard {
    /// The message above the button; empty for none.
    public var message: String
    /// The text of the button.
    public var title: String
    /// The action of the button, for example to load more pages, to open the next album or to
    /// close.
    public var action: () -> Void

    public init(_ title: String, message: String = "", action: @escaping () -> Void) {
      self.title = title
      self.message = message
      self.action = action
    }
  }
}

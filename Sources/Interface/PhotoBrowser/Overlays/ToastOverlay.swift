public import Geometry
public import Views

/// An overlay that shows short messages over the bottom of the pages, for two seconds each; see
/// ``Toast``.
public final class ToastOverlay: View, BrowserOverlay {
  private let toast = Toast()
  private weak var browser: Browser?

  /// Makes an overlay without a message.
  public init() {
    super.init(frame: .zero)
    isInteractive = false
    add(toast)
  }

  /// The text of the last message; empty when no message was shown.
  public var text: String { toast.text }

  /// Shows a message for two seconds from the next frame on, in place of the previous message.
  public func show(_ text: String) {
    // The controls of the page, of which the message must lie clear, may have appeared since the
    // last layout.
    browser?.layoutOverlays()
    toast.show(text)
  }

  public func attached(to browser: Browser) { self.browser = browser }

  /// False: the overlay reports a state, and is no control.
  public var hidesWithControls: Bool { false }

  /// Empty: only the message is drawn, so that a fade of the overlay costs nothing without one.
  public override var drawingBounds: Rect { .zero }

  /// Lays the overlay out over the whole free area, clear of the controls of the page.
  public func layout(in room: BrowserOverlays.Room) {
    let page = browser?.visibleCell.flatMap { cell in
      parent?.bounds.inset(by: cell.controlsInsets)
    }
    frame = page.flatMap { room.free.intersection($0) } ?? room.free
  }
}

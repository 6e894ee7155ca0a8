import Geometry
public import Views

/// An overlay that shows short messages over the bottom of the pages, for two seconds each; see
/// ``Toast``.
public final class ToastOverlay: View, BrowserOverlay {
  private let toast = Toast()

  /// Makes an overlay without a message.
  public init() {
    super.init(frame: .zero)
    isInteractive = false
    add(toast)
  }

  /// The text of the last message; empty when there was none.
  public var text: String { toast.text }

  /// Shows a message from the next frame on. It replaces a message that is still visible.
  public func show(_ text: String) { toast.show(text) }

  /// False: the overlay reports a state.
  public var hidesWithControls: Bool { false }

  /// Lays the overlay out over all of the free area.
  public func place(in room: OverlayRoom) { frame = room.free }
}

import Geometry
public import Views

/// A sentence over the bottom of the pages that stays two seconds; see ``Toast``.
public final class ToastOverlay: View, BrowserOverlay {
  private let toast = Toast()

  /// Makes a toast that says nothing yet.
  public init() {
    super.init(frame: .zero)
    isInteractive = false
    add(toast)
  }

  /// What it says; empty when nothing was said yet.
  public var text: String { toast.text }

  /// Says something, from the next frame on; a sentence still showing is replaced at once.
  public func show(_ text: String) { toast.show(text) }

  /// Over all that others have taken.
  public func place(in room: OverlayRoom) { frame = room.free }
}

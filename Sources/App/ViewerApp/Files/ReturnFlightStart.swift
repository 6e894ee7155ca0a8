import BrowserHost
import Geometry

/// The place from which the photos of an undone step fly back to their places.
nonisolated enum ReturnFlightStart {
  /// The Undo button of a message, with its rectangle in the coordinates of the stage.
  case button(Rect)
  /// The middle of the lower edge of the grid or page, when no button of a message was pressed.
  case lowerEdge

  /// The rectangle of the stage in which the flights start; nil for the lower edge.
  var rect: Rect? { if case .button(let rect) = self { rect } else { nil } }
}

extension ViewerWindow {
  /// The start of the flights of restored photos: the button of a message while the action of the
  /// button runs, otherwise the lower edge.
  var returnFlightStart: ReturnFlightStart {
    if let button = host.pressedToastButtonFrame { .button(button) } else { .lowerEdge }
  }
}

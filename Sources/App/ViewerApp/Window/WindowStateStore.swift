import BrowserHost
import Pixels
import Windowing

/// The sizes of the window and of the grid's cells, which are remembered from one start to the
/// next.
final class WindowStateStore {
  private(set) var state = RememberedWindow.load()

  /// The width and height in points of the grid's cells, as the user chose it last; nil for the
  /// default.
  var cellSide: Double? {
    get { state.cellSide }
    set { state.cellSide = newValue }
  }

  /// Writes the state of a window and the size of the cells. The size of a fullscreen or maximized
  /// window is not remembered.
  func save(sizeOf window: any HostWindow) {
    if !window.isFullscreen {
      state.isMaximized = window.isMaximized
      if !window.isMaximized { state.size = window.size }
    }
    state.save()
  }
}

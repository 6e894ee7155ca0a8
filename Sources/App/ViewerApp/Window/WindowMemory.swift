import BrowserHost
import Pixels
import Windowing

/// The sizes of the window and of the grid's cells, which are kept from one session to the next.
final class WindowMemory {
  private(set) var state = WindowState.load()

  /// The side of the grid's cells in points that the user chose last; nil for the default.
  var cellSide: Double? {
    get { state.cellSide }
    set { state.cellSide = newValue }
  }

  /// Saves the sizes of the window and of the cells. A window that fills the screen leaves the
  /// former size as it was.
  func save(sizeOf window: any HostWindow) {
    if !window.isFullscreen {
      state.isMaximized = window.isMaximized
      if !window.isMaximized { state.size = window.size }
    }
    state.save()
  }
}

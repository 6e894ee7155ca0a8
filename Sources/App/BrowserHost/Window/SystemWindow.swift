import Motion
import Windowing

/// The system window under a ``BrowserWindow``, or a test's replacement for it.
protocol SystemWindow: AnyObject {
  /// The current time, on the clock of the frames.
  var now: Timestamp { get }
  /// Whether the window is in fullscreen mode.
  var isFullscreen: Bool { get }
  /// Whether transparent pixels of the window show the desktop behind it.
  var isTranslucent: Bool { get }
  /// The ICC profile of the window's monitor; nil when it has none.
  var profile: [UInt8]? { get }
  /// Requests fullscreen mode, or the return from it.
  func setFullscreen(_ isFullscreen: Bool)
  func setTitle(_ title: String)
  /// Sets the pointer's shape over the window.
  func setCursor(_ cursor: Cursor)
  /// Closes the window without asking its content.
  func close()
}

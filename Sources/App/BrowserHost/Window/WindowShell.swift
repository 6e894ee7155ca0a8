import Motion
import Windowing

/// What is under a ``BrowserWindow``: the system's window, or a test.
protocol WindowShell: AnyObject {
  /// This moment, on the clock frames are timed by.
  var now: Timestamp { get }
  /// True while it covers the screen.
  var isFullscreen: Bool { get }
  /// True when what is behind it can shine through.
  var isTranslucent: Bool { get }
  /// The ICC profile of the monitor it is on; nil when it has none.
  var profile: [UInt8]? { get }
  /// Covers the screen, or not.
  func setFullscreen(_ isFullscreen: Bool)
  /// Names it.
  func setTitle(_ title: String)
  /// Shows another pointer over it.
  func setCursor(_ cursor: Cursor)
  /// Ends it, and the program with it.
  func close()
}

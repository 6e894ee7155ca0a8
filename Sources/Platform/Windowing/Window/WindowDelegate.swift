public import Input
public import Motion
public import Pixels

/// The receiver of a window's events. Every method has a default implementation.
@MainActor
public protocol WindowDelegate: AnyObject {
  /// Called for user input. The movements of one frame are merged and arrive just before its tick.
  func window(_ window: Window, didReceive event: InputEvent)
  /// Called when the size has changed. A frame is already requested and has to draw everything.
  func window(_ window: Window, didResizeTo size: PixelSize)
  /// Called when a requested frame is due: update everything to the time of `frame`, then present.
  func windowDidTick(_ window: Window, frame: FrameTime)
  /// Called when an exposed area cannot be restored from the last frame: draw everything.
  ///
  /// A frame is already requested. Areas that the frame buffer still holds are restored without a
  /// call.
  func windowDidExpose(_ window: Window)
  /// Called when the user or another program closes the window. True, the default, closes it.
  func windowShouldClose(_ window: Window) -> Bool
  /// Called when fullscreen has begun or ended.
  func window(_ window: Window, didChangeFullscreen isFullscreen: Bool)
  /// Called when the window has become visible or invisible.
  func window(_ window: Window, didChangeVisibility isVisible: Bool)
  /// Called when ``Window/profile`` has changed: the window was moved to another monitor, or this
  /// monitor was calibrated. Only called after the property was read once.
  func windowDidChangeProfile(_ window: Window)
  /// Called when a compositor has started or stopped.
  func window(_ window: Window, didChangeCompositing isCompositing: Bool)
  /// Called when the desktop's settings have changed, after they are read for the first time, and
  /// when the window was moved to a monitor with another ``Window/uiScale``.
  func windowDidChangeSettings(_ window: Window)
  /// Called when the keyboard focus has come or gone.
  func window(_ window: Window, didChangeFocus isFocused: Bool)
}

extension WindowDelegate {
  public func window(_ window: Window, didReceive event: InputEvent) {}
  public func window(_ window: Window, didResizeTo size: PixelSize) {}
  public func windowDidTick(_ window: Window, frame: FrameTime) {}
  public func windowDidExpose(_ window: Window) {}
  public func windowShouldClose(_ window: Window) -> Bool { true }
  public func window(_ window: Window, didChangeFullscreen isFullscreen: Bool) {}
  public func window(_ window: Window, didChangeVisibility isVisible: Bool) {}
  public func windowDidChangeProfile(_ window: Window) {}
  public func window(_ window: Window, didChangeCompositing isCompositing: Bool) {}
  public func windowDidChangeSettings(_ window: Window) {}
  public func window(_ window: Window, didChangeFocus isFocused: Bool) {}
}

public import Input
public import Motion
public import Pixels

/// The receiver of a window's events. Every method has a default implementation.
@MainActor
public protocol WindowDelegate: AnyObject {
  /// Called for user input. Movements are merged until the next frame, and arrive just before its
  /// `windowDidTick(_:frame:)`.
  func window(_ window: Window, didReceive event: InputEvent)
  /// Called when the size of the client area has changed, with the new size in device pixels. A
  /// frame is already requested and has to draw everything.
  func window(_ window: Window, didResizeTo size: PixelSize)
  /// Called when a requested frame is due: update everything to the time of `frame`, and then call
  /// ``Window/present(damage:draw:)``.
  func windowDidTick(_ window: Window, frame: FrameTime)
  /// Called when an exposed area of the window cannot be restored from the last frame, so that the
  /// next frame has to draw everything.
  ///
  /// A frame is already requested. Areas that the frame buffer still has are restored without this
  /// call.
  func windowDidExpose(_ window: Window)
  /// Called when the user or another program asks to close the window. The result true, the
  /// default, closes it.
  func windowShouldClose(_ window: Window) -> Bool
  /// Called when the window has become fullscreen or has ceased to be.
  func window(_ window: Window, didChangeFullscreen isFullscreen: Bool)
  /// Called when at least a part of the window has become visible, or all of it invisible.
  func window(_ window: Window, didChangeVisibility isVisible: Bool)
  /// Called when ``Window/profile`` has changed because the window was moved to another monitor or
  /// the monitor was calibrated. Only called after the property was read once.
  func windowDidChangeProfile(_ window: Window)
  /// Called when a compositor has started or ended.
  func window(_ window: Window, didChangeCompositing isCompositing: Bool)
  /// Called when the desktop's settings have changed, when they are read for the first time, and
  /// when the window was moved to a monitor with another ``Window/uiScale``.
  func windowDidChangeSettings(_ window: Window)
  /// Called when the window has got or lost the keyboard focus.
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

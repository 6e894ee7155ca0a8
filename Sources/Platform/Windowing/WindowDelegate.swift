public import Input
public import Motion
public import Pixels

/// Whom a window tells what happened to it. Every method has an empty default.
@MainActor
public protocol WindowDelegate: AnyObject {
  /// A person did something; the movements of one frame arrive as one, just before its tick.
  func window(_ window: Window, didReceive event: InputEvent)
  /// The window has another size; a frame is already asked for and has to draw everything.
  func window(_ window: Window, didResizeTo size: PixelSize)
  /// A frame asked for is due: update everything as of `frame`, then present.
  func windowDidTick(_ window: Window, frame: FrameTime)
  /// Part of the window was uncovered and nothing valid is kept of it: draw everything.
  ///
  /// A frame is already asked for. What a frame buffer still holds is restored without asking.
  func windowDidExpose(_ window: Window)
  /// Somebody wants the window closed; true closes it.
  func windowShouldClose(_ window: Window) -> Bool
  /// The window began or ended covering the screen.
  func window(_ window: Window, didChangeFullscreen isFullscreen: Bool)
  /// The window can or can no longer be seen.
  func window(_ window: Window, didChangeVisibility isVisible: Bool)
  /// The window's ``Window/profile`` is another: it has crossed to another monitor, or somebody has
  /// calibrated this one. Told only after it was asked for.
  func windowDidChangeProfile(_ window: Window)
  /// The keyboard belongs to the window, or no longer.
  func window(_ window: Window, didChangeFocus isFocused: Bool)
}

extension WindowDelegate {
  /// Does nothing.
  public func window(_ window: Window, didReceive event: InputEvent) {}
  /// Does nothing.
  public func window(_ window: Window, didResizeTo size: PixelSize) {}
  /// Does nothing.
  public func windowDidTick(_ window: Window, frame: FrameTime) {}
  /// Does nothing.
  public func windowDidExpose(_ window: Window) {}
  /// Closes.
  public func windowShouldClose(_ window: Window) -> Bool { true }
  /// Does nothing.
  public func window(_ window: Window, didChangeFullscreen isFullscreen: Bool) {}
  /// Does nothing.
  public func window(_ window: Window, didChangeVisibility isVisible: Bool) {}
  /// Does nothing.
  public func windowDidChangeProfile(_ window: Window) {}
  /// Does nothing.
  public func window(_ window: Window, didChangeFocus isFocused: Bool) {}
}

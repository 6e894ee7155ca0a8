package import Input
package import Motion
package import Pixels

/// An input from the window system to a ``WindowBridge``.
package enum HostInput: Hashable {
  case event(InputEvent)
  /// A new size of the content, in device pixels.
  case size(PixelSize)
  case frame(FrameTime)
  case visibility(isVisible: Bool)
  case focus(isFocused: Bool)
  case fullscreen(isFullscreen: Bool)
  case compositing(isCompositing: Bool)
  /// The desktop's settings have changed or become known.
  case desktopSettings
  /// The colour profile of the window's monitor has changed, or the window is on another monitor.
  case monitorProfile
  case exposure
  /// The user closes the window, for example by its close button.
  case close
}

/// An observer of all inputs of a window.
package protocol HostInputObserver: AnyObject {
  /// Receives an input in place of the window; calls `handle` once to pass it on.
  func intercept(_ input: HostInput, handle: () -> Void)
}

package import Input
package import Motion
package import Pixels

/// An input from the window system: all that a ``WindowBridge`` reacts to.
package enum HostInput: Hashable {
  case event(InputEvent)
  /// A new size of the content, in device pixels.
  case size(PixelSize)
  case frame(FrameTime)
  case visibility(Bool)
  case focus(Bool)
  case fullscreen(Bool)
  case compositing(Bool)
  /// The settings of the desktop have changed or become known.
  case settings
  /// The window is on a monitor with another colour profile.
  case profile
  case exposure
  /// The user closes the window.
  case close
}

/// An observer of the input of a window.
package protocol HostInputObserver: AnyObject {
  /// Called instead of `handle`, which it has to call once.
  func take(_ input: HostInput, handle: () -> Void)
}

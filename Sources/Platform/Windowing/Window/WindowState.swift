import CX11
import Geometry

/// The state of a window as the server and the window manager report it: mapped, visible, focused,
/// maximised, fullscreen.
final class WindowState {
  /// A change of the state that is reported to the window's delegate.
  enum Change {
    case visibility(Bool)
    case focus(Bool)
    /// The beginning or end of fullscreen. With a window manager (`isManaged`), a new size follows;
    /// without a window manager, the window itself has requested the size.
    case fullscreen(Bool, isManaged: Bool)
  }

  private(set) var isFullscreen = false
  private(set) var isMaximized = false
  /// Whether at least a part of the window can be seen.
  private(set) var isVisible = false
  /// Whether the window has the keyboard focus.
  private(set) var isFocused = false

  private let server: XServer
  private let id: CX11.Window
  private var hasBeenMapped = false
  private var isMapped = false
  /// Whether other windows cover the whole window.
  private var isCovered = false
  /// Whether the window manager has minimised the window (`_NET_WM_STATE_HIDDEN`).
  private var isMinimized = false
  /// The window's rectangle before fullscreen without a window manager, in device pixels of the X
  /// screen; nil when the window is not fullscreen in this way.
  private var frameBeforeFullscreen: Rect?

  init(of id: CX11.Window, on server: XServer) {
    self.id = id
    self.server = server
  }

  /// Whether the window was mapped once and is now unmapped or minimised, so that it need not be
  /// drawn.
  var isOffScreen: Bool { hasBeenMapped && (!isMapped || isMinimized) }

  // MARK: Reports

  /// Handles MapNotify and UnmapNotify events.
  ///
  /// - Returns: the change of the visibility; nil when it is the same as before.
  func setMapped(_ isMapped: Bool) -> Change? {
    self.isMapped = isMapped
    if isMapped { hasBeenMapped = true }
    return visibilityChange()
  }

  /// Handles VisibilityNotify events, which say whether other windows cover the window.
  ///
  /// - Returns: the change of the visibility; nil when it is the same as before.
  func setCovered(_ isCovered: Bool) -> Change? {
    self.isCovered = isCovered
    return visibilityChange()
  }

  /// Handles FocusIn and FocusOut events.
  ///
  /// - Returns: the change of the focus; nil when it is the same as before.
  func setFocused(_ isFocused: Bool) -> Change? {
    guard isFocused != self.isFocused else { return nil }
    self.isFocused = isFocused
    return .focus(isFocused)
  }

  /// Reads the state that the window manager stores in `_NET_WM_STATE`.
  ///
  /// - Returns: the changes of visibility and fullscreen.
  func read() -> [Change] {
    let states = Set(server.cardinals(.netWMState, of: id))
    let atoms = server.atoms
    isMaximized =
      states.contains(atoms[.netWMStateMaximizedHorz])
      && states.contains(atoms[.netWMStateMaximizedVert])
    isMinimized = states.contains(atoms[.netWMStateHidden])
    var changes = [visibilityChange()].compactMap(\.self)
    let isOn = states.contains(atoms[.netWMStateFullscreen])
    if frameBeforeFullscreen == nil, isOn != isFullscreen {
      isFullscreen = isOn
      changes.append(.fullscreen(isOn, isManaged: true))
    }
    return changes
  }

  private func visibilityChange() -> Change? {
    let isVisible = isMapped && !isCovered && !isMinimized
    guard isVisible != self.isVisible else { return nil }
    self.isVisible = isVisible
    return .visibility(isVisible)
  }

  // MARK: Fullscreen

  /// Asks the window manager to make the window fullscreen, or to end the fullscreen state.
  ///
  /// - Source: EWMH 1.5, `_NET_WM_STATE`.
  func requestFullscreen(_ isOn: Bool) {
    let application = 1
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = id
    event.xclient.message_type = server.atoms[.netWMState]
    event.xclient.format = 32
    event.xclient.data.l.0 = isOn ? 1 : 0
    event.xclient.data.l.1 = Int(server.atoms[.netWMStateFullscreen])
    event.xclient.data.l.3 = application
    XSendEvent(
      server.xDisplay, server.root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    server.flush()
  }

  /// Enters or leaves fullscreen without a window manager: the window covers the monitor under the
  /// centre of `frame`, or returns to its former rectangle.
  ///
  /// - Parameter frame: the window's rectangle on the X screen, in device pixels.
  func coverMonitor(_ isOn: Bool, of monitors: [Monitor], from frame: Rect) -> Change {
    let target: Rect
    if isOn {
      frameBeforeFullscreen = frame
      let frames = monitors.map(\.frame)
      target = frames.first { $0.contains(frame.center) } ?? frames.first ?? frame
    } else {
      target = frameBeforeFullscreen ?? frame
      frameBeforeFullscreen = nil
      XDeleteProperty(server.xDisplay, id, server.atoms[.netWMState])
    }
    XMoveResizeWindow(
      server.xDisplay, id, Int32(target.minX), Int32(target.minY), UInt32(target.width),
      UInt32(target.height))
    server.flush()
    isFullscreen = isOn
    return .fullscreen(isOn, isManaged: false)
  }
}

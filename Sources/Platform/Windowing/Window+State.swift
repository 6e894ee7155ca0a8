import CX11
public import Geometry
public import Pixels

/// Size, position and state, which are mostly under control of the window manager.
extension Window {
  /// Enters or leaves fullscreen.
  public func setFullscreen(_ isOn: Bool) {
    guard isOpen, !display.isLost, isOn != isFullscreen else { return }
    if display.hasWindowManager {
      requestFullscreen(isOn)
    } else {
      coverMonitor(isOn)
    }
  }

  /// Requests a size of the client area, in device pixels.
  public func resize(to newSize: PixelSize) {
    guard isOpen, !display.isLost, !newSize.isEmpty else { return }
    XResizeWindow(display.xDisplay, id, UInt32(newSize.width), UInt32(newSize.height))
    display.flush()
  }

  /// The frame of the client area on the X screen, in device pixels.
  ///
  /// - Complexity: One round trip.
  public var frameOnScreen: Rect {
    var (x, y): (Int32, Int32) = (0, 0)
    var child: CX11.Window = 0
    guard isOpen, !display.isLost else { return Rect(origin: .zero, size: size.size) }
    XTranslateCoordinates(display.xDisplay, id, display.root, 0, 0, &x, &y, &child)
    return Rect(origin: Point(x: Double(x), y: Double(y)), size: size.size)
  }

  /// Reads `_NET_WM_STATE`, which the window manager maintains.
  func readState() {
    let states = Set(display.cardinals(.netWMState, of: id))
    let atoms = display.atoms
    isMaximized =
      states.contains(atoms[.netWMStateMaximizedHorz])
      && states.contains(atoms[.netWMStateMaximizedVert])
    visibility.isHidden = states.contains(atoms[.netWMStateHidden])
    updateVisibility()
    setFullscreenState(states.contains(atoms[.netWMStateFullscreen]))
  }

  /// Reports a change of visibility to the delegate.
  func updateVisibility() {
    guard isOpen, visibility.isVisible != isVisible else { return }
    isVisible = visibility.isVisible
    delegate?.window(self, didChangeVisibility: isVisible)
  }

  private func setFullscreenState(_ isOn: Bool) {
    guard isOpen, restoreFrame == nil, isOn != isFullscreen else { return }
    isFullscreen = isOn
    awaitNewSize()
    delegate?.window(self, didChangeFullscreen: isOn)
  }

  /// Enters or leaves fullscreen without a window manager, by covering the monitor under the
  /// window's centre.
  private func coverMonitor(_ isOn: Bool) {
    let old = frameOnScreen
    let target: Rect
    if isOn {
      restoreFrame = old
      let monitors = display.monitors.map(\.frame)
      target = monitors.first { $0.contains(old.center) } ?? monitors.first ?? old
    } else {
      target = restoreFrame ?? old
      restoreFrame = nil
    }
    if !isOn { XDeleteProperty(display.xDisplay, id, display.atoms[.netWMState]) }
    XMoveResizeWindow(
      display.xDisplay, id, Int32(target.minX), Int32(target.minY), UInt32(target.width),
      UInt32(target.height))
    display.flush()
    isFullscreen = isOn
    delegate?.window(self, didChangeFullscreen: isOn)
  }

  /// Requests fullscreen from the window manager.
  ///
  /// - Source: EWMH 1.5, `_NET_WM_STATE`.
  private func requestFullscreen(_ isOn: Bool) {
    let application = 1
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = id
    event.xclient.message_type = display.atoms[.netWMState]
    event.xclient.format = 32
    event.xclient.data.l.0 = isOn ? 1 : 0
    event.xclient.data.l.1 = Int(display.atoms[.netWMStateFullscreen])
    event.xclient.data.l.3 = application
    XSendEvent(
      display.xDisplay, display.root, 0, SubstructureRedirectMask | SubstructureNotifyMask,
      &event)
    display.flush()
  }
}

/// The visibility of a window, combined from mapping, obscuring and minimising.
struct VisibilityState {
  /// Whether the window is mapped.
  var isMapped = false {
    didSet { if isMapped { wasMapped = true } }
  }
  private var wasMapped = false
  /// Whether other windows cover the whole window.
  var isCovered = false
  /// Whether the window manager has minimised the window (`_NET_WM_STATE_HIDDEN`).
  var isHidden = false

  /// Whether the window was mapped and is now unmapped or minimised.
  var isOffScreen: Bool { wasMapped && (!isMapped || isHidden) }
  /// Whether at least a part of the window can be seen.
  var isVisible: Bool { isMapped && !isCovered && !isHidden }
}

import CLinux
import CX11
import Geometry
import Pixels

/// The properties through which a window informs window managers and compositors.
extension Window {
  /// Sets the title.
  public func setTitle(_ title: String) {
    guard isOpen, !display.isLost else { return }
    // Newlines and tabs become spaces: some window managers cut the title at control characters.
    let clean = String(title.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    setText(.netWMName, clean)
    setText(.netWMIconName, clean)
    XStoreName(display.xDisplay, id, clean)
    XSetIconName(display.xDisplay, id, clean)
  }

  /// Sets the icon in several sizes. Sizes that exceed the server's maximum request are left out.
  public func setIcon(_ icons: [WindowIcon]) {
    guard isOpen, !display.isLost else { return }
    // A property must fit in one request: 256 KB without the BIG-REQUESTS extension.
    let limit = max(XExtendedMaxRequestSize(display.xDisplay), XMaxRequestSize(display.xDisplay))
    var data: [UInt] = []
    for icon in icons {
      guard data.count + 2 + icon.pixels.count < limit - 64 else { continue }
      data += [UInt(icon.size.width), UInt(icon.size.height)] + icon.pixels.map { UInt($0) }
    }
    setLongs(display.atoms[.netWMIcon], type: XA_CARDINAL, data)
  }

  /// Sets the properties that a window manager reads before the window is mapped.
  func setHints(_ configuration: WindowConfiguration) {
    setTitle(configuration.title)
    setClass(configuration)
    setSizeHints(configuration)
    setIdentity()
    setProtocols([.wmDeleteWindow, .netWMPing])
    var states: [UInt] = []
    if configuration.isFullscreen { states.append(display.atoms[.netWMStateFullscreen]) }
    if configuration.isMaximized {
      states.append(display.atoms[.netWMStateMaximizedHorz])
      states.append(display.atoms[.netWMStateMaximizedVert])
    }
    if !states.isEmpty { setLongs(display.atoms[.netWMState], type: XA_ATOM, states) }
  }

  /// Sets `WM_PROTOCOLS`.
  func setProtocols(_ names: [Atoms.Name]) {
    var atoms = names.map { display.atoms[$0] }
    XSetWMProtocols(display.xDisplay, id, &atoms, Int32(atoms.count))
  }

  private func setClass(_ configuration: WindowConfiguration) {
    let text = Array(configuration.instanceName.utf8) + [0] + Array(configuration.className.utf8)
    setBytes(XA_WM_CLASS, type: XA_STRING, text + [0])
    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = 1
    hints.initial_state = NormalState
    XSetWMHints(display.xDisplay, id, &hints)
  }

  private func setSizeHints(_ configuration: WindowConfiguration) {
    var hints = XSizeHints()
    hints.flags = PMinSize | PSize | PWinGravity
    hints.min_width = Int32(max(1, configuration.minimumSize.width))
    hints.min_height = Int32(max(1, configuration.minimumSize.height))
    hints.width = Int32(size.width)
    hints.height = Int32(size.height)
    hints.win_gravity = NorthWestGravity
    if let position = configuration.position {
      hints.flags |= USPosition
      hints.x = Int32(position.x)
      hints.y = Int32(position.y)
    }
    XSetWMNormalHints(display.xDisplay, id, &hints)
  }

  private func setIdentity() {
    setLongs(display.atoms[.netWMPID], type: XA_CARDINAL, [UInt(getpid())])
    var name = [CChar](repeating: 0, count: 256)
    if gethostname(&name, name.count - 1) == 0 {
      let host = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      setBytes(XA_WM_CLIENT_MACHINE, type: XA_STRING, host)
    }
    setLongs(
      display.atoms[.netWMWindowType], type: XA_ATOM, [display.atoms[.netWMWindowTypeNormal]])
    // A backdrop that becomes transparent needs the compositor even when the window is fullscreen.
    let keepCompositing: UInt = 2
    setLongs(display.atoms[.netWMBypassCompositor], type: XA_CARDINAL, [keepCompositing])
    guard let startup else { return }
    setText(.netStartupID, startup.id)
    if let time = startup.userTime { setUserTime(UInt(time)) }
  }

  /// Sets `_NET_WM_USER_TIME`, by which window managers decide about focus and stacking.
  func setUserTime(_ time: UInt) {
    setLongs(display.atoms[.netWMUserTime], type: XA_CARDINAL, [time])
  }

  /// Sets a property of format 32, whose items Xlib takes as `unsigned long`.
  func setLongs(_ property: Atom, type: Atom, _ values: [UInt]) {
    values.withUnsafeBytes { raw in
      _ = XChangeProperty(
        display.xDisplay, id, property, type, 32, PropModeReplace,
        raw.bindMemory(to: UInt8.self).baseAddress, Int32(values.count))
    }
  }

  private func setText(_ name: Atoms.Name, _ text: String) {
    setBytes(display.atoms[name], type: display.atoms[.utf8String], Array(text.utf8))
  }

  private func setBytes(_ property: Atom, type: Atom, _ bytes: [UInt8]) {
    XChangeProperty(
      display.xDisplay, id, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }
}

import CLinux
import CX11
import Geometry
import Pixels

/// The X properties by which a window gives information to window managers and compositors (ICCCM,
/// EWMH).
final class WindowProperties {
  private let server: XServer
  private let id: CX11.Window
  /// The startup notification of the program; nil without one, and after it has ended.
  private var startup = StartupNotification()
  /// The size of the region that was last declared opaque; nil when none is.
  private var opaqueSize: PixelSize?

  /// Sets the properties that a window manager reads when the window is mapped.
  init(of id: CX11.Window, on server: XServer, _ configuration: WindowConfiguration) {
    self.id = id
    self.server = server
    setTitle(configuration.title)
    setClass(configuration)
    setSizeHints(configuration)
    setIdentity()
    setProtocols(Self.protocols)
    setInitialState(configuration)
    if configuration.background.map({ $0 >> 24 == 0xff }) ?? false {
      setOpaque(configuration.size)
    }
  }

  /// Declares the whole window, which has this size in device pixels, as opaque with
  /// `_NET_WM_OPAQUE_REGION`; with nil, no part of it.
  ///
  /// - Source: EWMH 1.5: rectangles in coordinates of the window.
  func setOpaque(_ size: PixelSize?) {
    guard size != opaqueSize else { return }
    opaqueSize = size
    let region: [UInt] =
      size.map { [0, 0, UInt(max(0, $0.width)), UInt(max(0, $0.height))] } ?? []
    setLongs(.netWMOpaqueRegion, type: XA_CARDINAL, region)
  }

  /// Sets the title of the window.
  func setTitle(_ title: String) {
    // Newlines and tabs become spaces: some window managers cut the title at control characters.
    let clean = String(title.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    setText(.netWMName, clean)
    setText(.netWMIconName, clean)
    // These properties are for programs without EWMH. Their type is UTF8_STRING, because a text of
    // the type STRING would be read as Latin-1 (ICCCM 2.0, section 4.1.2.1).
    for name in [XA_WM_NAME, XA_WM_ICON_NAME] {
      setBytes(name, type: server.atoms[.utf8String], Array(clean.utf8))
    }
  }

  /// Sets the window's icon in several sizes. Sizes that exceed the server's maximum request are
  /// left out.
  func setIcon(_ icons: [WindowIcon]) {
    // A property must fit in one request: 256 KB without the BIG-REQUESTS extension.
    let limit = max(XExtendedMaxRequestSize(server.xDisplay), XMaxRequestSize(server.xDisplay))
    var data: [UInt] = []
    for icon in icons {
      guard data.count + 2 + icon.pixels.count < limit - 64 else { continue }
      data += [UInt(icon.size.width), UInt(icon.size.height)] + icon.pixels.map { UInt($0) }
    }
    setLongs(.netWMIcon, type: XA_CARDINAL, data)
  }

  /// Joins the protocol `_NET_WM_SYNC_REQUEST` with an XSync counter, given by its ID: the window
  /// manager then waits for a frame at each resize step.
  func joinSyncProtocol(counter: UInt) {
    setLongs(.netWMSyncRequestCounter, type: XA_CARDINAL, [counter])
    setProtocols(Self.protocols + [.netWMSyncRequest])
  }

  /// Sets `_NET_WM_USER_TIME` to a server time in milliseconds, by which window managers decide
  /// about focus and stacking.
  func setUserTime(_ time: UInt) { setLongs(.netWMUserTime, type: XA_CARDINAL, [time]) }

  /// Ends the launcher's busy cursor; only the first call has an effect.
  func endStartup() {
    startup?.broadcastRemoval(on: server, from: id)
    startup = nil
  }

  private func setInitialState(_ configuration: WindowConfiguration) {
    var states: [Atoms.Name] = []
    if configuration.isFullscreen { states.append(.netWMStateFullscreen) }
    if configuration.isMaximized {
      states += [.netWMStateMaximizedHorz, .netWMStateMaximizedVert]
    }
    guard !states.isEmpty else { return }
    setLongs(.netWMState, type: XA_ATOM, states.map { server.atoms[$0] })
  }

  /// The protocols of window managers that the window supports from the beginning.
  private static let protocols: [Atoms.Name] = [.wmDeleteWindow, .netWMPing, .wmSaveYourself]

  /// Sets `WM_COMMAND` to the program and arguments of the command line that restores the window.
  ///
  /// - Source: ICCCM 2.0, section 5.2.1 and appendix C: the answer to `WM_SAVE_YOURSELF`.
  func setCommand(_ commandLine: [[UInt8]]) {
    setBytes(XA_WM_COMMAND, type: XA_STRING, commandLine.flatMap { $0 + [0] })
  }

  /// Sets the client ID by which a session manager recognises the program, on the leader of the
  /// program's windows.
  func setSessionID(_ id: String) {
    server.set(
      server.atoms[.smClientID], of: server.leaderWindow, type: XA_STRING,
      bytes: Array(id.utf8)[...])
  }

  /// Sets `WM_PROTOCOLS` to the supported protocols.
  private func setProtocols(_ names: [Atoms.Name]) {
    var atoms = names.map { server.atoms[$0] }
    XSetWMProtocols(server.xDisplay, id, &atoms, Int32(atoms.count))
  }

  private func setClass(_ configuration: WindowConfiguration) {
    let text = Array(configuration.instanceName.utf8) + [0] + Array(configuration.className.utf8)
    setBytes(XA_WM_CLASS, type: XA_STRING, text + [0])
    var hints = XWMHints()
    hints.flags = InputHint | StateHint | WindowGroupHint
    hints.input = 1
    hints.initial_state = NormalState
    hints.window_group = server.leaderWindow
    XSetWMHints(server.xDisplay, id, &hints)
    setLongs(.wmClientLeader, type: XA_WINDOW, [server.leaderWindow])
    setBytes(server.atoms[.wmWindowRole], type: XA_STRING, Array(configuration.role.utf8))
  }

  private func setSizeHints(_ configuration: WindowConfiguration) {
    var hints = XSizeHints()
    hints.flags = PMinSize | PSize | PWinGravity
    hints.min_width = Int32(max(1, configuration.minimumSize.width))
    hints.min_height = Int32(max(1, configuration.minimumSize.height))
    hints.width = Int32(max(1, configuration.size.width))
    hints.height = Int32(max(1, configuration.size.height))
    hints.win_gravity = NorthWestGravity
    if let position = configuration.position {
      hints.flags |= USPosition
      hints.x = Int32(position.x)
      hints.y = Int32(position.y)
    }
    XSetWMNormalHints(server.xDisplay, id, &hints)
  }

  private func setIdentity() {
    setLongs(.netWMPID, type: XA_CARDINAL, [UInt(getpid())])
    var name = [CChar](repeating: 0, count: 256)
    if gethostname(&name, name.count - 1) == 0 {
      let host = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      setBytes(XA_WM_CLIENT_MACHINE, type: XA_STRING, host)
    }
    setLongs(.netWMWindowType, type: XA_ATOM, [server.atoms[.netWMWindowTypeNormal]])
    // A backdrop that becomes transparent needs the compositor even when the window is fullscreen.
    let keepCompositing: UInt = 2
    setLongs(.netWMBypassCompositor, type: XA_CARDINAL, [keepCompositing])
    guard let startup else { return }
    setText(.netStartupID, startup.id)
    server.set(
      server.atoms[.netStartupID], of: server.leaderWindow, type: server.atoms[.utf8String],
      bytes: Array(startup.id.utf8)[...])
    if let time = startup.userTime { setUserTime(UInt(time)) }
  }

  private func setLongs(_ name: Atoms.Name, type: Atom, _ values: [UInt]) {
    server.set(server.atoms[name], of: id, type: type, longs: values)
  }

  private func setText(_ name: Atoms.Name, _ text: String) {
    setBytes(server.atoms[name], type: server.atoms[.utf8String], Array(text.utf8))
  }

  private func setBytes(_ property: Atom, type: Atom, _ bytes: [UInt8]) {
    server.set(property, of: id, type: type, bytes: bytes[...])
  }
}

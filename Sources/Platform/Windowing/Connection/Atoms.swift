import CX11

/// The X atoms that this library uses, interned in one round trip.
struct Atoms {
  /// The names of the atoms that are the same on every screen, in any order.
  enum Name: String, CaseIterable {
    case utf8String = "UTF8_STRING"
    case wmProtocols = "WM_PROTOCOLS"
    case wmDeleteWindow = "WM_DELETE_WINDOW"
    case netWMPing = "_NET_WM_PING"
    case netWMSyncRequest = "_NET_WM_SYNC_REQUEST"
    case netWMSyncRequestCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
    case netWMName = "_NET_WM_NAME"
    case netWMIconName = "_NET_WM_ICON_NAME"
    case netWMIcon = "_NET_WM_ICON"
    case netWMPID = "_NET_WM_PID"
    case netWMWindowType = "_NET_WM_WINDOW_TYPE"
    case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
    case netWMState = "_NET_WM_STATE"
    case netWMStateFullscreen = "_NET_WM_STATE_FULLSCREEN"
    case netWMStateMaximizedHorz = "_NET_WM_STATE_MAXIMIZED_HORZ"
    case netWMStateMaximizedVert = "_NET_WM_STATE_MAXIMIZED_VERT"
    case netWMStateHidden = "_NET_WM_STATE_HIDDEN"
    case netWMBypassCompositor = "_NET_WM_BYPASS_COMPOSITOR"
    case netWMUserTime = "_NET_WM_USER_TIME"
    case netStartupID = "_NET_STARTUP_ID"
    case netActiveWindow = "_NET_ACTIVE_WINDOW"
    case netWMOpaqueRegion = "_NET_WM_OPAQUE_REGION"
    case wmClientLeader = "WM_CLIENT_LEADER"
    case wmWindowRole = "WM_WINDOW_ROLE"
    case wmSaveYourself = "WM_SAVE_YOURSELF"
    case smClientID = "SM_CLIENT_ID"
    case netWorkArea = "_NET_WORKAREA"
    case netCurrentDesktop = "_NET_CURRENT_DESKTOP"
    case netStartupInfoBegin = "_NET_STARTUP_INFO_BEGIN"
    case netStartupInfo = "_NET_STARTUP_INFO"
    case netSupportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
    case xsettingsSettings = "_XSETTINGS_SETTINGS"
    case iccProfile = "_ICC_PROFILE"
    case frameSent = "_PBVIEW_FRAME_SENT"
    case libinputTapping = "libinput Tapping Enabled"
    case synapticsOff = "Synaptics Off"
    case clipboard = "CLIPBOARD"
    case targets = "TARGETS"
    case multiple = "MULTIPLE"
    case timestamp = "TIMESTAMP"
    case atomPair = "ATOM_PAIR"
    case incr = "INCR"
    case clipboardManager = "CLIPBOARD_MANAGER"
    case saveTargets = "SAVE_TARGETS"
    case xdndAware = "XdndAware"
    case xdndProxy = "XdndProxy"
    case xdndSelection = "XdndSelection"
    case xdndTypeList = "XdndTypeList"
    case xdndEnter = "XdndEnter"
    case xdndPosition = "XdndPosition"
    case xdndStatus = "XdndStatus"
    case xdndLeave = "XdndLeave"
    case xdndDrop = "XdndDrop"
    case xdndFinished = "XdndFinished"
    case xdndActionCopy = "XdndActionCopy"
    case xdndActionMove = "XdndActionMove"
    case xdndActionLink = "XdndActionLink"
    case xdndDirectSave = "XdndDirectSave0"
    case netWMWindowTypeDND = "_NET_WM_WINDOW_TYPE_DND"
  }

  private let values: [Name: Atom]
  /// The atom of the `_NET_WM_CM_Sn` selection, which the compositor of screen n owns.
  let compositor: Atom
  /// The atom of the `_XSETTINGS_Sn` selection, which the settings manager of screen n owns.
  let settingsManager: Atom

  init(display: OpaquePointer, screen: Int32) {
    let names = Name.allCases
    let strings =
      names.map(\.rawValue) + ["_NET_WM_CM_S\(screen)", "_XSETTINGS_S\(screen)"]
    var copies: [UnsafeMutablePointer<CChar>?] = strings.map { $0.duplicated() }
    defer { copies.forEach { $0?.deallocate() } }
    var atoms = [Atom](repeating: 0, count: strings.count)
    XInternAtoms(display, &copies, Int32(strings.count), 0, &atoms)
    values = Dictionary(uniqueKeysWithValues: zip(names, atoms))
    compositor = atoms[names.count]
    settingsManager = atoms[names.count + 1]
  }

  subscript(name: Name) -> Atom { values[name] ?? 0 }
}

extension String {
  /// A copy as a NUL-terminated C string, which the caller deallocates.
  fileprivate func duplicated() -> UnsafeMutablePointer<CChar> {
    let bytes = utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      copy.initialize(from: base, count: source.count)
    }
    return copy
  }
}

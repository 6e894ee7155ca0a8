import CX11

/// Setup that is deferred until after the first frame.
extension DisplayConnection {
  /// Performs the setup that the first frame does not need: input devices, key repeat, monitors and
  /// their ICC profiles, the compositor's arrival and departure, the desktop's settings. Call it
  /// once after the first frame.
  public func finishSetup() {
    guard !isLost, !isSetUp else { return }
    isSetUp = true
    var isSupported: Int32 = 0
    XkbSetDetectableAutoRepeat(xDisplay, 1, &isSupported)
    watchDevices()
    watchCompositor()
    watchMonitors()
    watchRoot()
    watchSettings()
    for window in windows {
      window.joinSyncProtocol()
      window.monitorChanged()
    }
    flush()
  }

  /// Whether a window manager that supports EWMH is running.
  var hasWindowManager: Bool {
    guard let check = cardinals(.netSupportingWMCheck, of: root).first else { return false }
    // The property on the root window can outlive its window manager; the window it names cannot.
    return cardinals(.netSupportingWMCheck, of: check).first == check
  }

  private func watchDevices() {
    guard extensions.inputOpcode != nil else { return }
    selectXInput([XI_DeviceChanged, XI_HierarchyChanged], of: XIAllDevices, on: root)
    queryDevices()
  }

  private func watchCompositor() {
    var event: Int32 = 0
    var error: Int32 = 0
    var major: Int32 = 2
    var minor: Int32 = 0
    guard XFixesQueryExtension(xDisplay, &event, &error) != 0,
      XFixesQueryVersion(xDisplay, &major, &minor) != 0
    else { return }
    fixesEventBase = event
    let mask =
      XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
      | XFixesSelectionClientCloseNotifyMask
    XFixesSelectSelectionInput(xDisplay, root, atoms.compositor, UInt(mask))
    XFixesSelectSelectionInput(xDisplay, root, atoms.settingsManager, UInt(mask))
    // The owner may have changed between the first query and the selection of events.
    compositorChanged()
  }

  private func watchMonitors() {
    var event: Int32 = 0
    var error: Int32 = 0
    guard XRRQueryExtension(xDisplay, &event, &error) != 0 else { return }
    randrEventBase = event
    XRRSelectInput(
      xDisplay, root, Int32(RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask))
  }

  /// Finds the owner of the XSETTINGS selection, watches its window and reads the settings.
  func watchSettings() {
    settingsOwner = XGetSelectionOwner(xDisplay, atoms.settingsManager)
    guard settingsOwner != 0 else { return }
    XSelectInput(xDisplay, settingsOwner, PropertyChangeMask)
    readSettings()
  }

  /// Reads the XSETTINGS property and applies it when it has changed.
  func readSettings() {
    guard settingsOwner != 0 else { return }
    let read = XSettings(bytes: bytes(atoms[.xsettingsSettings], of: settingsOwner))
    guard read != settings else { return }
    settings = read
    applySettings()
  }
}

extension Window {
  /// Joins `_NET_WM_SYNC_REQUEST`: the window manager then waits for a frame at each resize step.
  func joinSyncProtocol() {
    guard isOpen, let counter = sync.makeCounter(display: display.xDisplay) else { return }
    setLongs(display.atoms[.netWMSyncRequestCounter], type: XA_CARDINAL, [counter])
    setProtocols([.wmDeleteWindow, .netWMPing, .netWMSyncRequest])
  }
}

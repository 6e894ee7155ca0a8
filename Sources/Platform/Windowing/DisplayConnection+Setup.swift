import CX11

/// What can wait until the first picture is on the screen.
extension DisplayConnection {
  /// Finishes everything the first picture did not need: devices, key repeat, monitors and their
  /// colours, the
  /// compositor's coming and going, the desktop's settings. Call it once after the first frame.
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

  /// True when a window manager that follows EWMH runs.
  var hasWindowManager: Bool {
    guard let check = cardinals(.netSupportingWMCheck, of: root).first else { return false }
    // The property outlives its window manager; the window it names does not.
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
    // It may have changed between the first question and the watch.
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

  /// Finds who keeps the desktop's settings, and reads them.
  func watchSettings() {
    settingsOwner = XGetSelectionOwner(xDisplay, atoms.settingsManager)
    guard settingsOwner != 0 else { return }
    XSelectInput(xDisplay, settingsOwner, PropertyChangeMask)
    readSettings()
  }

  /// Reads the desktop's settings.
  func readSettings() {
    guard settingsOwner != 0 else { return }
    let read = XSettings(bytes: bytes(atoms[.xsettingsSettings], of: settingsOwner))
    guard read != settings else { return }
    settings = read
    takeSettings()
  }
}

extension Window {
  /// Lets the window manager wait for our frames while it resizes us.
  func joinSyncProtocol() {
    guard isOpen, let counter = sync.makeCounter(display: display.xDisplay) else { return }
    setLongs(display.atoms[.netWMSyncRequestCounter], type: XA_CARDINAL, [counter])
    setProtocols([.wmDeleteWindow, .netWMPing, .netWMSyncRequest])
  }
}

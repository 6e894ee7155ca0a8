import CX11
import Glibc

/// The desktop's settings: those of the XSETTINGS manager, and the X resources of the root window.
final class DesktopSettings {
  /// The device pixels per point on monitors for which the environment sets no other scale.
  private(set) lazy var uiScale = scale(
    resources: XResourceManagerString(server.xDisplay).map { String(cString: $0) } ?? "")
  /// Called when the XSETTINGS values or the X resources have changed.
  var onChange: () -> Void = {}

  private let server: XServer
  /// The window of the XSETTINGS manager, whose property has the settings; 0 without a manager, and
  /// before ``watchManager()``.
  private(set) var managerWindow: CX11.Window = 0
  private var values = XSettings()

  init(on server: XServer) { self.server = server }

  /// The maximum time between the two clicks of a double click, in seconds; nil when the desktop
  /// does not set it.
  var doubleClickTime: Double? {
    values.integer("Net/DoubleClickTime").map { Double($0) / 1000 }
  }
  /// The distance that a pressed pointer must move before a drag begins, in device pixels at a UI
  /// scale; nil when the desktop does not set it.
  func dragThreshold(at scale: Double) -> Double? {
    values.integer("Net/DndDragThreshold").map { Double($0) * scale }
  }
  /// Whether the desktop's user wants animations; true when the desktop does not set it.
  var areAnimationsEnabled: Bool { values.integer("Gtk/EnableAnimations") != 0 }
  /// The name of the GTK theme; nil when the desktop does not set it.
  var widgetThemeName: String? { values.string("Net/ThemeName") }
  /// Whether ``uiScale`` comes from the DPI in the XSETTINGS values, which include the factor of
  /// text sizes.
  var uiScaleIncludesTextScale: Bool {
    UIScale.comesFromSettings(gdkScale: gdkScale, settings: values)
  }
  /// The name of the cursor theme; nil when the desktop does not set it.
  var cursorTheme: String? { values.string("Gtk/CursorThemeName") }
  /// The nominal size of cursors in device pixels; nil when the desktop does not set it.
  var cursorSize: Int? { values.integer("Gtk/CursorThemeSize") }

  /// Finds the owner of the XSETTINGS selection, watches its window for changes and reads the
  /// settings.
  func watchManager() {
    managerWindow = XGetSelectionOwner(server.xDisplay, server.atoms.settingsManager)
    guard managerWindow != 0 else { return }
    XSelectInput(server.xDisplay, managerWindow, PropertyChangeMask)
    read()
  }

  /// Reads the settings again when a property with settings has changed.
  ///
  /// - Returns: false when the property has no settings.
  func propertyDidChange(_ event: XPropertyEvent) -> Bool {
    if event.window == managerWindow {
      read()
      return true
    }
    guard event.window == server.root, event.atom == XA_RESOURCE_MANAGER else { return false }
    updateScaleAndNotify()
    return true
  }

  private func read() {
    let found = XSettings(bytes: server.bytes(server.atoms[.xsettingsSettings], of: managerWindow))
    guard found != values else { return }
    values = found
    updateScaleAndNotify()
  }

  private func updateScaleAndNotify() {
    let resources = server.bytes(XA_RESOURCE_MANAGER, of: server.root)
    uiScale = scale(resources: String(decoding: resources, as: UTF8.self))
    onChange()
  }

  private var gdkScale: String? { getenv("GDK_SCALE").map { String(cString: $0) } }

  private func scale(resources: String) -> Double {
    UIScale.value(gdkScale: gdkScale, resources: resources, settings: values)
  }
}

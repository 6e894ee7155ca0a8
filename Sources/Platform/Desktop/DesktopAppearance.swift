import CGio
import CLinux

/// The appearance that the desktop's user has chosen for all programs, as the desktop's portal
/// reports it.
///
/// - Source: `org.freedesktop.portal.Settings` of xdg-desktop-portal, and settings of GNOME that
///   older portals report instead.
nonisolated package struct DesktopAppearance: Hashable, Sendable {
  /// The colour scheme of the interface: dark, light or no preference.
  package enum ColorScheme: UInt32, Sendable {
    /// The user has no preference.
    case none
    case dark, light
  }
  /// The value of one of the desktop's settings, by its D-Bus type.
  package enum SettingValue: Hashable, Sendable {
    case number(UInt32)
    case flag(Bool)
    case real(Double)
    case text(String)
  }

  /// The colour scheme; nil when the desktop does not report this setting.
  package private(set) var scheme: ColorScheme?
  /// Whether the user has chosen high contrast, by the portal's own setting or by GNOME's. Both
  /// settings are stored, because they are reported in any order, and some portals report only one
  /// of them.
  package var hasHighContrast: Bool { portalHasHighContrast || gnomeHasHighContrast }
  /// Whether the user wants less animation; nil when the desktop does not report this setting.
  package private(set) var reducesMotion: Bool?
  /// The factor by which text sizes are multiplied; nil when the desktop does not report this
  /// setting.
  package private(set) var textScale: Double?

  private static let appearanceNamespace = "org.freedesktop.appearance"
  private static let interfaceNamespace = "org.gnome.desktop.interface"
  private static let accessibilityNamespace = "org.gnome.desktop.a11y.interface"
  /// The namespaces of the portal's settings that are read.
  static let namespaces = [appearanceNamespace, interfaceNamespace, accessibilityNamespace]
  /// The accepted factors of text sizes; values outside are ignored as mistakes.
  private static let textScaleRange = 0.5...4.0

  private var portalHasHighContrast = false
  private var gnomeHasHighContrast = false
  /// Whether the portal has reported its own setting for motion, which takes precedence over
  /// GNOME's.
  private var hasPortalMotionSetting = false

  package init() {}

  /// Adopts the value of one of the portal's settings. An unknown setting, or a value of an
  /// unexpected type, changes nothing.
  package mutating func set(_ namespace: String, _ key: String, to value: SettingValue) {
    switch (namespace, key, value) {
    case (Self.appearanceNamespace, "color-scheme", .number(let n)):
      scheme = ColorScheme(rawValue: n) ?? ColorScheme.none
    case (Self.appearanceNamespace, "contrast", .number(let n)): portalHasHighContrast = n == 1
    case (Self.accessibilityNamespace, "high-contrast", .flag(let isOn)):
      gnomeHasHighContrast = isOn
    case (Self.appearanceNamespace, "reduced-motion", .number(let n)):
      reducesMotion = n == 1
      hasPortalMotionSetting = true
    case (Self.interfaceNamespace, "enable-animations", .flag(let isOn)):
      if !hasPortalMotionSetting { reducesMotion = !isOn }
    case (Self.interfaceNamespace, "text-scaling-factor", .real(let factor)):
      if Self.textScaleRange.contains(factor) { textScale = factor }
    default: break
    }
  }
}

nonisolated extension DesktopAppearance {
  private static let service = SessionBus.ServiceObject(
    name: PortalRequest.busName, path: PortalRequest.objectPath,
    interface: "org.freedesktop.portal.Settings")

  /// Reads the desktop's settings and follows their changes until the bus closes. It blocks until
  /// then: call it on a thread of its own.
  ///
  /// - Parameters:
  ///   - address: the D-Bus address of the bus; nil for the session bus.
  ///   - deliver: called on the same thread with the settings at the start and after each change;
  ///     not called without a portal.
  package static func follow(
    address: String? = nil, deliver: @escaping @Sendable (DesktopAppearance) -> Void
  ) {
    guard let address = address ?? SessionBus.defaultAddress,
      let library = try? PortalLibrary.shared.get(), let context = library.makeContext()
    else { return }
    // Signals, and the end of the bus, are handled in the main context that is the thread's default
    // when connecting and subscribing.
    library.pushContext(context)
    defer {
      library.popContext(context)
      library.unrefContext(context)
    }
    guard let bus = try? SessionBus(address) else { return }
    let reader = ReportedSettings(bus.gio, library, deliver)
    let data = Unmanaged.passUnretained(reader).toOpaque()
    let changes = library.subscribe(
      bus.connection, service.name, service.interface, "SettingChanged", service.path, nil,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, values, data in
        guard let data, let values else { return }
        Unmanaged<ReportedSettings>.fromOpaque(data).takeUnretainedValue().adoptChange(in: values)
      }, data, nil)
    let closing = library.connectClosed(
      bus.connection, "closed",
      { _, _, _, data in
        guard let data else { return }
        Unmanaged<ReportedSettings>.fromOpaque(data).takeUnretainedValue().isBusClosed = true
      }, data, nil, 0)
    defer {
      library.unsubscribe(bus.connection, changes)
      library.disconnect(bus.connection, closing)
      while library.iterate(context, 0) != 0 {}
      withExtendedLifetime(reader) {}
    }
    let texts = namespaces.map { name in name.withCString { bus.gio.makeText($0) } }
    let list = texts.withUnsafeBufferPointer {
      bus.gio.makeArray(nil, $0.baseAddress, UInt($0.count))
    }
    guard let answer = try? bus.call("ReadAll", [list], of: service, startsService: true) else {
      return
    }
    reader.adoptAll(in: answer)
    bus.gio.unrefValue(answer)
    while !reader.isBusClosed { _ = library.iterate(context, 1) }
  }
}

/// The settings that the portal has reported so far, on the thread that follows them.
nonisolated private final class ReportedSettings {
  var isBusClosed = false
  private var settings = DesktopAppearance()
  private let gio: GioLibrary
  private let library: PortalLibrary
  private let deliver: @Sendable (DesktopAppearance) -> Void

  init(
    _ gio: GioLibrary, _ library: PortalLibrary,
    _ deliver: @escaping @Sendable (DesktopAppearance) -> Void
  ) {
    self.gio = gio
    self.library = library
    self.deliver = deliver
  }

  /// Adopts the settings in the reply to `ReadAll`: namespaces, each with keys and values.
  func adoptAll(in answer: GioLibrary.Value) {
    guard typeString(of: answer) == "(a{sa{sv}})" else { return }
    withChild(of: answer, 0) { spaces in
      for index in 0..<library.childCount(spaces) {
        withChild(of: spaces, index) { space in
          let name = text(of: space, 0)
          withChild(of: space, 1) { entries in
            for index in 0..<library.childCount(entries) {
              withChild(of: entries, index) { entry in
                withChild(of: entry, 1) { set(name, text(of: entry, 0), $0) }
              }
            }
          }
        }
      }
    }
    deliver(settings)
  }

  /// Adopts the changed setting in the parameters of `SettingChanged`: namespace, key and value.
  func adoptChange(in values: GioLibrary.Value) {
    guard typeString(of: values) == "(ssv)" else { return }
    let before = settings
    withChild(of: values, 2) { set(text(of: values, 0), text(of: values, 1), $0) }
    if settings != before { deliver(settings) }
  }

  /// Adopts the value of one setting, which is wrapped in a variant.
  private func set(_ namespace: String, _ key: String, _ variant: GioLibrary.Value) {
    guard typeString(of: variant) == "v" else { return }
    withChild(of: variant, 0) { value in
      switch typeString(of: value) {
      case "u": settings.set(namespace, key, to: .number(gio.number(value)))
      case "b": settings.set(namespace, key, to: .flag(library.flag(value) != 0))
      case "d": settings.set(namespace, key, to: .real(library.real(value)))
      case "s":
        if let text = gio.text(value, nil) {
          settings.set(namespace, key, to: .text(String(cString: text)))
        }
      default: break
      }
    }
  }

  private func typeString(of value: GioLibrary.Value) -> String {
    gio.typeString(value).map { String(cString: $0) } ?? ""
  }

  private func withChild(
    of value: GioLibrary.Value, _ index: UInt, _ body: (GioLibrary.Value) -> Void
  ) {
    guard let child = gio.child(value, index) else { return }
    defer { gio.unrefValue(child) }
    body(child)
  }

  private func text(of value: GioLibrary.Value, _ index: UInt) -> String {
    var found = ""
    withChild(of: value, index) { child in
      guard typeString(of: child) == "s", let text = gio.text(child, nil) else { return }
      found = String(cString: text)
    }
    return found
  }
}

import CX11

/// An XSETTINGS manager, which owns the selection `_XSETTINGS_S0` and publishes settings.
///
/// - Source: XSETTINGS 0.5.
final class SettingsManager {
  private let x: XClient
  private let window: Window
  private var serial: UInt32 = 0

  init(on x: XClient) {
    self.x = x
    window = XCreateSimpleWindow(x.display, XDefaultRootWindow(x.display), -10, -10, 1, 1, 0, 0, 0)
    XSetSelectionOwner(x.display, x.atom("_XSETTINGS_S0"), window, 0)
    publish([:])
  }

  deinit {
    XDestroyWindow(x.display, window)
    x.synchronise()
  }

  /// Replaces all settings by these integers and texts.
  func publish(_ numbers: [String: Int32], texts: [String: String] = [:]) {
    serial += 1
    var bytes: [UInt8] = [0, 0, 0, 0]
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(serial)
    func appendPadded(_ text: String) {
      bytes += Array(text.utf8) + [UInt8](repeating: 0, count: (4 - text.utf8.count % 4) % 4)
    }
    func begin(_ name: String, kind: UInt8) {
      bytes += [kind, 0]
      append(UInt16(name.utf8.count))
      appendPadded(name)
      append(serial)
    }
    append(UInt32(numbers.count + texts.count))
    for (name, value) in numbers.sorted(by: { $0.key < $1.key }) {
      begin(name, kind: 0)
      append(value)
    }
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      begin(name, kind: 1)
      append(UInt32(text.utf8.count))
      appendPadded(text)
    }
    let property = x.atom("_XSETTINGS_SETTINGS")
    XChangeProperty(
      x.display, window, property, property, 8, PropModeReplace, bytes, Int32(bytes.count))
    x.synchronise()
  }
}

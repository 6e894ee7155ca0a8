import CX11

/// An XSETTINGS manager: owns the selection `_XSETTINGS_S0` and publishes integer settings.
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

  /// Replaces all settings by these integers.
  func publish(_ numbers: [String: Int32]) {
    serial += 1
    var bytes: [UInt8] = [0, 0, 0, 0]
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(serial)
    append(UInt32(numbers.count))
    for (name, value) in numbers.sorted(by: { $0.key < $1.key }) {
      bytes += [0, 0]
      append(UInt16(name.utf8.count))
      bytes += Array(name.utf8) + [UInt8](repeating: 0, count: (4 - name.utf8.count % 4) % 4)
      append(serial)
      append(value)
    }
    let property = x.atom("_XSETTINGS_SETTINGS")
    XChangeProperty(
      x.display, window, property, property, 8, PropModeReplace, bytes, Int32(bytes.count))
    x.synchronise()
  }
}

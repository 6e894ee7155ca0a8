/// The configuration of an Xorg server without hardware whose input devices are sockets.
enum RigConfiguration {
  /// A device of the server's `inputtest` driver.
  struct Device {
    /// The name of the device and of its socket.
    let name: String
    /// The driver's `DeviceType`; `PointerGesture` is the only one with touchpad gestures.
    let type: String
    /// Further options of the driver.
    let options: [(String, String)]
    /// The option with which the server layout lists the device.
    let role: String
  }

  /// The simulated input devices.
  static let devices = [
    Device(
      name: "pointer", type: "Pointer", options: [("PointerButtonCount", "9")], role: "CorePointer"),
    Device(name: "keyboard", type: "Keyboard", options: [], role: "CoreKeyboard"),
    Device(name: "touch", type: "Touch", options: [("TouchCount", "10")], role: "SendCoreEvents"),
    Device(name: "gesture", type: "PointerGesture", options: [], role: "SendCoreEvents"),
    Device(name: "abs", type: "PointerAbsolute", options: [], role: "SendCoreEvents"),
  ]

  /// The text of `xorg.conf`.
  static func text(socketFolder: String, width: Int, height: Int) -> String {
    let flags = section(
      "ServerFlags",
      [
        option("AutoAddDevices", "false"), option("AutoEnableDevices", "false"),
        option("AutoAddGPU", "false"), option("DontVTSwitch", "true"),
        option("AllowMouseOpenFail", "true"), option("PciForceNone", "true"),
      ])
    let card = section("Device", [#"Identifier "card""#, #"Driver "dummy""#, "VideoRam 256000"])
    let monitor = section(
      "Monitor",
      [
        #"Identifier "monitor""#, "HorizSync 1.0-2000.0", "VertRefresh 1.0-200.0",
        modeLine(width: width, height: height),
      ])
    let screen = section(
      "Screen",
      [
        #"Identifier "screen""#, #"Device "card""#, #"Monitor "monitor""#, "DefaultDepth 24",
        #"SubSection "Display""#, "Depth 24", #"Modes "\#(width)x\#(height)""#,
        "Virtual \(width) \(height)", "EndSubSection",
      ])
    let inputs = devices.map { device in
      section(
        "InputDevice",
        [
          #"Identifier "\#(device.name)""#, #"Driver "inputtest""#,
          option("SocketPath", "\(socketFolder)/\(device.name).sock"),
          option("DeviceType", device.type),
        ] + device.options.map(option))
    }
    let layout = section(
      "ServerLayout",
      [#"Identifier "layout""#, #"Screen "screen""#]
        + devices.map { #"InputDevice "\#($0.name)" "\#($0.role)""# })
    return ([flags, card, monitor, screen] + inputs + [layout]).joined()
  }

  /// A mode line. Any timing works: the dummy driver has no monitor.
  private static func modeLine(width: Int, height: Int) -> String {
    let (total, lines) = (width + 300, height + 38)
    let clock = Double(total * lines * 60) / 1_000_000
    return "Modeline \"\(width)x\(height)\" \(clock) \(width) \(width + 100) \(width + 200) "
      + "\(total) \(height) \(height + 1) \(height + 4) \(lines)"
  }

  private static func option(_ name: String, _ value: String) -> String {
    "Option \"\(name)\" \"\(value)\""
  }

  private static func section(_ name: String, _ lines: [String]) -> String {
    (["Section \"\(name)\""] + lines.map { "  \($0)" } + ["EndSection", ""]).joined(separator: "\n")
  }
}

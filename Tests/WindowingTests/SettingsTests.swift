import Motion
import Testing

@testable import Windowing

struct SettingsTests {
  private func property(isBigEndian: Bool = false) -> [UInt8] {
    func number(_ n: UInt32, _ width: Int) -> [UInt8] {
      let bytes = (0..<width).map { UInt8(truncatingIfNeeded: n >> (8 * UInt32($0))) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    func text(_ s: String) -> [UInt8] {
      Array(s.utf8) + [UInt8](repeating: 0, count: (4 - s.utf8.count % 4) % 4)
    }
    func entry(_ kind: UInt8, _ name: String, _ value: [UInt8]) -> [UInt8] {
      [kind, 0] + number(UInt32(name.utf8.count), 2) + text(name) + number(1, 4) + value
    }
    let head: [UInt8] = [isBigEndian ? 1 : 0, 0, 0, 0] + number(9, 4) + number(3, 4)
    return head + entry(0, "Net/DoubleClickTime", number(250, 4))
      + entry(2, "Some/Colour", [UInt8](repeating: 7, count: 8))
      + entry(1, "Net/ThemeName", number(5, 4) + text("Adwai"))
  }

  @Test(arguments: [false, true])
  func `integers and strings are read in both byte orders`(isBigEndian: Bool) {
    let settings = XSettings(bytes: property(isBigEndian: isBigEndian))
    #expect(settings.integer("Net/DoubleClickTime") == 250)
    #expect(settings.string("Net/ThemeName") == "Adwai")
    #expect(settings.integer("Net/ThemeName") == nil)
    #expect(settings.string("Missing") == nil)
  }

  @Test func `a truncated property gives no entry beyond the cut`() {
    let whole = property()
    for length in 0..<whole.count {
      let settings = XSettings(bytes: Array(whole[..<length]))
      #expect(settings.string("Net/ThemeName") == nil || length > whole.count - 4)
    }
  }

  @Test func `a length beyond the property is rejected`() {
    var bytes = property()
    bytes[14] = 0xff
    bytes[15] = 0xff
    #expect(XSettings(bytes: bytes) == XSettings())
  }

  @Test func `the scale is GDK_SCALE, else Xft dpi, else 1`() {
    let resources = "*customization: -color\nXft.antialias:\t1\nXft.dpi:\t144\n"
    #expect(UIScale.value(gdkScale: "2", resources: resources) == 2)
    #expect(UIScale.value(gdkScale: nil, resources: resources) == 1.5)
    #expect(UIScale.value(gdkScale: "nonsense", resources: resources) == 1.5)
    #expect(UIScale.value(gdkScale: nil, resources: "Xft.dpi: 0") == 1)
    #expect(UIScale.value(gdkScale: nil, resources: "") == 1)
  }

  @Test func `the scale is that of the settings unless GDK_SCALE is set or their DPI is unset`() {
    func settings(dpi: Int32) -> XSettings {
      // The bytes are byte order, serial and count; then type, length of the name, name and serial
      // of the entry.
      var bytes: [UInt8] = [0, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 7, 0]
      bytes += Array("Xft/DPI".utf8)
      bytes += [0, 1, 0, 0, 0]
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: dpi >> Int32(shift))) }
      return XSettings(bytes: bytes)
    }
    #expect(UIScale.value(gdkScale: nil, resources: "", settings: settings(dpi: 147_456)) == 1.5)
    #expect(UIScale.comesFromSettings(gdkScale: nil, settings: settings(dpi: 147_456)))
    #expect(!UIScale.comesFromSettings(gdkScale: "2", settings: settings(dpi: 147_456)))
    #expect(!UIScale.comesFromSettings(gdkScale: nil, settings: settings(dpi: -1)))
    #expect(!UIScale.comesFromSettings(gdkScale: nil, settings: XSettings()))
  }

  @Test func `the startup ID contains the time of the click`() {
    let startup = StartupNotification(id: "nemo-12-desk_TIME_TIME4711")
    #expect(startup.userTime == 4711)
    #expect(StartupNotification(id: "plain").userTime == nil)
    #expect(StartupNotification(id: "gtk-launch_TIME0").userTime == nil, "time 0 requests no focus")
    #expect(StartupNotification(id: "x_TIMEsoon").userTime == nil)
  }

  @Test func `the startup ID and activation token are removed from the environment`() {
    var environment = ["DESKTOP_STARTUP_ID": "x_TIME5", "XDG_ACTIVATION_TOKEN": "t", "HOME": "/h"]
    #expect(StartupNotification { environment.removeValue(forKey: $0) }?.id == "x_TIME5")
    #expect(environment == ["HOME": "/h"])
  }

  @Test func `the startup message escapes quotes and backslashes`() {
    let message = StartupNotification(id: "a\"b\\c").removalMessage
    #expect(message == Array(#"remove: ID="a\"b\\c""#.utf8) + [0])
  }

  @Test func `the refresh rate is computed from the mode line`() {
    let rate = MonitorList.refreshRate(
      dotClock: 148_500_000, width: 2200, height: 1125, flags: 0)
    #expect(abs(rate - 60) < 0.001)
    let interlaced = MonitorList.refreshRate(
      dotClock: 74_250_000, width: 2200, height: 1125, flags: 1 << 4)
    #expect(abs(interlaced - 60) < 0.001)
    #expect(MonitorList.refreshRate(dotClock: 0, width: 0, height: 0, flags: 0) == 0)
  }
}

struct ServerClockTests {
  private let wrap = 4_294_967.296

  @Test func `a local server shares the monotonic clock`() {
    var clock = ServerTimeConverter()
    let now = Timestamp(seconds: 5000.25)
    #expect(abs(clock.instant(of: 5_000_200, now: now).seconds - 5000.2) < 1e-9)
  }

  @Test func `a wrapped 32-bit time is unwrapped`() {
    var clock = ServerTimeConverter()
    let now = Timestamp(seconds: wrap * 2 + 0.010)
    #expect(abs(clock.instant(of: 4, now: now).seconds - (wrap * 2 + 0.004)) < 1e-6)
    let before = clock.instant(of: UInt32.max, now: now)
    #expect(abs(before.seconds - (wrap * 2 - 0.001)) < 1e-6)
  }

  @Test func `times of a remote server keep their differences`() {
    var clock = ServerTimeConverter()
    let first = clock.instant(of: 900_000, now: Timestamp(seconds: 10))
    let second = clock.instant(of: 900_100, now: Timestamp(seconds: 10.1))
    let delayed = clock.instant(of: 900_200, now: Timestamp(seconds: 10.9))
    #expect(first == Timestamp(seconds: 10))
    #expect(abs(second - first - 0.1) < 1e-6)
    #expect(abs(delayed - second - 0.1) < 1e-6)
  }

  @Test func `a converted time is never in the future`() {
    var clock = ServerTimeConverter()
    let now = Timestamp(seconds: 100)
    #expect(clock.instant(of: 100_030, now: now) == now)
  }
}

import CX11
import Geometry

/// The monitors that are connected to an X server, queried on first use and again after a change.
final class MonitorList {
  private let server: XServer
  private let factors: ScreenScaleFactors
  private var cachedMonitors: [Monitor]?
  /// The code of RandR's first event; nil before ``watch()``, and when the server lacks RandR.
  private var eventBase: Int32?

  init(on server: XServer, factors: ScreenScaleFactors) {
    self.server = server
    self.factors = factors
  }

  /// All monitors that are connected to the X server; never empty.
  var all: [Monitor] {
    if let cachedMonitors { return cachedMonitors }
    let found = query()
    cachedMonitors = found
    return found
  }

  /// The device pixels per point that the environment sets for the monitor with the largest part of
  /// `frame` (on the X screen, in device pixels), or for the primary monitor when `frame` is nil;
  /// nil when the environment sets none.
  ///
  /// - Complexity: no round trip unless the environment sets a scale for any monitor.
  func environmentScale(under frame: Rect?) -> Double? {
    guard !factors.isEmpty else { return nil }
    let monitors = all
    guard let frame else { return monitors.primary?.environmentScale }
    return monitors.indexOfMonitor(under: frame).flatMap { monitors[$0].environmentScale }
  }

  /// Asks the server to report changes of the monitors.
  func watch() {
    var event: Int32 = 0
    var error: Int32 = 0
    guard XRRQueryExtension(server.xDisplay, &event, &error) != 0 else { return }
    eventBase = event
    XRRSelectInput(
      server.xDisplay, server.root, Int32(RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask))
  }

  /// Drops the cached monitors when `event` reports a change of them.
  ///
  /// - Returns: false for other events.
  func dropMonitorsIfChanged(by event: inout XEvent) -> Bool {
    guard isChange(&event) else { return false }
    cachedMonitors = nil
    return true
  }

  /// Whether an event reports a change of the monitors. RandR reports changes of user-defined
  /// monitors only as ConfigureNotify of the root window.
  private func isChange(_ event: inout XEvent) -> Bool {
    switch event.type {
    case eventBase.map { $0 + Int32(RRScreenChangeNotify) }:
      XRRUpdateConfiguration(&event)
      return true
    case eventBase.map { $0 + Int32(RRNotify) }: return true
    case ConfigureNotify: return event.xconfigure.window == server.root
    default: return false
    }
  }

  /// The area of the primary monitor that panels of the desktop leave free, in device pixels of the
  /// X screen. It is the whole frame of the monitor when no window manager reports an area.
  ///
  /// - Source: Extended Window Manager Hints 1.5, `_NET_WORKAREA`: x, y, width and height for each
  ///   desktop.
  /// - Complexity: two round trips, in addition to those of ``all``.
  var workArea: Rect {
    let whole = Rect(origin: .zero, size: server.screenSize)
    let monitor = all.primary?.frame ?? whole
    let areas = server.cardinals(.netWorkArea, of: server.root).map { Double(min($0, 1 << 20)) }
    let desktop = min(
      server.cardinals(.netCurrentDesktop, of: server.root).first ?? 0, 1 << 10)
    let first = Int(desktop) * 4
    guard areas.count >= first + 4 else { return monitor }
    let area = Rect(
      x: areas[first], y: areas[first + 1], width: areas[first + 2], height: areas[first + 3])
    return monitor.intersection(area) ?? monitor
  }

  /// The monitors as the server describes them now. Without RandR 1.5, one monitor covers the whole
  /// screen.
  private func query() -> [Monitor] {
    let whole = Monitor(frame: Rect(origin: .zero, size: server.screenSize), isPrimary: true)
    guard hasRandR else { return withEnvironmentScales([whole]) { [""] } }
    var count: Int32 = 0
    guard let list = XRRGetMonitors(server.xDisplay, server.root, 1, &count), count > 0 else {
      return withEnvironmentScales([whole]) { [""] }
    }
    defer { XRRFreeMonitors(list) }
    let rates = refreshRates()
    let infos = UnsafeBufferPointer(start: list, count: Int(count))
    let monitors = infos.map { m in
      let outputs = UnsafeBufferPointer(start: m.outputs, count: Int(max(0, m.noutput)))
      return Monitor(
        frame: Rect(
          x: Double(m.x), y: Double(m.y), width: Double(m.width), height: Double(m.height)),
        isPrimary: m.primary != 0,
        refreshRate: outputs.lazy.compactMap { rates[$0] }.first ?? 60)
    }
    return withEnvironmentScales(monitors) { self.names(of: infos.map(\.name)) }
  }

  /// The monitors with the scales that the environment sets for them. `names` returns their RandR
  /// names, and is called only if the environment sets any scale.
  private func withEnvironmentScales(_ monitors: [Monitor], names: () -> [String]) -> [Monitor] {
    guard !factors.isEmpty else { return monitors }
    let scales = factors.scales(of: names(), primary: monitors.firstIndex(where: \.isPrimary))
    return zip(monitors, scales).map { monitor, scale in
      var monitor = monitor
      monitor.environmentScale = scale
      return monitor
    }
  }

  /// The names of atoms; empty for an unknown atom.
  ///
  /// - Complexity: one round trip.
  private func names(of atoms: [Atom]) -> [String] {
    var atoms = atoms
    var texts = [UnsafeMutablePointer<CChar>?](repeating: nil, count: atoms.count)
    XGetAtomNames(server.xDisplay, &atoms, Int32(atoms.count), &texts)
    return texts.map { text in
      guard let text else { return "" }
      defer { XFree(text) }
      return String(cString: text)
    }
  }

  /// Whether the server supports RandR 1.5, the first version that describes monitors.
  private var hasRandR: Bool {
    var event: Int32 = 0
    var error: Int32 = 0
    guard XRRQueryExtension(server.xDisplay, &event, &error) != 0 else { return false }
    var major: Int32 = 0
    var minor: Int32 = 0
    guard XRRQueryVersion(server.xDisplay, &major, &minor) != 0 else { return false }
    return (major, minor) >= (1, 5)
  }

  /// The refresh rates of RandR's outputs, in frames per second.
  private func refreshRates() -> [RROutput: Double] {
    guard let resources = XRRGetScreenResourcesCurrent(server.xDisplay, server.root) else {
      return [:]
    }
    defer { XRRFreeScreenResources(resources) }
    let r = resources.pointee
    var modes: [RRMode: Double] = [:]
    for m in UnsafeBufferPointer(start: r.modes, count: Int(r.nmode)) {
      modes[m.id] = Self.refreshRate(
        dotClock: Double(m.dotClock), width: Double(m.hTotal), height: Double(m.vTotal),
        flags: UInt(m.modeFlags))
    }
    var rates: [RROutput: Double] = [:]
    for crtc in UnsafeBufferPointer(start: r.crtcs, count: Int(r.ncrtc)) {
      guard let info = XRRGetCrtcInfo(server.xDisplay, resources, crtc) else { continue }
      defer { XRRFreeCrtcInfo(info) }
      guard let rate = modes[info.pointee.mode], rate > 0 else { continue }
      for output in UnsafeBufferPointer(
        start: info.pointee.outputs, count: Int(info.pointee.noutput))
      {
        rates[output] = rate
      }
    }
    return rates
  }

  /// The refresh rate of a RandR mode, in frames per second; 0 when its numbers are not positive.
  /// Interlaced modes show two fields per frame, double-scan modes show each line twice.
  ///
  /// - Parameters:
  ///   - dotClock: the pixel clock in hertz.
  ///   - width: the total number of pixels in a line, with blanking.
  ///   - height: the total number of lines in a frame, with blanking.
  ///   - flags: the flags of the mode.
  nonisolated static func refreshRate(
    dotClock: Double, width: Double, height: Double, flags: UInt
  ) -> Double {
    guard width > 0, height > 0, dotClock > 0 else { return 0 }
    let rate = dotClock / (width * height)
    let interlaced = UInt(1 << 4)
    let doubleScan = UInt(1 << 5)
    if flags & interlaced != 0 { return rate * 2 }
    if flags & doubleScan != 0 { return rate / 2 }
    return rate
  }
}

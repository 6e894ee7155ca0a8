import CX11
public import Geometry

/// One monitor, as RandR 1.5 describes it.
public nonisolated struct Monitor: Hashable, Sendable {
  /// The frame on the X screen, in device pixels.
  public var frame: Rect
  /// Whether the user has chosen this as the primary monitor.
  public var isPrimary: Bool
  /// The refresh rate in frames per second; 60 when the server does not report it.
  public var refreshRate: Double

  public init(frame: Rect, isPrimary: Bool = false, refreshRate: Double = 60) {
    self.frame = frame
    self.isPrimary = isPrimary
    self.refreshRate = refreshRate
  }
}

extension DisplayConnection {
  /// The area of the primary monitor that panels leave free, in device pixels of the X screen. The
  /// whole frame of the monitor when no window manager reports an area.
  ///
  /// - Source: Extended Window Manager Hints 1.5, `_NET_WORKAREA`: x, y, width and height for each
  ///   desktop.
  /// - Complexity: Two round trips, beside those of `monitors`.
  public var workArea: Rect {
    let whole = Rect(origin: .zero, size: screenSize)
    let monitor = (monitors.first(where: \.isPrimary) ?? monitors.first)?.frame ?? whole
    let areas = cardinals(.netWorkArea, of: root).map { Double(min($0, 1 << 20)) }
    let desktop = min(cardinals(.netCurrentDesktop, of: root).first ?? 0, 1 << 10)
    let first = Int(desktop) * 4
    guard areas.count >= first + 4 else { return monitor }
    let area = Rect(
      x: areas[first], y: areas[first + 1], width: areas[first + 2], height: areas[first + 3])
    return monitor.intersection(area) ?? monitor
  }

  /// Queries the monitors. Without RandR 1.5, one monitor covers the whole screen.
  func queryMonitors() -> [Monitor] {
    let whole = Monitor(
      frame: Rect(
        x: 0, y: 0, width: Double(XDisplayWidth(xDisplay, screen)),
        height: Double(XDisplayHeight(xDisplay, screen))), isPrimary: true)
    guard hasRandR else { return [whole] }
    var count: Int32 = 0
    guard let list = XRRGetMonitors(xDisplay, root, 1, &count), count > 0 else { return [whole] }
    defer { XRRFreeMonitors(list) }
    let rates = refreshRates()
    return UnsafeBufferPointer(start: list, count: Int(count)).map { m in
      let outputs = UnsafeBufferPointer(start: m.outputs, count: Int(max(0, m.noutput)))
      return Monitor(
        frame: Rect(
          x: Double(m.x), y: Double(m.y), width: Double(m.width), height: Double(m.height)),
        isPrimary: m.primary != 0,
        refreshRate: outputs.lazy.compactMap { rates[$0] }.first ?? 60)
    }
  }

  /// The refresh rates by output, in frames per second.
  private func refreshRates() -> [RROutput: Double] {
    guard let resources = XRRGetScreenResourcesCurrent(xDisplay, root) else { return [:] }
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
      guard let info = XRRGetCrtcInfo(xDisplay, resources, crtc) else { continue }
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

  /// The refresh rate of a mode line, in frames per second. Interlaced modes show two fields per
  /// frame, double-scan modes show each line twice.
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

import Geometry

/// What is known of the input devices that scroll: XI 2.1 valuators and where they stood.
nonisolated struct ScrollDevices {
  /// One scroll valuator.
  struct ScrollAxis: Hashable, Sendable {
    /// The valuator's number in the device's events.
    var number: Int
    /// Which way it scrolls.
    var axis: Axis
    /// How much is one detent; the sign counts, sizes differ wildly between devices.
    var increment: Double
    /// Where it stood last; nil when it may have moved without us.
    var value: Double?
  }
  /// One device.
  struct Device: Hashable, Sendable {
    /// Its scroll valuators.
    var axes: [ScrollAxis] = []
    /// True when two fingers scroll, not a wheel.
    var isTouchpad = false
    /// True for a touch screen: its pointer events only imitate its touches.
    var isTouchscreen = false
  }
  /// What a motion event did to the scroll valuators.
  struct Movement: Hashable, Sendable {
    /// In detents, positive is right and down.
    var delta: Vector
    /// True when two fingers scroll, not a wheel.
    var isTouchpad: Bool
    /// True when all valuators named in the event were known before: a zero is a real zero.
    var isKnown: Bool
  }

  private var devices: [Int: Device] = [:]

  /// True when no device with a scroll valuator is known.
  var hasNoScrolling: Bool { devices.values.allSatisfy(\.axes.isEmpty) }

  /// The device of this number; one that does nothing special when unknown.
  subscript(id: Int) -> Device { devices[id] ?? Device() }

  /// Replaces everything known.
  mutating func replaceAll(with known: [Int: Device]) { devices = known }

  /// Takes the classes a device announced when it changed; what sort of device it is stays.
  mutating func update(_ id: Int, axes: [ScrollAxis]) { devices[id, default: Device()].axes = axes }

  /// The pointer was elsewhere: valuators may have moved without us.
  mutating func forgetPositions() {
    for id in devices.keys {
      for i in (devices[id]?.axes ?? []).indices { devices[id]?.axes[i].value = nil }
    }
  }

  /// Reads the scroll valuators out of a motion event; nil when there are none in it.
  mutating func move(_ id: Int, valuators: [Int: Double]) -> Movement? {
    guard var device = devices[id] else { return nil }
    var movement = Movement(delta: .zero, isTouchpad: device.isTouchpad, isKnown: true)
    var found = false
    for (i, axis) in device.axes.enumerated() {
      guard let value = valuators[axis.number], value.isFinite else { continue }
      found = true
      if let last = axis.value, axis.increment != 0 {
        movement.delta[axis.axis] += (value - last) / axis.increment
      } else {
        movement.isKnown = false
      }
      device.axes[i].value = value
    }
    guard found else { return nil }
    devices[id] = device
    return movement
  }
}

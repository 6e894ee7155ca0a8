import Geometry

/// The scroll valuators of the input devices (XI 2.1) with their last values.
nonisolated struct ScrollDevices {
  /// One scroll valuator.
  struct ScrollAxis: Hashable, Sendable {
    /// The valuator number in the device's events.
    var number: Int
    /// The scroll direction.
    var axis: Axis
    /// The change of value for one wheel detent. The sign sets the direction; the size differs
    /// widely between devices.
    var increment: Double
    /// The last value; nil when it is unknown, as after the pointer was outside the window.
    var value: Double?
  }
  /// One input device.
  struct Device: Hashable, Sendable {
    var axes: [ScrollAxis] = []
    /// Whether the device scrolls with two fingers instead of a wheel.
    var isTouchpad = false
    /// Whether the device is a touchscreen, whose pointer events only emulate its touches.
    var isTouchscreen = false
  }
  /// The scrolling in one motion event.
  struct Movement: Hashable, Sendable {
    /// The distance in detents; positive is right and down.
    var delta: Vector
    /// Whether the device scrolls with two fingers instead of a wheel.
    var isTouchpad: Bool
    /// Whether the previous values of all valuators in the event were known, so that a zero delta
    /// is exact.
    var isKnown: Bool
  }

  private var devices: [Int: Device] = [:]

  /// Whether none of the devices has a scroll valuator.
  var hasNoScrolling: Bool { devices.values.allSatisfy(\.axes.isEmpty) }

  /// The device with an XInput device ID; a device without special properties when it is unknown.
  subscript(id: Int) -> Device { devices[id] ?? Device() }

  /// Replaces all known devices.
  mutating func replaceAll(with known: [Int: Device]) { devices = known }

  /// Replaces the scroll valuators of a device after DeviceChanged. The kind of device stays.
  mutating func update(_ id: Int, axes: [ScrollAxis]) { devices[id, default: Device()].axes = axes }

  /// Forgets the last values of all valuators, since they change without events while the pointer
  /// is outside the window.
  mutating func forgetPositions() {
    for id in devices.keys {
      for i in (devices[id]?.axes ?? []).indices { devices[id]?.axes[i].value = nil }
    }
  }

  /// Applies the scroll valuators of a motion event; nil when the event contains none.
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

import Geometry

/// The scroll valuators of the input devices (XI 2.1) with their last values.
nonisolated struct ScrollDevices {
  /// A scroll valuator of a device.
  struct ScrollAxis: Hashable, Sendable {
    /// The valuator's number in the device's events.
    var valuator: Int
    /// The direction in which the valuator scrolls.
    var axis: Axis
    /// The change of the valuator's value for one detent of a wheel. Its sign gives the direction;
    /// its size differs widely between devices.
    var increment: Double
    /// The last value of the valuator; nil when it is unknown, as after the pointer was outside of
    /// the window.
    var value: Double?
  }
  /// The properties of an input device.
  struct Device: Hashable, Sendable {
    var axes: [ScrollAxis] = []
    /// Whether the device scrolls with two fingers instead of a wheel.
    var isTouchpad = false
    /// Whether the device is a touchscreen, whose pointer events only emulate its touches.
    var isTouchscreen = false
  }
  /// The scroll movement in one motion event.
  struct Movement: Hashable, Sendable {
    /// The distance in detents of a wheel; positive is right and down.
    var delta: Vector
    /// Whether the device scrolls with two fingers instead of a wheel.
    var isTouchpad: Bool
    /// Whether the former values of all valuators in the event were known, so that a zero `delta`
    /// really means no movement.
    var isComplete: Bool
  }

  private var devices: [Int: Device] = [:]

  /// Whether no device has a scroll valuator.
  var hasNoScrollAxes: Bool { devices.values.allSatisfy(\.axes.isEmpty) }

  /// The device with an XInput device ID; for an unknown ID, a device without special properties.
  subscript(id: Int) -> Device { devices[id] ?? Device() }

  /// Replaces all known devices, given by their XInput device IDs.
  mutating func replaceAll(with known: [Int: Device]) { devices = known }

  /// Replaces the scroll valuators of the device with an XInput device ID. Whether it is a touchpad
  /// or touchscreen does not change.
  mutating func update(_ id: Int, axes: [ScrollAxis]) { devices[id, default: Device()].axes = axes }

  /// Forgets the last values of all valuators, since the values change without events while the
  /// pointer is outside of the window.
  mutating func forgetPositions() {
    for id in devices.keys {
      for i in (devices[id]?.axes ?? []).indices { devices[id]?.axes[i].value = nil }
    }
  }

  /// The scroll movement in a motion event of the device with an XInput device ID; nil when the
  /// event has no scroll valuators. The new values are stored.
  ///
  /// - Parameter valuators: the values in the event by valuator number.
  mutating func recordMotion(of id: Int, valuators: [Int: Double]) -> Movement? {
    guard var device = devices[id] else { return nil }
    var movement = Movement(delta: .zero, isTouchpad: device.isTouchpad, isComplete: true)
    var found = false
    for (i, axis) in device.axes.enumerated() {
      guard let value = valuators[axis.valuator], value.isFinite else { continue }
      found = true
      if let last = axis.value, axis.increment != 0 {
        movement.delta[axis.axis] += (value - last) / axis.increment
      } else {
        movement.isComplete = false
      }
      device.axes[i].value = value
    }
    guard found else { return nil }
    devices[id] = device
    return movement
  }
}

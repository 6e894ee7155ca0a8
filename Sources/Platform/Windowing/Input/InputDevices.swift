import CX11
import Geometry

/// The input devices of a server (XInput 2): their kinds and scroll valuators.
final class InputDevices {
  /// A change of the known input devices.
  enum Change {
    /// All devices were queried again.
    case all(ScrollDevices)
    /// The scroll valuators of one device have changed.
    case axes(device: Int, [ScrollDevices.ScrollAxis])
  }

  /// The known input devices; empty before ``watch()``.
  private(set) var scrollDevices = ScrollDevices()
  /// Called after a change of ``scrollDevices``.
  var onChange: (Change) -> Void = { _ in }
  private let server: XServer

  init(on server: XServer) { self.server = server }

  /// Queries the input devices and asks the server to report changes.
  func watch() {
    guard server.extensions.inputOpcode != nil else { return }
    select([XI_DeviceChanged, XI_HierarchyChanged], of: XIAllDevices, on: server.root)
    query()
  }

  /// Asks the server for all pointer, touch and gesture events on a window that its version of
  /// XInput 2 supports.
  func selectInput(on window: CX11.Window) {
    guard server.extensions.inputOpcode != nil else { return }
    let minor = server.extensions.inputMinorVersion
    var events = [XI_ButtonPress, XI_ButtonRelease, XI_Motion, XI_Enter, XI_Leave]
    if minor >= 2 { events += [XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd] }
    if minor >= 4 {
      events += [XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd]
      events += [XI_GestureSwipeBegin, XI_GestureSwipeUpdate, XI_GestureSwipeEnd]
    }
    select(events, of: XIAllMasterDevices, on: window)
  }

  /// Asks the server for XInput 2 events of a device on a window.
  private func select(_ events: [Int32], of device: Int32, on window: CX11.Window) {
    var bits = [UInt8](repeating: 0, count: Int(XI_LASTEVENT) / 8 + 1)
    for event in events { bits[Int(event) >> 3] |= 1 << UInt8(event & 7) }
    bits.withUnsafeMutableBufferPointer { mask in
      var selection = XIEventMask(
        deviceid: device, mask_len: Int32(mask.count), mask: mask.baseAddress)
      XISelectEvents(server.xDisplay, window, &selection, 1)
    }
  }

  /// Queries the scroll valuators and the kind of every input device.
  ///
  /// - Complexity: one round trip, and one more for each pointer with scroll valuators that is not
  ///   yet known to be a touchpad.
  func query() {
    guard server.extensions.inputOpcode != nil, !server.isLost else { return }
    var count: Int32 = 0
    guard let list = XIQueryDevice(server.xDisplay, XIAllDevices, &count) else { return }
    defer { XIFreeDeviceInfo(list) }
    var found: [Int: ScrollDevices.Device] = [:]
    for info in UnsafeBufferPointer(start: list, count: Int(count)) {
      let device = describe(info)
      if device != ScrollDevices.Device() { found[Int(info.deviceid)] = device }
    }
    scrollDevices.replaceAll(with: found)
    onChange(.all(scrollDevices))
  }

  /// Queries the present values of the scroll valuators, when a device has any.
  func refreshScrollPositions() {
    if !scrollDevices.hasNoScrollAxes { query() }
  }

  /// Adopts the scroll valuators in an XI_DeviceChanged event, without a round trip.
  func deviceChanged(_ event: XIDeviceChangedEvent) {
    guard let classes = event.classes else { return }
    let axes = scrollAxes(classes, count: Int(event.num_classes))
    scrollDevices.update(Int(event.sourceid), axes: axes)
    onChange(.axes(device: Int(event.sourceid), axes))
  }

  private func describe(_ info: XIDeviceInfo) -> ScrollDevices.Device {
    var device = ScrollDevices.Device()
    guard let classes = info.classes else { return device }
    device.axes = scrollAxes(classes, count: Int(info.num_classes))
    for i in 0..<Int(info.num_classes) {
      guard let any = classes[i] else { continue }
      switch any.pointee.type {
      case XIGestureClass: device.isTouchpad = true
      case XITouchClass:
        let touch = UnsafeRawPointer(any).load(as: XITouchClassInfo.self)
        if touch.mode == XIDependentTouch { device.isTouchpad = true }
        // Servers with XInput before 2.2 send no touch events, so a touchscreen is treated as a
        // pointer.
        if touch.mode == XIDirectTouch, server.extensions.inputMinorVersion >= 2 {
          device.isTouchscreen = true
        }
      default: break
      }
    }
    if !device.isTouchpad, !device.axes.isEmpty, info.use == XISlavePointer {
      device.isTouchpad = hasTouchpadProperty(info.deviceid)
    }
    return device
  }

  /// Whether a device has a property that the drivers set only for touchpads.
  private func hasTouchpadProperty(_ device: Int32) -> Bool {
    var count: Int32 = 0
    guard let list = XIListProperties(server.xDisplay, device, &count) else { return false }
    defer { XFree(list) }
    let names = UnsafeBufferPointer(start: list, count: Int(count))
    return names.contains(server.atoms[.libinputTapping])
      || names.contains(server.atoms[.synapticsOff])
  }

  private func scrollAxes(
    _ classes: UnsafeMutablePointer<UnsafeMutablePointer<XIAnyClassInfo>?>, count: Int
  ) -> [ScrollDevices.ScrollAxis] {
    var positions: [Int: Double] = [:]
    var scrolls: [XIScrollClassInfo] = []
    for i in 0..<count {
      guard let any = classes[i] else { continue }
      let raw = UnsafeRawPointer(any)
      switch any.pointee.type {
      case XIValuatorClass:
        let valuator = raw.load(as: XIValuatorClassInfo.self)
        positions[Int(valuator.number)] = valuator.value
      case XIScrollClass: scrolls.append(raw.load(as: XIScrollClassInfo.self))
      default: break
      }
    }
    return scrolls.map {
      ScrollDevices.ScrollAxis(
        valuator: Int($0.number),
        axis: $0.scroll_type == XIScrollTypeVertical ? .vertical : .horizontal,
        increment: $0.increment, value: positions[Int($0.number)])
    }
  }
}

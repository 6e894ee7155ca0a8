import CX11
import Geometry

/// The RandR monitors of the display, and the places of windows on them.
extension XClient {
  /// Divides the screen into two monitors of the same size with these names.
  func splitScreen(_ left: String, _ right: String) {
    guard let resources = XRRGetScreenResources(display, root) else { return }
    defer { XRRFreeScreenResources(resources) }
    let width = Int32(VirtualDisplay.width / 2)
    for (index, name) in [left, right].enumerated() {
      // The monitor with the output replaces the one that the server made for it.
      guard let monitor = XRRAllocateMonitor(display, index == 0 ? 1 : 0) else { continue }
      defer { XRRFreeMonitors(monitor) }
      monitor.pointee.name = atom(name)
      monitor.pointee.x = Int32(index) * width
      monitor.pointee.y = 0
      monitor.pointee.width = width
      monitor.pointee.height = Int32(VirtualDisplay.height)
      if index == 0 { monitor.pointee.outputs[0] = resources.pointee.outputs[0] }
      XRRSetMonitor(display, root, monitor)
    }
    synchronise()
  }

  /// Makes the screen one monitor again.
  func joinScreen(_ left: String, _ right: String) {
    for name in [left, right] { XRRDeleteMonitor(display, root, atom(name)) }
    synchronise()
  }

  /// Moves the top left corner of a window on a display without a window manager.
  func move(_ window: Window, to corner: Point) {
    XMoveWindow(display, window, Int32(corner.x), Int32(corner.y))
    synchronise()
  }
}

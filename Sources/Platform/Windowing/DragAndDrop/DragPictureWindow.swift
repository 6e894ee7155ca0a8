import CX11
import Geometry
import Motion
import Pixels

/// The window with the picture of the dragged data, which follows the pointer above all other
/// windows.
///
/// It gets no pointer events, so that they reach the windows below it, which are found as drop
/// targets.
@MainActor
final class DragPictureWindow {
  /// The duration of the picture's flight back to the beginning of the drag, in seconds.
  private static let flightTime = 0.28
  /// The time between two steps of the picture's flight, in seconds.
  private static let frameInterval = 1.0 / 60

  private let server: XServer
  private let timers: TimerQueue
  private let hotSpot: Vector
  /// The position of the pointer at the beginning of the drag, in device pixels of the X screen.
  private let start: Point
  private var point: Point
  /// The X window that shows the dragged picture; 0 after it was closed.
  private var window: CX11.Window = 0
  private var colormap: Colormap = 0
  private var timer: LoopTimer?

  /// Shows a picture with its hot spot at a point of the X screen, in device pixels; nil when the
  /// picture is empty or the server has no usable visual.
  init?(
    _ picture: OutgoingDrag.Picture, at point: Point, on server: XServer, timers: TimerQueue
  ) {
    guard !picture.bitmap.size.isEmpty,
      let visual = try? WindowVisual(display: server.xDisplay, screen: server.screen)
    else { return nil }
    self.server = server
    self.timers = timers
    hotSpot = picture.hotSpot - Point.zero
    start = point
    self.point = point
    makeWindow(picture.bitmap, visual)
  }

  isolated deinit { close() }

  private func makeWindow(_ bitmap: Bitmap, _ visual: WindowVisual) {
    let size = bitmap.size
    colormap = XCreateColormap(server.xDisplay, server.root, visual.visual, AllocNone)
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = 1
    attributes.border_pixel = 0
    attributes.background_pixel = 0
    attributes.colormap = colormap
    let corner = point - hotSpot
    window = XCreateWindow(
      server.xDisplay, server.root, Int32(corner.x.rounded()), Int32(corner.y.rounded()),
      UInt32(size.width), UInt32(size.height), 0, visual.depth, UInt32(InputOutput), visual.visual,
      UInt(CWOverrideRedirect | CWBorderPixel | CWBackPixel | CWColormap), &attributes)
    server.set(
      server.atoms[.netWMWindowType], of: window, type: XA_ATOM,
      longs: [server.atoms[.netWMWindowTypeDND]])
    setBackground(bitmap, visual)
    setShape(of: bitmap)
    XMapRaised(server.xDisplay, window)
  }

  /// Makes the picture the background of the window, which the server paints itself.
  private func setBackground(_ bitmap: Bitmap, _ visual: WindowVisual) {
    let size = bitmap.size
    let pixmap = XCreatePixmap(
      server.xDisplay, window, UInt32(size.width), UInt32(size.height), UInt32(visual.depth))
    let context = XCreateGC(server.xDisplay, pixmap, 0, nil)
    // Xlib only reads the memory.
    var image = visual.image(
      size: size, stride: bitmap.stride, bytes: UnsafeMutableRawPointer(mutating: bitmap.bytes))
    XPutImage(
      server.xDisplay, pixmap, context, &image, 0, 0, 0, 0, UInt32(size.width),
      UInt32(size.height))
    XSetWindowBackgroundPixmap(server.xDisplay, window, pixmap)
    if let context { XFreeGC(server.xDisplay, context) }
    XFreePixmap(server.xDisplay, pixmap)
  }

  /// Excludes the window from receiving the pointer. Without a compositor, also cuts the
  /// transparent pixels out of the window.
  private func setShape(of bitmap: Bitmap) {
    var (event, error): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(server.xDisplay, &event, &error) != 0 else { return }
    let nothing = XFixesCreateRegion(server.xDisplay, nil, 0)
    XFixesSetWindowShapeRegion(server.xDisplay, window, Self.shapeInput, 0, 0, nothing)
    XFixesDestroyRegion(server.xDisplay, nothing)
    guard XGetSelectionOwner(server.xDisplay, server.atoms.compositor) == 0 else { return }
    let size = bitmap.size
    let rowBytes = (size.width + 7) / 8
    var bits = [CChar](repeating: 0, count: rowBytes * size.height)
    for y in 0..<size.height {
      let row = bitmap.bytes + y * bitmap.stride
      for x in 0..<size.width where row.load(fromByteOffset: x * 4 + 3, as: UInt8.self) > 127 {
        bits[y * rowBytes + x / 8] |= CChar(bitPattern: 1 << UInt8(x % 8))
      }
    }
    let mask = XCreateBitmapFromData(
      server.xDisplay, window, &bits, UInt32(size.width), UInt32(size.height))
    let region = XFixesCreateRegionFromBitmap(server.xDisplay, mask)
    XFixesSetWindowShapeRegion(server.xDisplay, window, Self.shapeBounding, 0, 0, region)
    XFixesDestroyRegion(server.xDisplay, region)
    XFreePixmap(server.xDisplay, mask)
  }

  /// The kinds of window shapes: `ShapeBounding`, the area of a window that is visible, and
  /// `ShapeInput`, the area that receives the pointer.
  private static let (shapeBounding, shapeInput): (Int32, Int32) = (0, 2)

  // MARK: Motion

  /// Moves the picture to the pointer, which is at a point of the X screen in device pixels.
  func move(to point: Point) {
    guard window != 0, !server.isLost else { return }
    self.point = point
    let corner = point - hotSpot
    XMoveWindow(
      server.xDisplay, window, Int32(corner.x.rounded()), Int32(corner.y.rounded()))
    server.flush()
  }

  /// Moves the picture back to the beginning of the drag, where it disappears.
  func flyBack() {
    let (from, began) = (point, Timestamp.now)
    // The scheduled call retains this object until the flight has ended, even when nothing else
    // does.
    func advance() {
      let share = (Timestamp.now - began) / Self.flightTime
      guard share < 1, window != 0, !server.isLost else { return close() }
      // The motion is fast at first and slow at the end.
      let eased = 1 - (1 - share) * (1 - share) * (1 - share)
      move(to: from + (start - from) * eased)
      timer = timers.schedule(at: .now + Self.frameInterval) { advance() }
    }
    advance()
  }

  /// Removes the picture from the screen.
  func close() {
    timer = nil
    guard window != 0, !server.isLost else { return }
    XDestroyWindow(server.xDisplay, window)
    XFreeColormap(server.xDisplay, colormap)
    window = 0
    server.flush()
  }
}

import CX11
import Geometry
import Pixels

/// The display of a window's first picture before its first frame, directly from the decoder's
/// shared memory.
final class EarlyPicture {
  /// The pixels that the window shows before the first frame; nil when the window has no background
  /// colour or shows an early picture whose pixels this program does not have, and after the first
  /// frame.
  private(set) var contents: InitialContents?

  private let server: XServer
  private let visual: WindowVisual
  private var isSupported = false
  /// The serial number of the X request that has sent the picture; nil before that.
  private var requestSerial: UInt?

  /// Prepares the early display for a window; `background` is the window's background colour as
  /// 0xAARRGGBB, or nil.
  init(on server: XServer, visual: WindowVisual, background: UInt32?) {
    self.server = server
    self.visual = visual
    contents = background.map { InitialContents(background: $0) }
  }

  /// Handles an Expose event: the server has painted the background. A picture that was sent before
  /// may no longer be visible, for example one that was sent before the window manager has mapped
  /// the window. A window that has grown still shows the picture, but not at its place in the first
  /// frame.
  ///
  /// - Parameter serial: the serial number of the last request that the server had processed before
  ///   the event.
  func receiveExpose(serial: UInt) {
    guard let requestSerial, serial >= requestSerial else { return }
    contents?.markPicturePaintedOver()
  }

  /// Ends the early display, because the first frame was sent.
  func end() { contents = nil }

  /// Checks whether the server can read shared memory by its descriptor.
  ///
  /// - Returns: false when the server does not support MIT-SHM 1.2, as over a network, or a library
  ///   is missing.
  /// - Complexity: one round trip.
  func checkSupport() -> Bool {
    guard server.extensions.shmCompletionEvent != nil, !server.isRemote, XCBShmLibrary.shared != nil
    else {
      return false
    }
    var (major, minor, pixmaps) = (Int32(0), Int32(0), Int32(0))
    guard XShmQueryVersion(server.xDisplay, &major, &minor, &pixmaps) != 0 else { return false }
    isSupported = (major, minor) >= (1, 2)
    return isSupported
  }

  /// Shows shared pixels in the window of `buffer`, with their top left corner at `corner` in
  /// device pixels; false when the server cannot read them.
  func present(_ pixels: SharedPixels, at corner: Point, through buffer: FrameBuffer) -> Bool {
    // The X protocol has 16 bits for width and height.
    let limit = Int(Int16.max)
    guard isSupported, !pixels.size.isEmpty, pixels.stride / 4 <= limit,
      pixels.size.height <= limit,
      let number = XCBShmLibrary.shared?.attach(pixels.descriptor, to: server.xDisplay)
    else { return false }
    var isFirst = true
    // The address is a dummy that Xlib never reads: the server has the memory, and Xlib only uses
    // the geometry.
    var unread: UInt8 = 0
    var info = XShmSegmentInfo(shmseg: number, shmid: -1, shmaddr: nil, readOnly: 1)
    withUnsafeMutablePointer(to: &info) { info in
      withUnsafeMutablePointer(to: &unread) { unread in
        info.pointee.shmaddr = UnsafeMutableRawPointer(unread).assumingMemoryBound(to: CChar.self)
        var image = visual.image(
          size: pixels.size, stride: pixels.stride, bytes: UnsafeMutableRawPointer(unread))
        image.obdata = UnsafeMutableRawPointer(info).assumingMemoryBound(to: CChar.self)
        isFirst = requestSerial == nil
        requestSerial = XNextRequest(server.xDisplay)
        buffer.sendImage(
          &image, from: (0, 0), to: (Int32(corner.x), Int32(corner.y)),
          UInt32(pixels.size.width), UInt32(pixels.size.height))
        XShmDetach(server.xDisplay, info)
      }
    }
    server.flush()
    contents = isFirst ? pixels.bitmap.flatMap { contents?.adding($0, at: corner) } : nil
    return true
  }
}

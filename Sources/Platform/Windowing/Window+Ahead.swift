import CX11
public import Geometry
import Pixels

/// Early display of the first picture, directly from the decoder's shared memory.
extension Window {
  /// Checks and prepares the support for ``presentEarly(_:at:)``. Call it at startup while nothing is
  /// urgent.
  ///
  /// - Returns: False when the server does not support MIT-SHM 1.2, as over a network.
  /// - Complexity: One round trip.
  public func prepareEarlyPresent() -> Bool {
    guard isOpen, !display.isLost, display.extensions.shmCompletionEvent != nil,
      XCBSharing.shared != nil
    else { return false }
    var (major, minor, pixmaps) = (Int32(0), Int32(0), Int32(0))
    guard XShmQueryVersion(display.xDisplay, &major, &minor, &pixmaps) != 0 else { return false }
    canPresentEarly = (major, minor) >= (1, 2)
    return canPresentEarly
  }

  /// Shows `pixels` immediately: the server reads them from their memory, which saves drawing the
  /// first frame into untouched memory, half of the time that a frame takes. The first frame must
  /// follow and have the same pixels at the same position.
  ///
  /// Does nothing unless ``prepareEarlyPresent()`` returned true and no frame was presented before.
  ///
  /// - Parameter corner: The position of the top left pixel, in whole device pixels of the window.
  /// - Returns: Whether the pixels were sent.
  public func presentEarly(_ pixels: SharedPixels, at corner: Point) -> Bool {
    // The protocol has 16 bits for width and height.
    let most = Int(Int16.max)
    guard canPresentEarly, !hasPresented, isOpen, !display.isLost, !pixels.size.isEmpty,
      pixels.stride / 4 <= most, pixels.size.height <= most,
      let number = XCBSharing.shared?.attach(pixels.descriptor, to: display.xDisplay)
    else { return false }
    // A dummy address. Xlib never reads it: the server has the memory, and Xlib only uses the
    // geometry.
    var unread: UInt8 = 0
    var info = XShmSegmentInfo(shmseg: number, shmid: -1, shmaddr: nil, readOnly: 1)
    withUnsafeMutablePointer(to: &info) { info in
      withUnsafeMutablePointer(to: &unread) { unread in
        info.pointee.shmaddr = UnsafeMutableRawPointer(unread).assumingMemoryBound(to: CChar.self)
        var image = visual.image(
          size: pixels.size, stride: pixels.stride, bytes: UnsafeMutableRawPointer(unread))
        image.obdata = UnsafeMutableRawPointer(info).assumingMemoryBound(to: CChar.self)
        buffer.put(
          &image, from: (0, 0), to: (Int32(corner.x), Int32(corner.y)),
          UInt32(pixels.size.width), UInt32(pixels.size.height))
        XShmDetach(display.xDisplay, info)
      }
    }
    display.flush()
    return true
  }
}

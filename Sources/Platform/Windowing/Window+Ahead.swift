import CX11
public import Geometry
import Pixels

/// The first picture, from its own memory.
extension Window {
  /// Gets ready to put pixels ahead of the first frame: to be called while nothing is urgent.
  ///
  /// - Returns: false when the server cannot, as over a network.
  /// - Complexity: One round trip.
  public func prepareToPutAhead() -> Bool {
    guard isOpen, !display.isLost, display.extensions.shmCompletionEvent != nil,
      XCBSharing.shared != nil
    else { return false }
    var (major, minor, pixmaps) = (Int32(0), Int32(0), Int32(0))
    guard XShmQueryVersion(display.xDisplay, &major, &minor, &pixmaps) != 0 else { return false }
    canPutAhead = (major, minor) >= (1, 2)
    return canPutAhead
  }

  /// Puts `pixels` on the screen right now, the server reading them where they are: drawing the first
  /// frame takes as long as all the rest of a frame's way, in memory that was never touched. It must
  /// come next, and have the same pixels in the same place.
  ///
  /// Nothing happens unless ``prepareToPutAhead()`` said so, and no frame was made before.
  ///
  /// - Parameter corner: where their top left one goes, whole device pixels.
  /// - Returns: true when they are on their way.
  public func putAhead(_ pixels: SharedPixels, at corner: Point) -> Bool {
    // The protocol has sixteen bits for a side.
    let most = Int(Int16.max)
    guard canPutAhead, !hasPresented, isOpen, !display.isLost, !pixels.size.isEmpty,
      pixels.stride / 4 <= most, pixels.size.height <= most,
      let number = XCBSharing.shared?.attach(pixels.descriptor, to: display.xDisplay)
    else { return false }
    // Never read: the server has the memory, Xlib only its measures.
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

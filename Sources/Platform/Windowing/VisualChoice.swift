import CX11
import Pixels

/// The kind of pixels a window has.
struct VisualChoice {
  /// Xlib's visual; lives as long as the connection.
  let visual: UnsafeMutablePointer<Visual>?
  /// 32 with an alpha channel, 24 without.
  let depth: Int32

  /// True when what lies behind the window can show through.
  var isTranslucent: Bool { depth == 32 }

  /// The best the screen has: 32 bits with alpha, else 24 bits.
  init(display: OpaquePointer, screen: Int32) throws(WindowingError) {
    for depth: Int32 in [32, 24] {
      var info = XVisualInfo()
      let isFound = XMatchVisualInfo(display, screen, depth, TrueColor, &info) != 0
      if isFound, info.red_mask == 0xff0000, info.green_mask == 0xff00, info.blue_mask == 0xff {
        visual = info.visual
        self.depth = depth
        return
      }
    }
    throw .noUsableVisual
  }

  /// Xlib's view of pixels in memory; borrows the memory.
  ///
  /// MIT-SHM computes the row length from the width, so the image is as wide as its rows.
  func image(size: PixelSize, stride: Int, bytes: UnsafeMutableRawPointer) -> XImage {
    var image = XImage()
    image.width = Int32(stride / 4)
    image.height = Int32(size.height)
    image.format = ZPixmap
    image.data = bytes.assumingMemoryBound(to: CChar.self)
    image.byte_order = LSBFirst
    image.bitmap_unit = 32
    image.bitmap_bit_order = LSBFirst
    image.bitmap_pad = 32
    image.depth = depth
    image.bytes_per_line = Int32(stride)
    image.bits_per_pixel = 32
    image.red_mask = 0xff0000
    image.green_mask = 0xff00
    image.blue_mask = 0xff
    XInitImage(&image)
    return image
  }
}

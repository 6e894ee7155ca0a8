import CX11
import Pixels

/// The visual (pixel format) of a window.
struct WindowVisual {
  /// Xlib's visual, valid as long as the connection exists.
  let visual: UnsafeMutablePointer<Visual>?
  /// The depth in bits: 32 with an alpha channel, 24 without.
  let depth: Int32

  /// Whether the visual has an alpha channel, so that a compositor can blend the window.
  var isTranslucent: Bool { depth == 32 }

  /// Chooses a TrueColor visual of a screen: 32 bits with alpha if the server has one, else 24
  /// bits.
  ///
  /// - Throws: `noUsableVisual` when the server has neither.
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

  /// An XImage for pixels in memory, which is borrowed: it must exist as long as the image is used.
  ///
  /// MIT-SHM computes the row length from the width, so the width of the image is that of a whole
  /// row with its padding.
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

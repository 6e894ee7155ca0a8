public import Drawing
public import Pixels

extension Bitmap {
  /// Draws a bitmap with `body` on a transparent background.
  public static func drawn(
    _ width: Int, _ height: Int, isOpaque: Bool = false, _ body: (Canvas) -> Void
  ) -> Bitmap {
    drawn(PixelSize(width: width, height: height), isOpaque: isOpaque, body)
  }

  /// Computes a bitmap. `color` returns premultiplied 0xAARRGGBB.
  public static func computed(
    _ width: Int, _ height: Int, isOpaque: Bool = true, _ color: (_ x: Int, _ y: Int) -> UInt32
  ) -> Bitmap {
    Bitmap(size: PixelSize(width: width, height: height), isOpaque: isOpaque) { memory, stride in
      for y in 0..<height {
        for x in 0..<width {
          memory.storeBytes(of: color(x, y), toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
  }

  /// Copies opaque pixels in row order, `width` × `height` colours 0xRRGGBB.
  public static func opaque(_ width: Int, _ height: Int, _ colors: [UInt32]) -> Bitmap {
    computed(width, height) { x, y in 0xFF00_0000 | colors[y * width + x] }
  }

  /// Copies the pixels of a buffer without the row padding.
  public convenience init(copying buffer: PixelBuffer) {
    self.init(size: buffer.size, isOpaque: false) { memory, stride in
      for y in 0..<buffer.size.height {
        let row = UnsafeRawBufferPointer(
          start: buffer.bytes + y * buffer.stride, count: buffer.size.width * 4)
        UnsafeMutableRawBufferPointer(rebasing: memory[(y * stride)...]).copyMemory(from: row)
      }
    }
  }
}

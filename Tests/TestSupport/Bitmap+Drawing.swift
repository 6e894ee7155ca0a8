public import Drawing
public import Pixels

extension Bitmap {
  /// A bitmap drawn by `body` on nothing.
  public static func drawn(
    _ width: Int, _ height: Int, isOpaque: Bool = false, _ body: (Canvas) -> Void
  ) -> Bitmap {
    let size = PixelSize(width: width, height: height)
    return Bitmap(size: size, isOpaque: isOpaque) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      body(Canvas(PixelBuffer(size: size, stride: stride, bytes: bytes)))
    }
  }

  /// A bitmap whose pixels are told by `color`, as premultiplied 0xAARRGGBB.
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

  /// The part of a buffer's pixels that counts, copied.
  public convenience init(copying buffer: PixelBuffer) {
    self.init(size: buffer.size, isOpaque: false) { memory, stride in
      for y in 0..<buffer.size.height {
        let row = UnsafeRawBufferPointer(
          start: buffer.bytes + y * buffer.stride, count: buffer.size.width * 4)
        UnsafeMutableRawBufferPointer(rebasing: memory[(y * stride)...]).copyMemory(from: row)
      }
    }
  }

  /// True when both show the same, pixel for pixel.
  public func isSame(as other: Bitmap) -> Bool { firstDifference(from: other) == nil }

  /// The first pixel that differs, in reading order; the corner when the sizes do.
  public func firstDifference(from other: Bitmap) -> (x: Int, y: Int)? {
    guard size == other.size else { return (0, 0) }
    for y in 0..<size.height {
      for x in 0..<size.width where pixel(x: x, y: y) != other.pixel(x: x, y: y) {
        return (x, y)
      }
    }
    return nil
  }

  /// The largest difference of any channel of any pixel; 255 when the sizes differ.
  public func largestDifference(from other: Bitmap) -> Int {
    guard size == other.size else { return 255 }
    var largest = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let a = pixel(x: x, y: y)
        let b = other.pixel(x: x, y: y)
        guard a != b else { continue }
        for shift: UInt32 in [0, 8, 16, 24] {
          largest = max(largest, abs(Int((a >> shift) & 255) - Int((b >> shift) & 255)))
        }
      }
    }
    return largest
  }
}

import Pixels

/// A reference composition of frames: pixel by pixel, directly by the rules of the formats.
struct ReferenceCanvas {
  enum After {
    case nothing
    case clear
    case restore
  }
  let width: Int
  let height: Int
  /// The premultiplied pixels, 0xAARRGGBB.
  private(set) var pixels: [UInt32]
  private var pending: (x: Int, y: Int, width: Int, height: Int, after: After, old: [UInt32])?

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  /// Disposes of the last frame, and draws another one.
  ///
  /// - Parameter pixel: the frame's own pixel at (x, y), and whether it replaces that of the
  ///   canvas; nil where the frame has no pixel.
  mutating func show(
    x: Int, y: Int, width w: Int, height h: Int, after: After,
    pixel: (Int, Int) -> (color: UInt32, replaces: Bool)?
  ) {
    if let last = pending {
      for py in 0..<height {
        for px in 0..<width
        where (last.x..<last.x + last.width).contains(px)
          && (last.y..<last.y + last.height).contains(py)
        {
          switch last.after {
          case .nothing: break
          case .clear: pixels[py * width + px] = 0
          case .restore: pixels[py * width + px] = last.old[py * width + px]
          }
        }
      }
    }
    pending = (x, y, w, h, after, pixels)
    for fy in 0..<h {
      for fx in 0..<w where x + fx < width && y + fy < height {
        guard let new = pixel(fx, fy) else { continue }
        let index = (y + fy) * width + x + fx
        pixels[index] = new.replaces ? new.color : Self.over(new.color, pixels[index])
      }
    }
  }

  private static func over(_ top: UInt32, _ below: UInt32) -> UInt32 {
    let rest = Double(255 - top >> 24)
    return [0, 8, 16, 24].reduce(0) { sum, shift in
      let a = UInt32((Double(below >> shift & 255) * rest / 255).rounded())
      return sum | ((top >> shift & 255) + a) << shift
    }
  }
}

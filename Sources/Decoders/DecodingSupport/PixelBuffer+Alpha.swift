import Pixels

extension PixelBuffer {
  package var isOpaque: Bool {
    var all: UInt32 = 0xFF00_0000
    for y in 0..<size.height {
      let row = (bytes + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<size.width { all &= row[x] }
    }
    return all == 0xFF00_0000
  }

  /// Whether every pixel has alpha 0, whatever its colour.
  package var isFullyTransparent: Bool {
    for y in 0..<size.height {
      let row = (bytes + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<size.width where row[x] > 0xFF_FFFF { return false }
    }
    return true
  }

  /// Sets the alpha of every pixel in the rows to 255.
  package func makeOpaque(_ rows: Range<Int>) {
    for y in rows {
      let row = (bytes + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<size.width { row[x] |= 0xFF00_0000 }
    }
  }

  /// Multiplies the colours of every pixel by its alpha, in place: straight alpha becomes
  /// premultiplied.
  package func premultiply() {
    for y in 0..<size.height {
      let row = (bytes + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<size.width where row[x] < 0xFF00_0000 { row[x] = premultiplied(row[x]) }
    }
  }

  /// Limits the colours of every pixel to its alpha, which those of valid premultiplied pixels do
  /// not exceed.
  package func clampToAlpha() {
    for y in 0..<size.height {
      let row = (bytes + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<size.width where row[x] < 0xFF00_0000 {
        let (pixel, alpha) = (row[x], row[x] >> 24)
        let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
        row[x] = alpha << 24 | min(red, alpha) << 16 | min(green, alpha) << 8 | min(blue, alpha)
      }
    }
  }

  private func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    func times(_ value: UInt32) -> UInt32 { (value & 0xFF * alpha + 127) / 255 }
    return alpha << 24 | times(pixel >> 16) << 16 | times(pixel >> 8) << 8 | times(pixel)
  }
}

import TestSupport

/// Random animations, and the expected pixels of their frames.
enum AnimationSamples {
  struct Sample {
    var bytes: [UInt8]
    /// The premultiplied pixels of every frame.
    var pictures: [[UInt32]]
    var durations: [Int]
    var width: Int
    var height: Int
  }

  /// A GIF with frames that exceed the screen, transparency and interlaced rows.
  static func gif(_ dice: inout SeededRandom, frames: Int) -> Sample {
    let (width, height) = (dice.whole(1...20), dice.whole(1...20))
    let palette = colors(&dice)
    var writer = GIFWriter(width: width, height: height, palette: palette)
    var canvas = ReferenceCanvas(width: width, height: height)
    var sample = Sample(bytes: [], pictures: [], durations: [], width: width, height: height)
    for _ in 0..<frames {
      let isFull = dice.chance(0.3)
      let (w, h) = isFull ? (width, height) : (dice.whole(1...24), dice.whole(1...24))
      let most = dice.whole(0...255)
      var image = GIFWriter.Image(
        width: w, height: h,
        numbers: (0..<w * h).map { _ in UInt8(dice.whole(0...most)) })
      if !isFull { (image.x, image.y) = (dice.whole(0...22), dice.whole(0...22)) }
      image.delay = dice.whole(0...300)
      image.disposal = dice.whole(0...4)
      image.isInterlaced = dice.chance(0.3)
      image.transparent = dice.chance(0.5) ? UInt8(dice.whole(0...most)) : nil
      image.palette = dice.chance(0.3) ? colors(&dice) : nil
      writer.images.append(image)
      let own = image.palette ?? palette
      canvas.show(
        x: image.x, y: image.y, width: w, height: h,
        after: [.nothing, .nothing, .clear, .restore, .restore][image.disposal]
      ) { x, y in
        let number = image.numbers[y * w + x]
        return number == image.transparent ? nil : (0xFF00_0000 | own[Int(number)], true)
      }
      sample.pictures.append(canvas.pixels)
      sample.durations.append(image.delay * 10)
    }
    sample.bytes = writer.bytes
    return sample
  }

  /// An animated PNG, whose first frame may or may not be the picture for decoders without
  /// animation.
  static func png(
    _ dice: inout SeededRandom, frames: Int, iterationCount: Int = 0, hasOtherPicture: Bool? = nil
  ) -> Sample {
    let (width, height) = (dice.whole(1...16), dice.whole(1...16))
    let hasOtherPicture = hasOtherPicture ?? dice.chance(0.4)
    var out: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
    out += Samples.chunk(
      "IHDR", Samples.big32(width) + Samples.big32(height) + [8, 6, 0, 0, 0])
    out += Samples.chunk("acTL", Samples.big32(frames) + Samples.big32(iterationCount))
    if hasOtherPicture {
      out += Samples.chunk("IDAT", packed(straight(&dice, width * height), width, height))
    }
    var sequence = 0
    func number() -> [UInt8] {
      defer { sequence += 1 }
      return Samples.big32(sequence)
    }
    var canvas = ReferenceCanvas(width: width, height: height)
    var sample = Sample(bytes: [], pictures: [], durations: [], width: width, height: height)
    for index in 0..<frames {
      let isFirst = index == 0 && !hasOtherPicture
      let isFull = isFirst || dice.chance(0.2)
      let (w, h) = isFull ? (width, height) : (dice.whole(1...width), dice.whole(1...height))
      let (x, y) = (dice.whole(0...width - w), dice.whole(0...height - h))
      let (disposal, blend) = (dice.whole(0...2), dice.whole(0...1))
      let delay = dice.whole(0...500)
      let control = Samples.big32(w) + Samples.big32(h) + Samples.big32(x) + Samples.big32(y)
      out += Samples.chunk(
        "fcTL",
        number() + control + Samples.big16(delay) + Samples.big16(1000)
          + [UInt8(disposal), UInt8(blend)])
      let pixels = straight(&dice, w * h)
      let data = packed(pixels, w, h)
      if isFirst {
        out += Samples.chunk("IDAT", data)
      } else {
        let middle = data.count / 2
        out += Samples.chunk("fdAT", number() + data[..<middle])
        out += Samples.chunk("fdAT", number() + data[middle...])
      }
      canvas.show(
        x: x, y: y, width: w, height: h, after: [.nothing, .clear, .restore][disposal]
      ) { fx, fy in (premultiplied(pixels[fy * w + fx]), blend == 0) }
      sample.pictures.append(canvas.pixels)
      sample.durations.append(delay)
    }
    sample.bytes = out + Samples.chunk("IEND", [])
    return sample
  }

  private static func colors(_ dice: inout SeededRandom) -> [UInt32] {
    (0..<256).map { _ in UInt32(dice.whole(0...0xFFFFFF)) }
  }

  /// Random pixels as 0xAARRGGBB, many of them nearly transparent or nearly opaque.
  private static func straight(_ dice: inout SeededRandom, _ count: Int) -> [UInt32] {
    (0..<count).map { _ in
      let alpha = [0, 255, dice.whole(0...255)][dice.whole(0...2)]
      return UInt32(alpha) << 24 | UInt32(dice.whole(0...0xFFFFFF))
    }
  }

  private static func packed(_ pixels: [UInt32], _ width: Int, _ height: Int) -> [UInt8] {
    var raw: [UInt8] = []
    for y in 0..<height {
      raw.append(0)
      for pixel in pixels[y * width..<(y + 1) * width] {
        raw += [16, 8, 0, 24].map { UInt8(pixel >> $0 & 255) }
      }
    }
    return Samples.stored(raw)
  }

  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = Double(pixel >> 24)
    return [0, 8, 16].reduce(pixel & 0xFF00_0000) { sum, shift in
      sum | UInt32((Double(pixel >> shift & 255) * alpha / 255).rounded()) << shift
    }
  }

  /// Four frames of 12 × 8 pixels: squares that step to the right, each at another position of the
  /// canvas and cleared or blended over, then half-transparent blue dots on every second pixel. The
  /// animation plays three times, with durations of 40, 10, 120 and 500 ms.
  ///
  /// Made with Pillow 9: `save("a.webp", save_all=True, duration=[40, 10, 120, 500], loop=3,
  /// lossless=True, exact=True, method=4)` of frames with the pixels of ``webpPixel(_:_:_:)``.
  static let webp = """
    UklGRhQBAABXRUJQVlA4WAoAAAASAAAACwAABwAAQU5JTQYAAAAAAAAAAwBBTk1GLAAAAAAAAAAAAAMAAAMAACgAAANW\
    UDhMEwAAAC8DwAAAHxCDPBDzH5WEkkf0PwAAQU5NRjoAAAABAAAAAAADAAAEAAAKAAABVlA4TCEAAAAvAwABECcwKIMs\
    EEjxCCE8/0E+AEAgQFjR4v9KRET/A+wAQU5NRi4AAAACAAABAAADAAADAAB4AAAAVlA4TBUAAAAvA8AAAB8wUIN8CKD5\
    jwcAlDyi/wEAQU5NRjwAAAAAAAAAAAALAAAHAAD0AQACVlA4TCMAAAAvC8ABEA8QMf8DGAxFbdtAr578SnJAhyGi/wST\
    NNV2zHV4DwA=
    """

  /// The premultiplied pixel of ``webp``'s frame `k`.
  static func webpPixel(_ k: Int, _ x: Int, _ y: Int) -> UInt32 {
    if k == 3 { return (x + y) % 2 == 1 ? 0x8000_0080 : 0 }
    guard (2 * k..<2 * k + 4).contains(x), (k..<k + 4).contains(y) else { return 0 }
    return 0xFF00_0000 | 200 << 16 | UInt32(40 * k) << 8 | UInt32(16 * x)
  }
}

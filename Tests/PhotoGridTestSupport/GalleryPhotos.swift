package import Pixels
import TestSupport

/// Thumbnails made by code, of different proportions and colours.
@MainActor package enum GalleryPhotos {
  /// The number of different thumbnails, which repeat.
  private static let different = 28
  private static var made: [Int: Bitmap] = [:]

  /// The sizes of usual pictures: landscape, portrait, square, panorama, long screenshot.
  private static let sizes: [(Int, Int)] = [
    (256, 171), (171, 256), (256, 256), (256, 144), (256, 85), (192, 256), (80, 256),
  ]

  /// The thumbnail of item number `index`: a sky over a ground, and a disc, in different colours.
  package static func thumbnail(_ index: Int) -> Bitmap {
    let number = index % different
    if let bitmap = made[number] { return bitmap }
    let bitmap = make(number)
    made[number] = bitmap
    return bitmap
  }

  private static func make(_ index: Int) -> Bitmap {
    let (w, h) = sizes[index % sizes.count]
    var chance = SeededGenerator(seed: UInt64(index + 1))
    func channel(_ low: Int, _ high: Int) -> Int {
      low + Int(chance.next() % UInt64(high - low))
    }
    let sky = (channel(90, 200), channel(130, 220), channel(150, 250))
    let ground = (channel(20, 120), channel(50, 130), channel(20, 110))
    let sun = (channel(180, 255), channel(120, 240), channel(40, 160))
    let horizon = h * channel(45, 70) / 100
    let center = (x: w * channel(25, 75) / 100, y: horizon * channel(40, 90) / 100)
    let radius = min(w, h) * channel(10, 22) / 100
    return Bitmap.computed(w, h) { x, y in
      let dx = x - center.x
      let dy = y - center.y
      if dx * dx + dy * dy < radius * radius, y < horizon { return pixel(sun, 100) }
      if y < horizon { return pixel(sky, 60 + 40 * y / max(1, horizon)) }
      return pixel(ground, 100 - 45 * (y - horizon) / max(1, h - horizon))
    }
  }

  private static func pixel(_ color: (Int, Int, Int), _ percent: Int) -> UInt32 {
    func part(_ value: Int) -> UInt32 { UInt32(min(255, value * percent / 100)) }
    return 0xFF00_0000 | part(color.0) << 16 | part(color.1) << 8 | part(color.2)
  }
}

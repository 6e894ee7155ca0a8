/// A picture of 64 × 64 pixels of 16 bits with mixtures of red, green and blue, from black to white.
enum WideMixtures {
  /// The width and the height in pixels.
  static let side = 64

  /// The levels of each channel, between the points of the tables of Little CMS.
  private static let levels: [UInt8] = [
    0, 1, 3, 5, 7, 11, 13, 20, 28, 44, 84, 116, 148, 180, 220, 255,
  ]

  /// The samples of the pixels, of two equal bytes each.
  static let samples: [UInt8] = {
    var bytes: [UInt8] = []
    for red in levels {
      for green in levels {
        for blue in levels { bytes += [red, red, green, green, blue, blue] }
      }
    }
    return bytes
  }()

  /// The picture as a TIFF file with an ICC profile.
  static func tiff(_ profile: [UInt8]) -> [UInt8] {
    var writer = TIFFWriter(side, side, samples: 3, bits: 16, photometric: 2)
    writer.tags[34675] = .bytes(profile)
    return writer.bytes([samples])
  }
}

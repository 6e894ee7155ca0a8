/// A picture of 64 × 64 pixels with mixtures of red, green and blue, from black to white.
enum WideMixtures {
  /// The width and the height in pixels.
  static let side = 64

  /// The levels of each channel, between the points of the tables of Little CMS.
  private static let levels: [UInt8] = [
    0, 1, 3, 5, 7, 11, 13, 20, 28, 44, 84, 116, 148, 180, 220, 255,
  ]

  /// The samples of the pixels with 16 bits, of two equal bytes each.
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
  ///
  /// - Parameter isWide: whether the samples have 16 bits instead of eight. Default: true.
  static func tiff(_ profile: [UInt8], isWide: Bool = true) -> [UInt8] {
    var writer = TIFFWriter(side, side, samples: 3, bits: isWide ? 16 : 8, photometric: 2)
    writer.tags[34675] = .bytes(profile)
    let narrow = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    return writer.bytes([isWide ? samples : narrow])
  }
}

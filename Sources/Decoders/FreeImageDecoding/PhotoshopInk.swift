import DecodingSupport

/// An ink of a Photoshop document, which a channel prints on white paper.
struct PhotoshopInk: Equatable {
  /// The blue, green and red of the full ink on paper, from 0 to 1.
  var color: SIMD3<Float>
  /// The share of the inks below that the full ink covers, from 0 to 1; 0 for transparent ink.
  var solidity: Float = 0

  /// Cyan, magenta, yellow and black, as ideal inks.
  static let processInks = [
    PhotoshopInk(color: SIMD3(1, 1, 0)), PhotoshopInk(color: SIMD3(1, 0, 1)),
    PhotoshopInk(color: SIMD3(0, 1, 1)), PhotoshopInk(color: SIMD3(0, 0, 0)),
  ]

  /// The maximum number of channels that are printed.
  private static let maxInks = 56

  /// The inks of the channels of a multichannel document, from its DisplayInfo resource (1007 or
  /// 1077). Without such a resource, channels are cyan, magenta, yellow and black, but one or two
  /// channels are gray levels, of which the first one is shown; channels after the fourth are not
  /// shown.
  static func all(of document: PhotoshopDocument) -> [PhotoshopInk] {
    let count = document.channelCount
    let stated = (0..<min(count, maxInks)).compactMap { spotInk($0, document) }
    if stated.count == min(count, maxInks) { return stated }
    return count < 3 ? [processInks[3]] : Array(processInks.prefix(count))
  }

  /// The spot colour of a channel in the display information; nil when it states none.
  private static func spotInk(_ channel: Int, _ document: PhotoshopDocument) -> PhotoshopInk? {
    // The newer information has a version of four bytes and records of 13 bytes, the older one
    // padded records.
    let record: PictureBytes
    if let data = document.data(of: .displayInfo) {
      record = data.rest(from: 4 + 13 * channel)
    } else if let data = document.data(of: .oldDisplayInfo) {
      record = data.rest(from: 14 * channel)
    } else {
      return nil
    }
    // The kind 2 is a spot colour; others are masks.
    guard record.byte(12) == 2, let space = record.big16(0), let solidity = record.big16(10),
      let color = Self.color(inSpace: space, record)
    else { return nil }
    return PhotoshopInk(color: color, solidity: Float(min(100, solidity)) / 100)
  }

  /// The blue, green and red of a colour in RGB (0), CMYK (2) or gray (8); nil in other spaces.
  ///
  /// - Source: Adobe Photoshop File Formats Specification, Color structure: the level 0 of CMYK is
  ///   full ink, and gray is stated in 1/10 000.
  private static func color(inSpace space: Int, _ record: PictureBytes) -> SIMD3<Float>? {
    func share(_ component: Int, of most: Float) -> Float {
      min(1, Float(record.big16(2 + 2 * component) ?? 0) / most)
    }
    switch space {
    case 0: return SIMD3(share(2, of: 65535), share(1, of: 65535), share(0, of: 65535))
    case 2:
      let light = share(3, of: 65535)
      return SIMD3(share(2, of: 65535), share(1, of: 65535), share(0, of: 65535)) * light
    case 8: return SIMD3(repeating: share(0, of: 10000))
    default: return nil
    }
  }

  /// Applies the ink to a row of BGRA samples.
  ///
  /// - Parameter levels: the amounts of the ink: the highest level stands for no ink, 0 for the
  ///   full ink.
  func apply(
    _ levels: UnsafePointer<UInt16>, to row: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let cover = color * solidity
    let filter = color * (1 - solidity)
    for x in 0..<count where levels[x] < .max {
      let amount = Float(UInt16.max - levels[x]) / 65535
      let pixel = row + 4 * x
      for channel in 0..<3 {
        let below = Float(pixel[channel]) / 65535
        let printed = cover[channel] + filter[channel] * below
        let mixed = below + (printed - below) * amount
        pixel[channel] = UInt16((min(1, max(0, mixed)) * 65535).rounded())
      }
    }
  }
}

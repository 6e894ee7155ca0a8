/// A small uncompressed TIFF file that embeds a colour profile.
struct TaggedPicture {
  /// The colour model of the pixels.
  enum Samples: Int, CaseIterable {
    case gray = 1
    case rgb = 3
    case inks = 4

    /// The value of the tag PhotometricInterpretation.
    ///
    /// - Source: TIFF 6.0, tag 262.
    fileprivate var interpretation: Int {
      switch self {
      case .gray: 1
      case .rgb: 2
      case .inks: 5
      }
    }
  }
  private static let (width, height) = (4, 4)

  /// The bytes of the file.
  let bytes: [UInt8]

  /// Makes a picture with many different samples.
  ///
  /// - Parameter profile: the embedded ICC profile; nil for a file without one.
  init(_ samples: Samples, profile: [UInt8]? = nil) {
    let pixels = (0..<Self.width * Self.height * samples.rawValue).map { UInt8($0 * 73 & 0xFF) }
    let (short, long, undefined) = (3, 4, 7)
    var entries = [
      (256, short, 1, Self.width), (257, short, 1, Self.height), (258, short, 1, 8),
      (259, short, 1, 1), (262, short, 1, samples.interpretation), (273, long, 1, 0),
      (277, short, 1, samples.rawValue), (278, short, 1, Self.height),
      (279, long, 1, pixels.count),
    ]
    if let profile { entries.append((34_675, undefined, profile.count, 0)) }
    let end = 8 + 2 + entries.count * 12 + 4
    var file: [UInt8] = [0x49, 0x49, 42, 0] + Self.little(8, 4) + Self.little(entries.count, 2)
    for (tag, kind, count, value) in entries {
      let place = tag == 273 ? end : tag == 34_675 ? end + pixels.count : value
      // A value of up to four bytes is stored in the entry, in place of its offset.
      let inside = tag == 34_675 && count <= 4 ? (profile ?? []) : nil
      let padded = inside.map { $0 + Array(repeating: 0, count: 4 - $0.count) }
      file += Self.little(tag, 2) + Self.little(kind, 2) + Self.little(count, 4)
      file += padded ?? Self.little(place, 4)
    }
    bytes = file + Self.little(0, 4) + pixels + (profile ?? [])
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

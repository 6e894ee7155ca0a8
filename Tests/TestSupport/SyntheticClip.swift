/// Synthetic clips: QuickTime files of uncompressed frames, which every player reads.
///
/// - Source: QuickTime File Format; only the required atoms.
public enum SyntheticClip {
  /// A clip in which each frame has one colour, 0xRRGGBB.
  ///
  /// - Parameters:
  ///   - rate: The frame rate in frames per second.
  ///   - degrees: The clockwise rotation in the track matrix: 0, 90, 180 or 270.
  ///   - hasSound: Whether the clip has a silent sound track of the same duration.
  public static func movie(
    width: Int, height: Int, rate: Int, colors: [UInt32], turned degrees: Int = 0,
    hasSound: Bool = false
  ) -> [UInt8] {
    movie(
      width: width, height: height, rate: rate, count: colors.count, turned: degrees,
      hasSound: hasSound
    ) { frame, _, _ in colors[frame] }
  }

  /// A clip whose pixels are computed by `color`, 0xRRGGBB. The width must be even.
  public static func movie(
    width: Int, height: Int, rate: Int, count: Int, turned degrees: Int = 0,
    hasSound: Bool = false,
    color: (_ frame: Int, _ x: Int, _ y: Int) -> UInt32
  ) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 3 * count)
    for frame in 0..<count {
      for y in 0..<height {
        for x in 0..<width {
          let color = color(frame, x, y)
          pixels += [UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF)]
        }
      }
    }
    let type = atom("ftyp", Array("qt  ".utf8) + word(0) + Array("qt  ".utf8))
    let frameBytes = width * height * 3
    let seconds = max(1, count / max(1, rate))
    func movie(dataAt start: Int) -> [UInt8] {
      let times = word(UInt32(rate)) + word(UInt32(count))
      let header = atom(
        "mvhd",
        word(0) + word(0) + word(0) + times + word(0x10000) + half(0x100) + zeros(10) + matrix(0)
          + zeros(24) + word(2))
      let trackHeader = atom(
        "tkhd",
        word(0xF) + word(0) + word(0) + word(1) + word(0) + word(UInt32(count)) + zeros(8)
          + zeros(8) + matrix(degrees) + word(UInt32(width) << 16) + word(UInt32(height) << 16))
      let mediaHeader = atom("mdhd", word(0) + word(0) + word(0) + times + word(0))
      let handler = atom(
        "hdlr", word(0) + Array("mhlrvide".utf8) + zeros(12) + [0])
      let description = atom(
        "stsd",
        word(0) + word(1)
          + atom(
            "raw ",
            zeros(6) + half(1) + zeros(16) + half(UInt16(width)) + half(UInt16(height))
              + word(0x48_0000) + word(0x48_0000) + word(0) + half(1) + zeros(32) + half(24)
              + half(0xFFFF)))
      let offsets = (0..<count).flatMap { word(UInt32(start + $0 * frameBytes)) }
      let table = atom(
        "stbl",
        description + atom("stts", word(0) + word(1) + word(UInt32(count)) + word(1))
          + atom("stsc", word(0) + word(1) + word(1) + word(1) + word(1))
          + atom("stsz", word(0) + word(UInt32(frameBytes)) + word(UInt32(count)))
          + atom("stco", word(0) + word(UInt32(count)) + offsets))
      let reference = atom(
        "dinf", atom("dref", word(0) + word(1) + atom("url ", word(1))))
      let information = atom(
        "minf", atom("vmhd", word(1) + zeros(8)) + reference + table)
      let media = atom("mdia", mediaHeader + handler + information)
      let pictures = atom("trak", trackHeader + media)
      let sound = hasSound ? soundTrack(seconds, dataAt: start + pixels.count) : []
      return atom("moov", header + pictures + sound)
    }
    // The chunk offsets depend on the length of the `moov` atom, which is therefore built twice.
    let start = type.count + movie(dataAt: 0).count + 8
    let silence = zeros(hasSound ? seconds * sampleRate * 2 : 0)
    return type + movie(dataAt: start) + atom("mdat", pixels + silence)
  }

  private static let sampleRate = 8000

  /// A track of 16-bit mono samples in one chunk.
  private static func soundTrack(_ seconds: Int, dataAt start: Int) -> [UInt8] {
    let rate = UInt32(sampleRate)
    let count = UInt32(seconds * sampleRate)
    let header = atom(
      "tkhd",
      word(0xF) + word(0) + word(0) + word(2) + word(0) + word(UInt32(seconds)) + zeros(8)
        + zeros(4) + half(0x100) + zeros(2) + matrix(0) + word(0) + word(0))
    let mediaHeader = atom("mdhd", word(0) + word(0) + word(0) + word(rate) + word(count) + word(0))
    let handler = atom("hdlr", word(0) + Array("mhlrsoun".utf8) + zeros(12) + [0])
    let description = atom(
      "stsd",
      word(0) + word(1)
        + atom(
          "twos", zeros(6) + half(1) + zeros(8) + half(1) + half(16) + zeros(4) + word(rate << 16)))
    let table = atom(
      "stbl",
      description + atom("stts", word(0) + word(1) + word(count) + word(1))
        + atom("stsc", word(0) + word(1) + word(1) + word(count) + word(1))
        + atom("stsz", word(0) + word(2) + word(count))
        + atom("stco", word(0) + word(1) + word(UInt32(start))))
    let reference = atom("dinf", atom("dref", word(0) + word(1) + atom("url ", word(1))))
    let information = atom("minf", atom("smhd", word(0) + word(0)) + reference + table)
    return atom("trak", header + atom("mdia", mediaHeader + handler + information))
  }

  private static func atom(_ name: String, _ body: [UInt8]) -> [UInt8] {
    word(UInt32(body.count + 8)) + Array(name.utf8) + body
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func half(_ value: UInt16) -> [UInt8] {
    [UInt8(value >> 8), UInt8(value & 0xFF)]
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// A transformation matrix in row order: the third number of each row in 2.30 fixed point, the
  /// others in 16.16.
  private static func matrix(_ degrees: Int) -> [UInt8] {
    let one: UInt32 = 0x10000
    let minus = UInt32(bitPattern: -0x10000)
    let turn: (UInt32, UInt32, UInt32, UInt32) =
      switch degrees {
      case 90: (0, one, minus, 0)
      case 180: (minus, 0, 0, minus)
      case 270: (0, minus, one, 0)
      default: (one, 0, 0, one)
      }
    return word(turn.0) + word(turn.1) + word(0) + word(turn.2) + word(turn.3) + word(0) + word(0)
      + word(0) + word(0x4000_0000)
  }
}

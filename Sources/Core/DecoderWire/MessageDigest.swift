/// An MD5 digest (RFC 1321), from which file names of the thumbnail cache shared by desktop
/// programs are derived. The digest is not used for security.
public struct MessageDigest: Hashable, Sendable {
  /// The first eight bytes of the digest, as a little-endian word.
  public let low: UInt64
  /// The last eight bytes of the digest, as a little-endian word.
  public let high: UInt64

  /// Makes a digest from its two little-endian words.
  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Makes the MD5 digest of `message`.
  ///
  /// - Complexity: O(bytes).
  public init(of message: some Sequence<UInt8>) {
    var bytes = Array(message)
    let bits = UInt64(bytes.count) &* 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    var state = SIMD4<UInt32>(0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
    for start in stride(from: 0, to: bytes.count, by: 64) {
      state &+= Self.mixed(state, bytes[start..<start + 64])
    }
    low = UInt64(state[0]) | UInt64(state[1]) << 32
    high = UInt64(state[2]) | UInt64(state[3]) << 32
  }

  /// The digest as 32 lower-case hexadecimal digits.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for word in [low, high] {
      for shift in stride(from: 0, to: 64, by: 8) {
        let byte = Int(truncatingIfNeeded: word >> UInt64(shift)) & 0xFF
        text += [digits[byte >> 4], digits[byte & 15]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let shiftAmounts: [UInt32] =
    [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    .flatMap { four in (0..<16).map { four[$0 % 4] } }

  /// The table T of RFC 1321: the integer part of 2³² · |sin(i + 1)|.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
    0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
    0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
    0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
    0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
    0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
    0xeb86_d391,
  ]

  private static func mixed(_ state: SIMD4<UInt32>, _ block: ArraySlice<UInt8>) -> SIMD4<UInt32> {
    var words = [UInt32](repeating: 0, count: 16)
    for (i, byte) in block.enumerated() { words[i / 4] |= UInt32(byte) << UInt32(i % 4 * 8) }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for i in 0..<64 {
      let (f, word) =
        switch i / 16 {
        case 0: (b & c | ~b & d, i)
        case 1: (d & b | ~d & c, (5 * i + 1) % 16)
        case 2: (b ^ c ^ d, (3 * i + 5) % 16)
        default: (c ^ (b | ~d), 7 * i % 16)
        }
      let sum = a &+ f &+ sines[i] &+ words[word]
      (a, d, c) = (d, c, b)
      b = b &+ (sum << shiftAmounts[i] | sum >> (32 - shiftAmounts[i]))
    }
    return SIMD4(a, b, c, d)
  }
}

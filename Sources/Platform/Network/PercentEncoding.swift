/// The percent-encoding of URLs.
///
/// - Source: RFC 3986, section 2.1.
nonisolated package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// The bytes as text in which every byte is percent-encoded for which `isKept` is false.
  package static func encoded(
    _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool
  ) -> String {
    var out: [UInt8] = []
    for byte in bytes {
      if isKept(byte) {
        out.append(byte)
      } else {
        out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Whether a byte is an unreserved character of URLs: a letter, a digit or one of `-._~`.
  ///
  /// - Source: RFC 3986, section 2.3.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(byte)
    }
  }

  /// The bytes with their percent-encoding decoded. A `%` that is not followed by two hexadecimal
  /// digits stays as it is.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == UInt8(ascii: "%"), i + 2 < bytes.count, let high = digit(bytes[i + 1]),
        let low = digit(bytes[i + 2])
      {
        out.append(high << 4 | low)
        i += 3
      } else {
        out.append(bytes[i])
        i += 1
      }
    }
    return out
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}

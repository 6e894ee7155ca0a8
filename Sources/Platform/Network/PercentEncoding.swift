/// The percent-encoding of addresses.
///
/// - Source: RFC 3986, section 2.1.
nonisolated package enum PercentEncoding {
  /// The bytes with every `%` and two hexadecimal digits replaced by the byte that they stand for.
  /// A `%` without two digits stays as it is.
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

/// The percent-encoding of URLs, D-Bus addresses and recordings.
///
/// - Source: RFC 3986, section 2.1.
package enum PercentEncoding {
  private static let percentSign = UInt8(ascii: "%")

  // MARK: Encoding

  /// Appends the escape of a byte: `%` and two digits.
  ///
  /// - Parameter digits: the hexadecimal digits by their values. Default: in upper case.
  package static func appendEscape(
    of byte: UInt8, to out: inout [UInt8], digits: [UInt8] = HexDigits.upper
  ) {
    out += [percentSign, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// The bytes as text in which every byte is percent-encoded for which `isKept` is false.
  package static func encoded(
    _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool
  ) -> String {
    var out: [UInt8] = []
    for byte in bytes {
      if isKept(byte) { out.append(byte) } else { appendEscape(of: byte, to: &out) }
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

  // MARK: Decoding

  /// The byte of an escape, from the two characters after its `%`; nil unless both are hexadecimal
  /// digits.
  package static func byte(_ high: UInt8?, _ low: UInt8?) -> UInt8? {
    guard let high = high.flatMap(HexDigits.value), let low = low.flatMap(HexDigits.value) else {
      return nil
    }
    return high << 4 | low
  }

  /// The bytes with their percent-encoding decoded. A `%` that is not followed by two hexadecimal
  /// digits stays as it is.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == percentSign, i + 2 < bytes.count, let value = byte(bytes[i + 1], bytes[i + 2])
      {
        out.append(value)
        i += 3
      } else {
        out.append(bytes[i])
        i += 1
      }
    }
    return out
  }

  /// The bytes with their percent-encoding decoded; nil when a `%` is not followed by two
  /// hexadecimal digits.
  package static func strictlyDecoded(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = bytes.makeIterator()
    while let next = rest.next() {
      guard next == percentSign else {
        out.append(next)
        continue
      }
      let (high, low) = (rest.next(), rest.next())
      guard let value = byte(high, low) else { return nil }
      out.append(value)
    }
    return out
  }
}

/// The hexadecimal digits in ASCII.
package enum HexDigits {
  /// The digits by their values, with letters in upper case.
  package static let upper = Array("0123456789ABCDEF".utf8)
  /// The digits by their values, with letters in lower case.
  package static let lower = Array("0123456789abcdef".utf8)

  /// The value of a digit with letters in either case; nil for any other character.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// A value in a D-Bus message.
///
/// - Source: D-Bus specification, "Type system".
package indirect enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case flag(Bool)
  case int16(Int16)
  case int(Int32)
  case uint(UInt32)
  case long(Int64)
  case ulong(UInt64)
  case double(Double)
  case text(String)
  case path(String)
  case signature(String)
  /// An array with the D-Bus signature of its elements.
  case array(of: String, [BusValue])
  case tuple([BusValue])
  /// A key and its value in a dictionary, which is an array of such entries.
  case dictEntry(key: BusValue, value: BusValue)
  case variant(BusValue)

  /// The type of the value as a D-Bus signature.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .flag: "b"
    case .int16: "n"
    case .int: "i"
    case .uint: "u"
    case .long: "x"
    case .ulong: "t"
    case .double: "d"
    case .text: "s"
    case .path: "o"
    case .signature: "g"
    case .array(let element, _): "a" + element
    case .tuple(let members): "(" + members.map(\.signature).joined() + ")"
    case .dictEntry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }

  /// The string of a text, an object path or a signature; nil for any other value.
  package var string: String? {
    switch self {
    case .text(let text), .path(let text), .signature(let text): text
    default: nil
    }
  }

  /// The number of a 32-bit integer, signed or not; nil for any other value.
  package var integer: Int? {
    switch self {
    case .int(let number): Int(number)
    case .uint(let number): Int(number)
    default: nil
    }
  }

  /// The value without the variants around it.
  package var unwrapped: BusValue {
    if case .variant(let value) = self { value.unwrapped } else { self }
  }
}

/// Functions on the types in a D-Bus signature.
enum BusType {
  /// The signature split into complete types; nil when it is malformed or nested too deeply.
  static func completeTypes(in signature: [UInt8]) -> [[UInt8]]? {
    var types: [[UInt8]] = []
    var position = 0
    while position < signature.count {
      guard let end = endOfType(in: signature, from: position, depth: 0) else { return nil }
      types.append(Array(signature[position..<end]))
      position = end
    }
    return types
  }

  /// The maximum nesting depth of arrays and structures together: by the D-Bus specification, 32 of
  /// each.
  static let maxDepth = 64

  private static func endOfType(in signature: [UInt8], from start: Int, depth: Int) -> Int? {
    guard start < signature.count, depth < maxDepth else { return nil }
    switch signature[start] {
    case UInt8(ascii: "a"):
      let next = start + 1
      guard next < signature.count, signature[next] == UInt8(ascii: "{") else {
        return endOfType(in: signature, from: next, depth: depth + 1)
      }
      guard let key = endOfType(in: signature, from: next + 1, depth: depth + 1), key == next + 2,
        let value = endOfType(in: signature, from: key, depth: depth + 1), value < signature.count,
        signature[value] == UInt8(ascii: "}")
      else { return nil }
      return value + 1
    case UInt8(ascii: "("):
      var position = start + 1
      while position < signature.count, signature[position] != UInt8(ascii: ")") {
        guard let next = endOfType(in: signature, from: position, depth: depth + 1) else {
          return nil
        }
        position = next
      }
      return position < signature.count && position > start + 1 ? position + 1 : nil
    case let letter: return basicTypes.contains(letter) ? start + 1 : nil
    }
  }

  private static let basicTypes = Set("ybnqiuxtdhsogv".utf8)

  /// The alignment, in bytes, of the D-Bus type that begins with `letter`.
  static func alignment(of letter: UInt8) -> Int {
    switch letter {
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "h"),
      UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "a"):
      4
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("),
      UInt8(ascii: "{"):
      8
    default: 1
    }
  }
}

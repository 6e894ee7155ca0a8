/// A value in a JSON text.
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number, always finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// An object with its members by name; of several members with the same name, only the last one.
  case object([String: JSONValue])

  /// The value of the member `name` of an object; nil for other values, and for an object without
  /// such a member.
  package subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text of a JSON string; nil for other values.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements of a JSON array; any other value is the only element.
  package var elements: [JSONValue] { if case .array(let all) = self { all } else { [self] } }

  /// The whole number of a JSON value, from 1 to 2³¹ − 1, also when given as a string of digits;
  /// nil for other values.
  package var positiveInteger: Int? {
    switch self {
    case .number(let number):
      return Int(exactly: number).flatMap { Self.extents.contains($0) ? $0 : nil }
    case .string(let text):
      return text.utf8.count <= 10 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        ? Int(text).flatMap { Self.extents.contains($0) ? $0 : nil } : nil
    default: return nil
    }
  }

  private static let extents = 1...Int(Int32.max)
}

/// A strict reader of JSON texts from outside, with limits.
///
/// - Source: RFC 8259. A byte order mark is skipped (section 8.1); unpaired surrogates, numbers
///   beyond the range of `Double`, and anything after the value are errors.
package struct JSONReader {
  /// The limits on a JSON text.
  package struct Limits: Sendable {
    /// The maximum length of a JSON text in bytes. Default: 4 MiB.
    package var maxBytes = 4 << 20
    /// The maximum depth of nested arrays and objects. Default: 32.
    package var maxDepth = 32
    /// The maximum number of values, nested ones included. Default: 400 000.
    package var maxValues = 400_000

    package init() {}
  }

  /// The reason why a JSON text is refused.
  package enum Failure: Error, Hashable, Sendable {
    /// The JSON text exceeds a limit.
    case tooLarge
    /// The text is not well-formed JSON; the value is the offset of the offending byte.
    case syntax(at: Int)
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private let limits: Limits
  private var valueCount = 0

  private init(_ bytes: ArraySlice<UInt8>, _ limits: Limits) {
    self.bytes = bytes
    self.limits = limits
    index = bytes.startIndex
  }

  /// Reads the one value that a JSON text consists of.
  ///
  /// - Throws: ``Failure`` when the text is not well-formed or exceeds `limits`.
  /// - Complexity: O(bytes).
  package static func read(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(Failure) -> JSONValue {
    guard bytes.count <= limits.maxBytes else { throw .tooLarge }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var reader = JSONReader(bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...], limits)
    reader.skipSpace()
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.index == bytes.count else { throw .syntax(at: reader.index) }
    return value
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    valueCount += 1
    guard valueCount <= limits.maxValues else { throw .tooLarge }
    switch peek {
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try literal("true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try literal("false")
      return .boolean(false)
    case UInt8(ascii: "n"):
      try literal("null")
      return .null
    default: return .number(try number())
    }
  }

  private mutating func object(depth: Int) throws(Failure) -> [String: JSONValue] {
    guard depth < limits.maxDepth else { throw .tooLarge }
    index += 1
    var members: [String: JSONValue] = [:]
    skipSpace()
    if consume("}") { return members }
    while true {
      guard peek == UInt8(ascii: "\"") else { throw .syntax(at: index) }
      let name = try string()
      skipSpace()
      guard consume(":") else { throw .syntax(at: index) }
      skipSpace()
      members[name] = try value(depth: depth + 1)
      skipSpace()
      if consume("}") { return members }
      guard consume(",") else { throw .syntax(at: index) }
      skipSpace()
    }
  }

  private mutating func array(depth: Int) throws(Failure) -> [JSONValue] {
    guard depth < limits.maxDepth else { throw .tooLarge }
    index += 1
    var elements: [JSONValue] = []
    skipSpace()
    if consume("]") { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if consume("]") { return elements }
      guard consume(",") else { throw .syntax(at: index) }
      skipSpace()
    }
  }

  private mutating func number() throws(Failure) -> Double {
    let start = index
    _ = consume("-")
    if !consume("0") { try digits() }
    if consume(".") { try digits() }
    if consume("e") || consume("E") {
      if !consume("+") { _ = consume("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { throw .syntax(at: start) }
    return number
  }

  private mutating func digits() throws(Failure) {
    let start = index
    while let byte = peek, 0x30...0x39 ~= byte { index += 1 }
    guard index > start else { throw .syntax(at: index) }
  }

  // MARK: Strings

  private mutating func string() throws(Failure) -> String {
    let start = index
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw .syntax(at: start) }
        return string
      case UInt8(ascii: "\\"):
        index += 1
        text += try escape()
      case 0..<0x20: throw .syntax(at: index)
      default:
        text.append(byte)
        index += 1
      }
    }
    throw .syntax(at: index)
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    guard let byte = peek else { throw .syntax(at: index) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      var code = try codeUnit()
      if 0xD800..<0xDC00 ~= code {
        guard consume("\\"), consume("u") else { throw .syntax(at: index) }
        let low = try codeUnit()
        guard 0xDC00..<0xE000 ~= low else { throw .syntax(at: index) }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw .syntax(at: index) }
      return Array(String(Character(scalar)).utf8)
    default: throw .syntax(at: index - 1)
    }
  }

  private mutating func codeUnit() throws(Failure) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw .syntax(at: index)
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }

  // MARK: Bytes

  private var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func literal(_ literal: String) throws(Failure) {
    guard bytes[index...].starts(with: literal.utf8) else { throw .syntax(at: index) }
    index += literal.utf8.count
  }
}

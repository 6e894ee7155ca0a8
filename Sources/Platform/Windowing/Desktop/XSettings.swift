/// The settings that the desktop publishes through the XSETTINGS manager.
///
/// - Source: XSETTINGS 0.5: byte order, serial, count, then entries padded to four bytes.
nonisolated struct XSettings: Hashable, Sendable {
  /// The value of one setting. Settings of the type colour are not read.
  enum Value: Hashable, Sendable {
    /// An integer; the setting's definition gives its unit.
    case integer(Int32)
    case string(String)
  }

  private var values: [String: Value] = [:]

  /// Makes a value without settings.
  init() {}

  /// Parses the bytes of the property `_XSETTINGS_SETTINGS`. A malformed entry and those after it
  /// are dropped.
  init(bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let order = reader.byte(), order <= 1 else { return }
    reader.isBigEndian = order == 1
    reader.skip(3 + 4)
    guard let count = reader.number32() else { return }
    for _ in 0..<count {
      guard let entry = Self.entry(&reader) else { return }
      if let value = entry.value { values[entry.name] = value }
    }
  }

  /// The integer setting with a name; nil when it is not set or not an integer.
  func integer(_ name: String) -> Int? {
    guard case .integer(let n)? = values[name] else { return nil }
    return Int(n)
  }

  /// The string setting with a name; nil when it is not set or not a string.
  func string(_ name: String) -> String? {
    guard case .string(let s)? = values[name] else { return nil }
    return s
  }

  private static func entry(_ reader: inout Reader) -> (name: String, value: Value?)? {
    guard let kind = reader.byte() else { return nil }
    reader.skip(1)
    guard let nameLength = reader.number16(), let name = reader.text(Int(nameLength)) else {
      return nil
    }
    reader.skip(4)
    switch kind {
    case 0:
      guard let n = reader.number32() else { return nil }
      return (name, .integer(Int32(bitPattern: n)))
    case 1:
      guard let length = reader.number32(), let text = reader.text(Int(length)) else { return nil }
      return (name, .string(text))
    case 2:
      reader.skip(8)
      return (name, nil)
    default:
      return nil
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0
    var isBigEndian = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) { position += count }

    mutating func byte() -> UInt8? {
      guard position < bytes.count else { return nil }
      defer { position += 1 }
      return bytes[position]
    }

    mutating func number(_ width: Int) -> UInt32? {
      guard position + width <= bytes.count else { return nil }
      let part = bytes[position..<position + width]
      position += width
      let ordered = isBigEndian ? Array(part) : part.reversed()
      return ordered.reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func number16() -> UInt32? { number(2) }
    mutating func number32() -> UInt32? { number(4) }

    /// The string of `length` bytes at the current position, which moves behind its padding to a
    /// multiple of four bytes; nil at the end of the bytes.
    mutating func text(_ length: Int) -> String? {
      guard position + length <= bytes.count else { return nil }
      defer { position += (length + 3) & ~3 }
      return String(decoding: bytes[position..<position + length], as: UTF8.self)
    }
  }
}

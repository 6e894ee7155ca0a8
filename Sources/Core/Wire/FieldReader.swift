/// The decoder of the fields of a message between processes. The bytes are not trusted: every
/// length, range and flag is checked.
package struct FieldReader {
  private let bytes: [UInt8]
  private let format: MessageFormat
  private var position = 0

  /// Begins to read a message.
  ///
  /// - Throws: ``WireError`` when the length, the magic number or the version is wrong.
  package init(_ bytes: [UInt8], _ format: MessageFormat) throws(WireError) {
    self.bytes = bytes
    self.format = format
    guard bytes.count <= format.maxMessageBytes else { throw .wrongLength }
    guard try integer(UInt32.self) == format.magic else { throw .wrongMagic }
    let version = try integer(UInt16.self)
    guard version == format.version else { throw .wrongVersion(version) }
  }

  /// Ends the reading of a message.
  ///
  /// - Throws: ``WireError/wrongLength`` when bytes follow the last field.
  package func finish() throws(WireError) {
    guard position == bytes.count else { throw .wrongLength }
  }

  @inlinable
  package mutating func integer<T: FixedWidthInteger>(_: T.Type) throws(WireError) -> T {
    T(truncatingIfNeeded: try word(bytes: T.bitWidth / 8))
  }

  @usableFromInline
  package mutating func word(bytes count: Int) throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    for (index, byte) in try readBytes(count).enumerated() {
      value |= UInt64(byte) << UInt64(8 * index)
    }
    return value
  }

  /// Reads a case of an enumeration by its raw value.
  ///
  /// - Throws: ``WireError/badField(_:)`` with the name `field` for any other value.
  @inlinable
  package mutating func value<T: RawRepresentable>(
    _: T.Type, _ field: String
  ) throws(WireError) -> T where T.RawValue: FixedWidthInteger {
    guard let value = T(rawValue: try integer(T.RawValue.self)) else { throw .badField(field) }
    return value
  }

  package mutating func flag(_ field: String) throws(WireError) -> Bool {
    switch try integer(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw .badField(field)
    }
  }

  /// Reads a number of 64 bits, which must fit into a non-negative `Int`.
  package mutating func count(_ field: String) throws(WireError) -> Int {
    guard let value = Int(exactly: try integer(UInt64.self)) else { throw .badField(field) }
    return value
  }

  /// Reads a width or height in pixels, from 0 to the maximum of the format.
  package mutating func extent(_ field: String) throws(WireError) -> Int {
    let value = Int(try integer(UInt32.self))
    guard value <= format.maxExtent else { throw .badField(field) }
    return value
  }

  /// Reads a text, which must have at most `limit` bytes. Invalid UTF-8 is replaced by U+FFFD.
  package mutating func text(maxBytes limit: Int, _ field: String) throws(WireError) -> String {
    let length = Int(try integer(UInt16.self))
    guard length <= limit else { throw .badField(field) }
    return String(decoding: try readBytes(length), as: UTF8.self)
  }

  /// Reads a byte string, which must have at most `limit` bytes.
  package mutating func bytes(maxBytes limit: Int, _ field: String) throws(WireError) -> [UInt8] {
    let length = Int(try integer(UInt16.self))
    guard length <= limit else { throw .badField(field) }
    return Array(try readBytes(length))
  }

  /// Reads a text that will be shown in a sentence or on a terminal, without characters that could
  /// do harm there; see ``TextSanitiser``.
  package mutating func sentence(_ field: String) throws(WireError) -> String {
    TextSanitiser.sanitised(try text(maxBytes: format.maxTextBytes, field))
  }

  private mutating func readBytes(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard bytes.count - position >= count else { throw .wrongLength }
    defer { position += count }
    return bytes[position..<position + count]
  }
}

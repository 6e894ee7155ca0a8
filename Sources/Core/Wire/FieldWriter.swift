/// The encoder of the fields of a message between processes. Values that exceed their limits are
/// truncated or clamped, so that writing never fails.
package struct FieldWriter {
  /// The bytes of the message written so far.
  package private(set) var bytes: [UInt8] = []
  private let format: MessageFormat

  /// Begins a message with the magic number and the version of its format.
  package init(_ format: MessageFormat) {
    self.format = format
    bytes.reserveCapacity(512)
    write(format.magic)
    write(format.version)
  }

  @inlinable
  package mutating func write<T: FixedWidthInteger>(_ value: T) {
    append(UInt64(truncatingIfNeeded: value), bytes: T.bitWidth / 8)
  }

  @inlinable
  package mutating func write<T: RawRepresentable>(_ value: T) where T.RawValue: FixedWidthInteger {
    write(value.rawValue)
  }

  @usableFromInline
  package mutating func append(_ word: UInt64, bytes count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * index))) }
  }

  package mutating func write(_ flag: Bool) { write(flag ? UInt8(1) : 0) }

  /// Writes a number in 64 bits; a negative one becomes 0.
  package mutating func write(count: Int) { write(UInt64(max(0, count))) }

  /// Writes a width or height in pixels, clamped to the range of the format.
  package mutating func write(extent: Int) { write(UInt32(min(max(0, extent), format.maxExtent))) }

  /// Writes a text, cut to the maximum length of texts in the format.
  package mutating func write(text: String) { write(text: text, maxBytes: format.maxTextBytes) }

  /// Writes the beginning of a text: at most `limit` bytes, cut between Unicode scalars.
  package mutating func write(text: String, maxBytes limit: Int) {
    let all = Array(text.utf8)
    var end = min(all.count, limit)
    while end > 0, end < all.count, Self.isContinuation(all[end]) { end -= 1 }
    write(all[..<end])
  }

  /// Writes the end of a text: at most `limit` bytes, cut between Unicode scalars.
  package mutating func write(endOf text: String, maxBytes limit: Int) {
    let all = Array(text.utf8)
    var start = max(0, all.count - limit)
    while start > 0, start < all.count, Self.isContinuation(all[start]) { start += 1 }
    write(all[start...])
  }

  /// Writes the first bytes of a byte string, at most `limit` of them.
  package mutating func write(bytes: [UInt8], maxBytes limit: Int) {
    write(bytes.prefix(limit))
  }

  // The bytes 0b10xxxxxx are the continuation bytes of UTF-8, before which a text is not cut.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private mutating func write(_ utf8: ArraySlice<UInt8>) {
    write(UInt16(utf8.count))
    bytes += utf8
  }
}

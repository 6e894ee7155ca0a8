/// A bit reader over the entropy-coded data of a scan, which skips the stuffed zero bytes.
struct JPEGBitReader {
  /// Offset of the first byte that is not yet in `buffer`.
  var nextOffset: Int
  /// The buffered bits, of which the most significant bit is read next; zeros after the end of the
  /// data.
  private(set) var buffer: UInt64 = 0
  /// Number of buffered bits; negative when more were consumed than exist.
  private(set) var bufferedBits = 0

  init(at offset: Int) { nextOffset = offset }

  /// Whether bits beyond the end of the data were consumed.
  var isPastEnd: Bool { bufferedBits < 0 }

  /// Consumes `bits` bits.
  @inline(__always)
  mutating func drop(_ bits: Int) {
    buffer &<<= UInt64(truncatingIfNeeded: bits)
    bufferedBits &-= bits
  }

  /// Fills the buffer to at least 32 bits, or with all bits up to the next marker.
  @inline(__always)
  mutating func fill(_ bytes: UnsafeRawBufferPointer) {
    guard bufferedBits < 32 else { return }
    if bufferedBits >= 0, nextOffset &+ 8 <= bytes.count, let base = bytes.baseAddress {
      let eight = UInt64(bigEndian: (base + nextOffset).loadUnaligned(as: UInt64.self))
      // The condition is true when no byte is 0xFF, that is when no byte of the complement is zero.
      //
      // Source: A. Mycroft's test, "Hacker's Delight" 6-1.
      if (~eight &- 0x0101_0101_0101_0101) & eight & 0x8080_8080_8080_8080 == 0 {
        buffer |= eight &>> UInt64(truncatingIfNeeded: bufferedBits)
        let whole = (64 &- bufferedBits) &>> 3
        nextOffset &+= whole
        bufferedBits &+= whole &* 8
        return
      }
    }
    // The result is assigned by value: a variable whose address is taken would stay in memory, also
    // in the loop of the caller.
    self = filledSlowly(bytes)
  }

  /// The reader after filling its buffer byte by byte, without the zero byte after each 0xFF.
  @inline(never)
  private func filledSlowly(_ bytes: UnsafeRawBufferPointer) -> JPEGBitReader {
    guard bufferedBits >= 0 else { return self }
    var more = self
    // The partial byte after the counted bits is cleared, as it is read again.
    more.buffer &= bufferedBits > 0 ? ~(UInt64.max &>> UInt64(truncatingIfNeeded: bufferedBits)) : 0
    while more.bufferedBits <= 56, more.nextOffset < bytes.count {
      let byte = bytes[more.nextOffset]
      if byte == 0xFF {
        guard more.nextOffset + 1 < bytes.count, bytes[more.nextOffset + 1] == 0 else { break }
        more.nextOffset += 1
      }
      more.nextOffset += 1
      more.buffer |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 56 &- more.bufferedBits)
      more.bufferedBits += 8
    }
    return more
  }

  /// The position in the file of the next bit to read.
  func location(_ bytes: UnsafeRawBufferPointer) -> Location {
    var byte = nextOffset
    var left = max(0, bufferedBits)
    while left > 0, byte > 0 {
      byte -= 1
      if byte > 0, bytes[byte] == 0, bytes[byte - 1] == 0xFF { byte -= 1 }
      left -= 8
    }
    return Location(byte: byte, bit: -left)
  }

  /// A bit position in the file.
  struct Location {
    let byte: Int
    /// Number of bits of `byte`, the most significant ones, that lie before the position.
    let bit: Int

    /// The number of bits from this location to `end`, without stuffed zero bytes.
    func distance(to end: Location, _ bytes: UnsafeRawBufferPointer) -> Int {
      var bits = end.bit - bit
      var i = byte
      while i < end.byte {
        i += bytes[i] == 0xFF ? 2 : 1
        bits += 8
      }
      return bits
    }
  }

  /// Advances the reader past the next RSTn marker, with an empty buffer.
  ///
  /// - Returns: false when another marker or the end of the bytes comes first; ``isPastEnd`` is
  ///   then true.
  mutating func skipRestartMarker(_ bytes: UnsafeRawBufferPointer) -> Bool {
    buffer = 0
    bufferedBits = -1
    while nextOffset + 1 < bytes.count {
      guard bytes[nextOffset] == 0xFF, bytes[nextOffset + 1] != 0, bytes[nextOffset + 1] != 0xFF
      else {
        nextOffset += 1
        continue
      }
      guard (0xD0...0xD7).contains(bytes[nextOffset + 1]) else { return false }
      nextOffset += 2
      bufferedBits = 0
      return true
    }
    return false
  }
}

/// Where one is in the data of a scan: bits that are taken from the front.
struct JPEGBits {
  /// Offset of the first byte that is not in `word`.
  var next: Int
  /// The bits to come, the first one highest; zeros behind the end.
  private(set) var word: UInt64 = 0
  /// How many of them there are; negative when more were taken than there were.
  private(set) var count = 0

  init(at next: Int) { self.next = next }

  /// True when zeros were read that are not in the file.
  var isSpent: Bool { count < 0 }

  /// Takes `bits` of them.
  @inline(__always)
  mutating func drop(_ bits: Int) {
    word &<<= UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  /// Gets at least 32 bits, or all up to the next marker.
  @inline(__always)
  mutating func fill(_ bytes: UnsafeRawBufferPointer) {
    guard count < 32 else { return }
    if count >= 0, next &+ 8 <= bytes.count, let base = bytes.baseAddress {
      let eight = UInt64(bigEndian: (base + next).loadUnaligned(as: UInt64.self))
      // No byte of it is 0xFF: none of the inverse is zero.
      // Source: A. Mycroft's test, "Hacker's Delight" 6-1.
      if (~eight &- 0x0101_0101_0101_0101) & eight & 0x8080_8080_8080_8080 == 0 {
        word |= eight &>> UInt64(truncatingIfNeeded: count)
        let whole = (64 &- count) &>> 3
        next &+= whole
        count &+= whole &* 8
        return
      }
    }
    // By value: what has an address is kept in memory, also by the loop around this.
    self = filledSlowly(bytes)
  }

  /// Byte by byte, past the zeros behind 0xFF.
  @inline(never)
  private func filledSlowly(_ bytes: UnsafeRawBufferPointer) -> JPEGBits {
    guard count >= 0 else { return self }
    var more = self
    // Bits of a byte that is not counted yet come again.
    more.word &= count > 0 ? ~(UInt64.max &>> UInt64(truncatingIfNeeded: count)) : 0
    while more.count <= 56, more.next < bytes.count {
      let byte = bytes[more.next]
      if byte == 0xFF {
        guard more.next + 1 < bytes.count, bytes[more.next + 1] == 0 else { break }
        more.next += 1
      }
      more.next += 1
      more.word |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 56 &- more.count)
      more.count += 8
    }
    return more
  }

  /// Where the next bit is: the byte it is in, and how many of that byte's bits are before it.
  func location(_ bytes: UnsafeRawBufferPointer) -> Location {
    var byte = next
    var left = max(0, count)
    while left > 0, byte > 0 {
      byte -= 1
      if byte > 0, bytes[byte] == 0, bytes[byte - 1] == 0xFF { byte -= 1 }
      left -= 8
    }
    return Location(byte: byte, bit: -left)
  }

  /// The place of a bit in the file.
  struct Location {
    let byte: Int
    /// Bits of the byte that come before, the highest first.
    let bit: Int

    /// The bits from here to `end`, without the zeros behind 0xFF.
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

  /// Goes behind the next restart marker.
  ///
  /// - Returns: false when another marker or the end comes first; it stays there, spent.
  mutating func restart(_ bytes: UnsafeRawBufferPointer) -> Bool {
    word = 0
    count = -1
    while next + 1 < bytes.count {
      guard bytes[next] == 0xFF, bytes[next + 1] != 0, bytes[next + 1] != 0xFF else {
        next += 1
        continue
      }
      guard (0xD0...0xD7).contains(bytes[next + 1]) else { return false }
      next += 2
      count = 0
      return true
    }
    return false
  }
}

/// A two-level decoding table of a DEFLATE Huffman code (RFC 1951, 3.2.2): most codes take one
/// look-up, long ones a second one in a subtable.
///
/// The low byte of an entry is the number of bits to consume. The bits from 8 on are the number of
/// extra bits or of the subtable's index bits; those from 16 on are the literal, the base of a
/// length or distance, or the index of the subtable. The constants are flags of an entry.
struct HuffmanTable: ~Copyable {
  static let literalFlag: UInt32 = 1 << 31
  static let endOfBlockFlag: UInt32 = 1 << 14
  static let subtableFlag: UInt32 = 1 << 15
  static let invalidEntry: UInt32 = 0

  /// Width in bits of an index into the first level of the table.
  let bits: Int
  let entries: UnsafeMutablePointer<UInt32>
  private let capacity: Int

  init(bits: Int) {
    self.bits = bits
    // After the first level: a subtable of 2^(15 − bits) entries for each of at most 286 long
    // codes.
    capacity = (1 << bits) + (286 << (15 - bits))
    entries = .allocate(capacity: capacity)
  }

  deinit { entries.deallocate() }

  /// Builds the table from the code lengths of the symbols, 0 for unused symbols.
  ///
  /// - Parameter entryOfSymbol: the entry of a symbol, without the number of bits to consume.
  ///
  /// - Returns: false when the lengths are over-subscribed. An incomplete code is accepted.
  mutating func build(_ lengths: ArraySlice<UInt8>, entryOfSymbol: (Int) -> UInt32) -> Bool {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var next = [Int](repeating: 0, count: 17)
    var left = 1
    for length in 1...15 {
      left = left * 2 - counts[length]
      if left < 0 { return false }
      next[length + 1] = (next[length] + counts[length]) << 1
    }
    entries.update(repeating: Self.invalidEntry, count: 1 << bits)
    var free = 1 << bits
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      let code = Self.reversed(next[length], length)
      next[length] += 1
      let entry = entryOfSymbol(symbol)
      if length <= bits {
        var i = code
        while i < 1 << bits {
          entries[i] = entry | UInt32(length)
          i += 1 << length
        }
      } else {
        let low = code & (1 << bits - 1)
        if entries[low] == Self.invalidEntry {
          let more = 15 - bits
          guard free + 1 << more <= capacity else { return false }
          entries[low] = Self.subtableFlag | UInt32(free) << 16 | UInt32(more) << 8 | UInt32(bits)
          (entries + free).update(repeating: Self.invalidEntry, count: 1 << more)
          free += 1 << more
        }
        let table = Int(entries[low] >> 16)
        var i = code >> bits
        while i < 1 << (15 - bits) {
          entries[table + i] = entry | UInt32(length - bits)
          i += 1 << (length - bits)
        }
      }
    }
    return true
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    var out = 0
    for i in 0..<length where code >> i & 1 == 1 { out |= 1 << (length - 1 - i) }
    return out
  }
}

/// A Huffman table of a JPEG (DHT) as a look-up table from bits to code lengths, by which
/// coefficients are skipped without decoding their values.
///
/// - Source: ITU-T T.81, annexes C and F.2.2.
final class JPEGHuffmanTable {
  /// Number of codes of each length from 1 to 16 bits (BITS).
  let counts: [UInt8]
  /// The symbol of every code, the shortest code first (HUFFVAL).
  let symbols: [UInt8]
  /// The EOB code of an AC table and its length in bits; nil when the table has no such code, and
  /// for a DC table.
  let endOfBlock: (word: UInt64, size: Int)?
  /// The look-up table in memory of this object; valid while the object lives.
  let table: Table
  private let memory: UnsafeMutablePointer<UInt32>

  /// Builds the look-up table from the lists of a DHT segment (BITS and HUFFVAL).
  ///
  /// - Parameter forDC: true for a DC table, false for an AC table.
  /// - Returns: nil when the numbers of lengths and symbols do not match, the lengths form no
  ///   prefix code, or a DC symbol stands for more than 15 extra bits.
  init?(counts: ArraySlice<UInt8>, symbols: ArraySlice<UInt8>, forDC: Bool) {
    guard counts.count == 16, symbols.count <= 256,
      counts.reduce(0, { $0 + Int($1) }) == symbols.count,
      !forDC || symbols.allSatisfy({ $0 <= 15 })
    else { return nil }
    self.counts = Array(counts)
    self.symbols = Array(symbols)
    memory = .allocate(capacity: Table.entryCount)
    memory.initialize(repeating: 0, count: Table.entryCount)
    table = Table(memory)
    var code = 0
    var index = 0
    var end: (UInt64, Int)?
    var lengths = [Int](repeating: 0, count: forDC ? 0 : 1 << Table.lookUpBits)
    for length in 1...16 {
      memory[Table.firstSymbolsIndex + length] = UInt32(truncatingIfNeeded: index - code)
      for _ in 0..<self.counts[length - 1] {
        guard code < 1 << length else { return nil }
        let entry = Self.entry(self.symbols[index], length, forDC: forDC)
        memory[Table.longEntriesIndex + index] = entry
        if self.symbols[index] == 0, !forDC { end = (UInt64(code), length) }
        if length <= Table.lookUpBits {
          let spare = Table.lookUpBits - length
          (memory + code << spare).update(repeating: entry, count: 1 << spare)
          for i in 0..<1 << spare where !forDC { lengths[code << spare + i] = length }
        }
        code += 1
        index += 1
      }
      memory[Table.limitsIndex + length] = UInt32(code << (16 - length))
      code <<= 1
    }
    endOfBlock = end
    if !forDC { addFollowingCodes(lengths) }
  }

  deinit { memory.deallocate() }

  /// An AC table whose only code is EOB, of one bit.
  static var endOfBlockOnly: JPEGHuffmanTable? {
    JPEGHuffmanTable(counts: [1] + [UInt8](repeating: 0, count: 15), symbols: [0], forDC: false)
  }

  /// The code of `symbol` and its length in bits; nil when the table has none.
  func codeword(for symbol: UInt8) -> (word: UInt64, size: Int)? {
    guard let index = symbols.firstIndex(of: symbol) else { return nil }
    var (code, first) = (0, 0)
    for length in 1...16 {
      let count = Int(counts[length - 1])
      if index < first + count { return (UInt64(code + index - first), length) }
      first += count
      code = (code + count) << 1
    }
    return nil
  }

  private static func entry(_ symbol: UInt8, _ length: Int, forDC: Bool) -> UInt32 {
    if forDC {
      return UInt32(length) + UInt32(symbol) | 1 << 8 | UInt32(length) << 16
        | UInt32(symbol) << 24
    }
    let size = symbol & 15
    let run = symbol >> 4
    // A symbol of size 0 is EOB, or with run 15 ZRL, which means 16 zeros.
    let steps = size > 0 || run == 15 ? UInt32(run) + 1 : 64
    let one = UInt32(length) + UInt32(size) | steps << 8
    return one | one << 16
  }

  /// Extends every entry of an AC table by the codes that follow its first one, while they lie
  /// completely within the looked-up bits.
  ///
  /// - Parameter lengths: the length of the first code of every entry.
  private func addFollowingCodes(_ lengths: [Int]) {
    let bits = Table.lookUpBits
    for index in 0..<1 << bits {
      let own = memory[index]
      var (length, steps) = (Int(own & 0xFF), Int(own >> 8 & 0xFF))
      while own != 0, length < bits, steps <= Table.maxCoefficientsBeforeLastCode {
        // The bits of `index` after the first codes are followed by zeros in place of unknown bits,
        // so a code that extends into these must not count.
        let behind = index << length & (1 << bits - 1)
        guard lengths[behind] > 0, length + lengths[behind] <= bits else { break }
        length += Int(memory[behind] >> 16 & 0xFF)
        steps += Int(memory[behind] >> 24)
      }
      memory[index] = UInt32(length) | UInt32(steps) << 8 | own & 0xFFFF_0000
    }
  }

  /// A look-up table: the length in bits, extra bits included, and the number of coefficients of
  /// the next code or codes. It is plain memory, so that the innermost loop counts no references.
  struct Table {
    static let lookUpBits = 12
    /// Maximum number of coefficients of all codes of an entry except its last one.
    static let maxCoefficientsBeforeLastCode = 7
    fileprivate static let limitsIndex = 1 << lookUpBits
    fileprivate static let firstSymbolsIndex = limitsIndex + 17
    fileprivate static let longEntriesIndex = firstSymbolsIndex + 17
    fileprivate static let entryCount = longEntriesIndex + 256
    /// The entry of bits that are no AC code. libjpeg consumes 17 bits then and reads the symbol 0,
    /// which is the end of the block.
    private static let invalidACEntry: UInt32 = 17 | 64 << 8
    /// The entry of bits that are no DC code. libjpeg consumes 17 bits then and reads the symbol 0,
    /// which is the difference 0, without extra bits.
    private static let invalidDCEntry: UInt32 = 17 | 64 << 8 | 17 << 16

    private let memory: UnsafePointer<UInt32>

    fileprivate init(_ memory: UnsafePointer<UInt32>) { self.memory = memory }

    /// The entry of the DC code at the beginning of `bits`. Byte 0: length of the code with its
    /// extra bits; byte 2: length of the code; byte 3: number of extra bits.
    @inline(__always)
    func dcEntry(_ bits: UInt64) -> UInt32 {
      let entry = shortEntry(bits)
      return entry != 0 ? entry : longEntry(bits) ?? Self.invalidDCEntry
    }

    /// The entry of the AC codes at the beginning of `bits`. Byte 0: their length with extra bits;
    /// byte 1: the number of their coefficients; all codes except the last have at most
    /// ``maxCoefficientsBeforeLastCode`` together. Bytes 2 and 3 are the same values of the first
    /// code alone.
    @inline(__always)
    func acEntry(_ bits: UInt64) -> UInt32 {
      let entry = shortEntry(bits)
      let invalid = Self.invalidACEntry | Self.invalidACEntry &<< 16
      return entry != 0 ? entry : longEntry(bits) ?? invalid
    }

    /// The length with extra bits (byte 0) and the number of coefficients (byte 1) of the first AC
    /// code alone.
    @inline(__always)
    func firstACEntry(_ bits: UInt64) -> UInt32 { acEntry(bits) &>> 16 }

    @inline(__always)
    private func shortEntry(_ bits: UInt64) -> UInt32 {
      memory[Int(truncatingIfNeeded: bits &>> UInt64(64 - Self.lookUpBits))]
    }

    private func longEntry(_ word: UInt64) -> UInt32? {
      let bits = UInt32(truncatingIfNeeded: word &>> 48)
      for length in Self.lookUpBits + 1...16 where bits < memory[Self.limitsIndex + length] {
        let code = bits >> UInt32(16 - length)
        return memory[Self.longEntriesIndex + Int(memory[Self.firstSymbolsIndex + length] &+ code)]
      }
      return nil
    }
  }
}

/// A Huffman code of a JPEG as a table of how far every word leads: enough to pass over
/// coefficients without making them.
///
/// - Source: ITU-T T.81, annexes C and F.2.2.
final class JPEGCode {
  /// Words of each length from 1 to 16.
  let counts: [UInt8]
  /// What the words mean, the shortest first.
  let symbols: [UInt8]
  /// The word that ends a block of details, and its bits; nil when there is none.
  let endOfBlock: (word: UInt64, size: Int)?
  /// Good for as long as this lives.
  let table: Table
  private let memory: UnsafeMutablePointer<UInt32>

  /// - Returns: nil when the lengths are no prefix code, or a word for a mean says more than fifteen
  ///   bits.
  init?(counts: ArraySlice<UInt8>, symbols: ArraySlice<UInt8>, ofMeans: Bool) {
    guard counts.count == 16, symbols.count <= 256,
      counts.reduce(0, { $0 + Int($1) }) == symbols.count,
      !ofMeans || symbols.allSatisfy({ $0 <= 15 })
    else { return nil }
    self.counts = Array(counts)
    self.symbols = Array(symbols)
    memory = .allocate(capacity: Table.size)
    memory.initialize(repeating: 0, count: Table.size)
    table = Table(memory)
    var code = 0
    var index = 0
    var end: (UInt64, Int)?
    for length in 1...16 {
      memory[Table.firsts + length] = UInt32(truncatingIfNeeded: index - code)
      for _ in 0..<self.counts[length - 1] {
        guard code < 1 << length else { return nil }
        let entry = Self.entry(self.symbols[index], length, ofMeans: ofMeans)
        memory[Table.entries + index] = entry
        if self.symbols[index] == 0, !ofMeans { end = (UInt64(code), length) }
        if length <= Table.lookUpBits {
          let spare = Table.lookUpBits - length
          (memory + code << spare).update(repeating: entry, count: 1 << spare)
        }
        code += 1
        index += 1
      }
      memory[Table.limits + length] = UInt32(code << (16 - length))
      code <<= 1
    }
    endOfBlock = end
  }

  deinit { memory.deallocate() }

  /// One with nothing but the end of the block, one bit.
  static var ofNothing: JPEGCode? {
    JPEGCode(counts: [1] + [UInt8](repeating: 0, count: 15), symbols: [0], ofMeans: false)
  }

  private static func entry(_ symbol: UInt8, _ length: Int, ofMeans: Bool) -> UInt32 {
    let size = ofMeans ? symbol : symbol & 15
    let run = symbol >> 4
    // Without a size it is the end of the block, or sixteen zeros.
    let steps = ofMeans ? 1 : size > 0 || run == 15 ? Int(run) + 1 : 64
    return UInt32(length + Int(size)) | UInt32(steps) << 8 | UInt32(length) << 16
      | UInt32(size) << 24
  }

  /// The look-up: what the next word with its extra bits takes. Plain memory, so that the innermost
  /// loop counts no references.
  struct Table {
    static let lookUpBits = 10
    fileprivate static let limits = 1 << lookUpBits
    fileprivate static let firsts = limits + 17
    fileprivate static let entries = firsts + 17
    fileprivate static let size = entries + 256
    /// What libjpeg does with a word that is none: seventeen bits that mean zero.
    private static let noWord: UInt32 = 17 | 64 << 8 | 17 << 16

    private let memory: UnsafePointer<UInt32>

    fileprivate init(_ memory: UnsafePointer<UInt32>) { self.memory = memory }

    /// For the word that `bits` begin with: in the lowest byte the bits of it and its extra ones,
    /// then the coefficients it stands for, the bits of the word, and of the extra ones.
    @inline(__always)
    func entry(_ bits: UInt64) -> UInt32 {
      let entry = memory[Int(truncatingIfNeeded: bits &>> UInt64(64 - Self.lookUpBits))]
      return entry != 0 ? entry : long(UInt32(truncatingIfNeeded: bits &>> 48))
    }

    private func long(_ bits: UInt32) -> UInt32 {
      for length in Self.lookUpBits + 1...16 where bits < memory[Self.limits + length] {
        let code = bits >> UInt32(16 - length)
        return memory[Self.entries + Int(memory[Self.firsts + length] &+ code)]
      }
      return Self.noWord
    }
  }
}

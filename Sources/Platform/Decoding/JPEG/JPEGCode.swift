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
    var lengths = [Int](repeating: 0, count: ofMeans ? 0 : 1 << Table.lookUpBits)
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
          for i in 0..<1 << spare where !ofMeans { lengths[code << spare + i] = length }
        }
        code += 1
        index += 1
      }
      memory[Table.limits + length] = UInt32(code << (16 - length))
      code <<= 1
    }
    endOfBlock = end
    if !ofMeans { addFollowers(lengths) }
  }

  deinit { memory.deallocate() }

  /// One with nothing but the end of the block, one bit.
  static var ofNothing: JPEGCode? {
    JPEGCode(counts: [1] + [UInt8](repeating: 0, count: 15), symbols: [0], ofMeans: false)
  }

  /// The word for `symbol`; nil when it has none.
  func word(for symbol: UInt8) -> (word: UInt64, size: Int)? {
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

  private static func entry(_ symbol: UInt8, _ length: Int, ofMeans: Bool) -> UInt32 {
    if ofMeans {
      return UInt32(length) + UInt32(symbol) | 1 << 8 | UInt32(length) << 16
        | UInt32(symbol) << 24
    }
    let size = symbol & 15
    let run = symbol >> 4
    // Without a size it is the end of the block, or sixteen zeros.
    let steps = size > 0 || run == 15 ? UInt32(run) + 1 : 64
    let one = UInt32(length) + UInt32(size) | steps << 8
    return one | one << 16
  }

  /// Adds to every entry of the look-up the words behind its own, as far as they are in the bits
  /// looked up.
  ///
  /// - Parameter lengths: the bits of the word of every entry.
  private func addFollowers(_ lengths: [Int]) {
    let bits = Table.lookUpBits
    for index in 0..<1 << bits {
      let own = memory[index]
      var (length, steps) = (Int(own & 0xFF), Int(own >> 8 & 0xFF))
      while own != 0, length < bits, steps <= Table.mostSteps {
        // What is not known of the bits behind is zero, and may not count.
        let behind = index << length & (1 << bits - 1)
        guard lengths[behind] > 0, length + lengths[behind] <= bits else { break }
        length += Int(memory[behind] >> 16 & 0xFF)
        steps += Int(memory[behind] >> 24)
      }
      memory[index] = UInt32(length) | UInt32(steps) << 8 | own & 0xFFFF_0000
    }
  }

  /// The look-up: what the next word with its extra bits takes. Plain memory, so that the innermost
  /// loop counts no references.
  struct Table {
    static let lookUpBits = 12
    /// Steps of what comes before the last word of an entry, at most.
    static let mostSteps = 7
    fileprivate static let limits = 1 << lookUpBits
    fileprivate static let firsts = limits + 17
    fileprivate static let entries = firsts + 17
    fileprivate static let size = entries + 256
    /// What libjpeg does with a word that is none: seventeen bits that mean zero.
    private static let noWord: UInt32 = 17 | 64 << 8
    private static let noMean: UInt32 = 17 | 64 << 8 | 17 << 16

    private let memory: UnsafePointer<UInt32>

    fileprivate init(_ memory: UnsafePointer<UInt32>) { self.memory = memory }

    /// For a mean, the word that `bits` begin with: in the lowest byte the bits of it and its extra
    /// ones, in the third the bits of the word, in the highest the extra ones.
    @inline(__always)
    func mean(_ bits: UInt64) -> UInt32 {
      let entry = look(bits)
      return entry != 0 ? entry : long(bits) ?? Self.noMean
    }

    /// For details, the words that `bits` begin with: in the lowest byte the bits of them and their
    /// extra ones, in the second the coefficients they stand for. All words but the last stand for
    /// ``mostSteps`` at most. The upper half says the same of the first word alone.
    @inline(__always)
    func words(_ bits: UInt64) -> UInt32 {
      let entry = look(bits)
      return entry != 0 ? entry : long(bits) ?? Self.noWord | Self.noWord &<< 16
    }

    /// The lower half for the first word alone.
    @inline(__always)
    func word(_ bits: UInt64) -> UInt32 { words(bits) &>> 16 }

    @inline(__always)
    private func look(_ bits: UInt64) -> UInt32 {
      memory[Int(truncatingIfNeeded: bits &>> UInt64(64 - Self.lookUpBits))]
    }

    private func long(_ word: UInt64) -> UInt32? {
      let bits = UInt32(truncatingIfNeeded: word &>> 48)
      for length in Self.lookUpBits + 1...16 where bits < memory[Self.limits + length] {
        let code = bits >> UInt32(16 - length)
        return memory[Self.entries + Int(memory[Self.firsts + length] &+ code)]
      }
      return nil
    }
  }
}

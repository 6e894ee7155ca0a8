/// A Huffman code for given symbol counts, with a maximum code length.
struct HuffmanCode {
  /// The code of one symbol, its bits reversed as DEFLATE requires.
  struct Codeword {
    var bits: UInt16 = 0
    var bitCount: UInt8 = 0
  }

  /// The code length of each symbol in bits; 0 for a symbol that does not occur.
  let lengths: [UInt8]
  /// The code of each symbol, by index.
  let codewords: [Codeword]

  /// Makes a Huffman code whose codes are not longer than a maximum; optimal unless that maximum is
  /// exceeded at first.
  ///
  /// - Parameters:
  ///   - counts: the number of occurrences of each symbol.
  ///   - longest: the maximum code length in bits.
  init(counts: [Int], longest: Int) {
    var counts = counts
    var lengths = Self.lengths(counts)
    // While a code is too long, the counts are flattened. Fewer than 2^longest equally frequent
    // symbols always fit.
    while (lengths.max() ?? 0) > longest {
      counts = counts.map { $0 == 0 ? 0 : $0 / 2 + 1 }
      lengths = Self.lengths(counts)
    }
    self.lengths = lengths.map { UInt8($0) }
    codewords = Self.codewords(lengths, longest)
  }

  private static func lengths(_ counts: [Int]) -> [Int] {
    var result = [Int](repeating: 0, count: counts.count)
    let used = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] < counts[$1] }
    guard used.count > 1 else {
      for symbol in used { result[symbol] = 1 }
      return result
    }
    // Two sorted queues: the leaves, and the inner nodes made so far.
    var weights = used.map { counts[$0] }
    var parents = [Int](repeating: 0, count: used.count * 2 - 1)
    var (single, pair) = (0, used.count)
    func takeLightest() -> Int {
      let isSingle =
        single < used.count && (pair == weights.count || weights[single] <= weights[pair])
      defer { if isSingle { single += 1 } else { pair += 1 } }
      return isSingle ? single : pair
    }
    for node in used.count..<parents.count {
      let (a, b) = (takeLightest(), takeLightest())
      (parents[a], parents[b]) = (node, node)
      weights.append(weights[a] + weights[b])
    }
    var depths = [Int](repeating: 0, count: parents.count)
    for node in (0..<parents.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
    for (i, symbol) in used.enumerated() { result[symbol] = depths[i] }
    return result
  }

  // The canonical Huffman codes for the given code lengths.
  //
  // - Source: RFC 1951, 3.2.2.
  private static func codewords(_ lengths: [Int], _ longest: Int) -> [Codeword] {
    var next = [Int](repeating: 0, count: longest + 2)
    for length in lengths where length > 0 { next[length + 1] += 1 }
    for length in 1...longest + 1 {
      next[length] = (next[length] + next[length - 1]) << 1
    }
    return lengths.map { length in
      guard length > 0 else { return Codeword() }
      defer { next[length] += 1 }
      var reversed = 0
      for i in 0..<length where next[length] >> i & 1 == 1 { reversed |= 1 << (length - 1 - i) }
      return Codeword(bits: UInt16(reversed), bitCount: UInt8(length))
    }
  }
}

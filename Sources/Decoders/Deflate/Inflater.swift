/// A streaming DEFLATE decoder, two to three times as fast as zlib, because all input is in memory
/// and the output buffer may be overrun slightly.
///
/// - Source: RFC 1950 and 1951. The inner loop follows libdeflate (E. Biggers).
package struct Inflater: ~Copyable {
  package enum Ending {
    /// The final block is decoded.
    case complete
    /// The input ends before the final block does.
    case truncated
    /// The compressed data are invalid.
    case damaged
  }

  /// Size of the LZ77 window in bytes: the maximum distance of a match.
  package static let windowBytes = 1 << 15
  /// Minimum number of writable bytes behind the requested output: matches are copied whole, in
  /// words.
  package static let outputMargin = 320

  /// The state of the decoder at a position in the data. Together with the last ``windowBytes`` of
  /// output before it, this is all that is needed to continue there.
  package struct Checkpoint {
    fileprivate var bits: BitReader
    /// The bit reader behind the 3-bit header of the current block, where a dynamic block has its
    /// code lengths.
    fileprivate var blockBody: BitReader
    fileprivate var blockState = BlockState.none
    fileprivate var isFinalBlock = false
  }

  fileprivate enum BlockState {
    case none
    case stored(bytesLeft: Int)
    case fixed
    case dynamic
  }

  /// The reason why the output has ended; nil while there may be more output.
  package private(set) var ending: Ending?
  /// The state of the decoder, from which it can continue later.
  package private(set) var checkpoint: Checkpoint
  /// The compressed pieces, which the bit reader borrows.
  private let pieces: CompressedPieces
  /// The earliest output byte that a match may refer to.
  private var windowStart: UnsafeMutablePointer<UInt8>
  private var outputPosition: UnsafeMutablePointer<UInt8>
  private var outputEnd: UnsafeMutablePointer<UInt8>
  private var literalTable = HuffmanTable(bits: 11)
  private var distanceTable = HuffmanTable(bits: 9)
  private var hasBegun = false

  /// Makes a decoder at the beginning of the compressed data.
  ///
  /// - Parameters:
  ///   - pieces: the compressed data.
  ///   - isWrapped: true for a zlib stream (RFC 1950), false for raw DEFLATE data.
  package init(_ pieces: CompressedPieces, isWrapped: Bool = true) {
    self.pieces = pieces
    let bits = BitReader(pieces)
    checkpoint = Checkpoint(bits: bits, blockBody: bits)
    windowStart = pieces.placeholder
    outputPosition = pieces.placeholder
    outputEnd = pieces.placeholder
    hasBegun = !isWrapped
  }

  /// Makes a decoder that continues at a checkpoint of the same compressed data.
  package init(_ pieces: CompressedPieces, at checkpoint: Checkpoint) {
    self.init(pieces)
    self.checkpoint = checkpoint
    hasBegun = true
    // Errors are ignored, because the same tables were valid when the block was read the first
    // time.
    switch checkpoint.blockState {
    case .none, .stored: break
    case .fixed: _ = buildFixedTables()
    case .dynamic:
      self.checkpoint.bits = checkpoint.blockBody
      _ = buildDynamicTables()
      self.checkpoint.bits = checkpoint.bits
    }
  }

  /// Writes the next `count` bytes of decompressed data, or up to ``outputMargin`` more, or all
  /// that are left.
  ///
  /// - Parameters:
  ///   - output: memory for `count` bytes and ``outputMargin`` more.
  ///   - history: number of bytes directly before `output` that hold the preceding output.
  ///
  /// - Returns: the number of bytes written; at least `count` unless ``ending`` is set.
  package mutating func fill(
    _ output: UnsafeMutablePointer<UInt8>, history: Int, count: Int
  ) -> Int {
    outputPosition = output
    outputEnd = output + count
    windowStart = output - min(history, Self.windowBytes)
    if !hasBegun { begin() }
    while ending == nil, outputPosition < outputEnd { ending = decodeToEndOfBlock() }
    pieces.releasePages(before: checkpoint.bits.position)
    return outputPosition - output
  }

  private mutating func begin() {
    hasBegun = true
    checkpoint.bits.refill()
    if !isZlib(checkpoint.bits.read(16)) {
      ending = checkpoint.bits.paddingBits > 0 ? .truncated : .damaged
    }
  }

  /// Decodes to the end of the block or of the requested output. Returns the reason why the output
  /// has ended; nil when there is more.
  private mutating func decodeToEndOfBlock() -> Ending? {
    switch checkpoint.blockState {
    case .none: return nextBlock()
    case .stored(let left): return copyStoredBlock(left)
    case .fixed, .dynamic: return decodeBlock()
    }
  }

  private mutating func nextBlock() -> Ending? {
    if checkpoint.isFinalBlock { return .complete }
    checkpoint.bits.refill()
    checkpoint.isFinalBlock = checkpoint.bits.read(1) == 1
    let kind = checkpoint.bits.read(2)
    checkpoint.blockBody = checkpoint.bits
    switch kind {
    case 0: return openStoredBlock()
    case 1 where buildFixedTables(): checkpoint.blockState = .fixed
    case 2 where buildDynamicTables(): checkpoint.blockState = .dynamic
    default: return checkpoint.bits.isPastEnd ? .truncated : .damaged
    }
    return nil
  }

  private func isZlib(_ header: Int) -> Bool {
    let big = (header & 0xFF) << 8 | header >> 8
    return header & 0x0F == 8 && big % 31 == 0 && header >> 8 & 0x20 == 0
  }

  private mutating func openStoredBlock() -> Ending? {
    checkpoint.bits.drop(checkpoint.bits.bufferedBits & 7)
    checkpoint.bits.refill()
    let length = checkpoint.bits.read(16)
    guard checkpoint.bits.read(16) == length ^ 0xFFFF, !checkpoint.bits.isPastEnd else {
      return checkpoint.bits.isPastEnd ? .truncated : .damaged
    }
    checkpoint.blockState = .stored(bytesLeft: length)
    return nil
  }

  private mutating func copyStoredBlock(_ left: Int) -> Ending? {
    let wanted = min(left, outputEnd - outputPosition)
    let copied = checkpoint.bits.readBytes(wanted, into: outputPosition)
    outputPosition += copied
    if copied < wanted { return .truncated }
    checkpoint.blockState = copied == left ? .none : .stored(bytesLeft: left - copied)
    return nil
  }

  private mutating func buildFixedTables() -> Bool {
    var lengths = [UInt8](repeating: 8, count: 288)
    for i in 144..<256 { lengths[i] = 9 }
    for i in 256..<280 { lengths[i] = 7 }
    return literalTable.build(lengths[...], entryOfSymbol: Self.symbolEntry)
      && distanceTable.build(
        [UInt8](repeating: 5, count: 30)[...], entryOfSymbol: Self.distanceEntry)
  }

  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func buildDynamicTables() -> Bool {
    checkpoint.bits.refill()
    let symbolCount = checkpoint.bits.read(5) + 257
    let distanceCount = checkpoint.bits.read(5) + 1
    let codeCount = checkpoint.bits.read(4) + 4
    guard symbolCount <= 286, distanceCount <= 30 else { return false }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for i in 0..<codeCount {
      checkpoint.bits.refill()
      codeLengths[Self.lengthOrder[i]] = UInt8(checkpoint.bits.read(3))
    }
    guard distanceTable.build(codeLengths[...], entryOfSymbol: { UInt32($0) << 16 }) else {
      return false
    }
    var lengths: [UInt8] = []
    lengths.reserveCapacity(320)
    while lengths.count < symbolCount + distanceCount {
      checkpoint.bits.refill()
      let entry = distanceTable.entries[Int(checkpoint.bits.buffer & 0x1FF)]
      guard entry != HuffmanTable.invalidEntry, !checkpoint.bits.isPastEnd else { return false }
      checkpoint.bits.drop(Int(entry & 0xFF))
      switch entry >> 16 {
      case 16:
        guard let last = lengths.last else { return false }
        for _ in 0..<checkpoint.bits.read(2) + 3 { lengths.append(last) }
      case 17: for _ in 0..<checkpoint.bits.read(3) + 3 { lengths.append(0) }
      case 18: for _ in 0..<checkpoint.bits.read(7) + 11 { lengths.append(0) }
      case let length: lengths.append(UInt8(length))
      }
    }
    guard lengths.count == symbolCount + distanceCount else { return false }
    return literalTable.build(lengths[..<symbolCount], entryOfSymbol: Self.symbolEntry)
      && distanceTable.build(lengths[symbolCount...], entryOfSymbol: Self.distanceEntry)
  }

  private static let lengthBases: [UInt32] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthExtraBits: [UInt32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]

  private static func symbolEntry(_ i: Int) -> UInt32 {
    if i < 256 { return HuffmanTable.literalFlag | UInt32(i) << 16 }
    if i == 256 { return HuffmanTable.endOfBlockFlag }
    guard i - 257 < lengthBases.count else { return HuffmanTable.endOfBlockFlag }
    return lengthBases[i - 257] << 16 | lengthExtraBits[i - 257] << 8
  }

  private static func distanceEntry(_ i: Int) -> UInt32 {
    let extra = i < 4 ? 0 : UInt32(i / 2 - 1)
    let base = i < 4 ? UInt32(i) + 1 : (2 + UInt32(i & 1)) << extra + 1
    return base << 16 | extra << 8
  }

  /// Decodes the remainder of a compressed block, or up to the end of the requested output.
  ///
  /// - Returns: the reason why the output has ended; nil when there is more.
  private mutating func decodeBlock() -> Ending? {
    let symbols = literalTable.entries
    let distances = distanceTable.entries
    let outputEnd = self.outputEnd
    let windowStart = self.windowStart
    var bits = checkpoint.bits
    var target = self.outputPosition
    defer {
      checkpoint.bits = bits
      self.outputPosition = target
    }
    while true {
      bits.refill()
      guard target < outputEnd else { return nil }
      var entry = symbols[Int(bits.buffer & 0x7FF)]
      if entry & HuffmanTable.literalFlag != 0 {
        Self.emitLiteral(entry, &bits, &target)
        entry = symbols[Int(bits.buffer & 0x7FF)]
        if entry & HuffmanTable.literalFlag != 0 {
          Self.emitLiteral(entry, &bits, &target)
          entry = symbols[Int(bits.buffer & 0x7FF)]
          if entry & HuffmanTable.literalFlag != 0 {
            Self.emitLiteral(entry, &bits, &target)
            if bits.isPastEnd { return .truncated }
            continue
          }
        }
        bits.refill()
      }
      if entry & HuffmanTable.subtableFlag != 0 {
        bits.drop(11)
        entry = symbols[Int(entry >> 16) + Int(bits.buffer & 0xF)]
        if entry & HuffmanTable.literalFlag != 0 {
          Self.emitLiteral(entry, &bits, &target)
          if bits.isPastEnd { return .truncated }
          continue
        }
      }
      guard entry != HuffmanTable.invalidEntry else {
        return bits.isPastEnd ? .truncated : .damaged
      }
      bits.drop(Int(entry & 0xFF))
      if entry & HuffmanTable.endOfBlockFlag != 0 {
        checkpoint.blockState = .none
        return bits.isPastEnd ? .truncated : nil
      }
      let length = Int(entry >> 16) &+ bits.read(Int(entry >> 8 & 0x1F))
      var far = distances[Int(bits.buffer & 0x1FF)]
      if far & HuffmanTable.subtableFlag != 0 {
        bits.drop(9)
        far = distances[Int(far >> 16) + Int(bits.buffer & 0x3F)]
      }
      guard far != HuffmanTable.invalidEntry else { return bits.isPastEnd ? .truncated : .damaged }
      bits.drop(Int(far & 0xFF))
      let distance = Int(far >> 16) &+ bits.read(Int(far >> 8 & 0x1F))
      guard distance <= target - windowStart else { return .damaged }
      if bits.isPastEnd { return .truncated }
      Self.copy(length, from: distance, to: target)
      target += length
    }
  }

  @inline(__always)
  private static func emitLiteral(
    _ entry: UInt32, _ bits: inout BitReader, _ target: inout UnsafeMutablePointer<UInt8>
  ) {
    target.pointee = UInt8(truncatingIfNeeded: entry &>> 16)
    target += 1
    bits.drop(Int(entry & 0xFF))
  }

  /// Copies a match of `length` bytes from `distance` bytes back. Up to 15 bytes more than `length`
  /// may be written.
  @inline(__always)
  private static func copy(
    _ length: Int, from distance: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let end = UnsafeMutableRawPointer(target + length)
    var back = distance
    var to = UnsafeMutableRawPointer(target)
    if back < 8 {
      // A short period is repeated to one of at least 8 bytes, so that whole words can be copied.
      while back < 8 { back &+= distance }
      for i in 0..<back { target[i] = target[i - distance] }
      to += back
    }
    while to < end {
      to.storeBytes(of: (to - back).loadUnaligned(as: UInt64.self), as: UInt64.self)
      to += 8
    }
  }
}

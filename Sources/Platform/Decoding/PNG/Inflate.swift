/// Deflate data to bytes, in one memory that is its own window; two to three times as fast as zlib,
/// because it knows that all input and all output are in memory.
///
/// - Source: RFC 1950 and 1951; the shape of the inner loop is that of libdeflate (E. Biggers).
struct Inflate: ~Copyable {
  enum Ending {
    /// The data ended, or the output is full.
    case complete
    /// The input ended first.
    case cut
    /// No valid data from here on.
    case damaged
  }

  /// The output must have this many bytes behind its end: words are copied whole.
  static let slack = 320

  private var bits: BitReader
  private let output: UnsafeMutablePointer<UInt8>
  private var target: UnsafeMutablePointer<UInt8>
  private let outputEnd: UnsafeMutablePointer<UInt8>
  private var symbols = HuffmanTable(bits: 11)
  private var distances = HuffmanTable(bits: 9)
  /// Told how many bytes of output are final, now and then.
  private let progress: (Int) -> Void
  private var nextReport: UnsafeMutablePointer<UInt8>
  private static let reportBytes = 1 << 18

  /// - Parameters:
  ///   - bytes: a zlib stream.
  ///   - output: `count` bytes to fill and ``slack`` more.
  init(
    _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<UInt8>, count: Int,
    progress: @escaping (Int) -> Void
  ) {
    let words = bytes.bindMemory(to: UInt8.self)
    // An empty stream has no address: it is cut at once.
    bits = BitReader(words.baseAddress ?? UnsafePointer(output), count: words.count)
    self.output = output
    target = output
    outputEnd = output + count
    self.progress = progress
    nextReport = output + Self.reportBytes
  }

  /// Fills the output as far as the data go.
  mutating func run() -> Ending {
    defer { progress(min(target, outputEnd) - output) }
    bits.refill()
    let header = bits.take(16)
    guard isZlib(header) else {
      return bits.inventedBits > 0 ? .cut : .damaged
    }
    while true {
      bits.refill()
      let isLast = bits.take(1) == 1
      let ending: Ending? =
        switch bits.take(2) {
        case 0: storedBlock()
        case 1: fixedTables() ? block() : .damaged
        case 2: dynamicTables() ? block() : (bits.isPastEnd ? .cut : .damaged)
        default: bits.isPastEnd ? .cut : .damaged
        }
      if let ending { return ending }
      if isLast || target >= outputEnd { return .complete }
    }
  }

  private func isZlib(_ header: Int) -> Bool {
    let big = (header & 0xFF) << 8 | header >> 8
    return header & 0x0F == 8 && big % 31 == 0 && header >> 8 & 0x20 == 0
  }

  private mutating func storedBlock() -> Ending? {
    bits.drop(bits.heldBits & 7)
    bits.refill()
    let length = bits.take(16)
    guard bits.take(16) == length ^ 0xFFFF, !bits.isPastEnd else {
      return bits.isPastEnd ? .cut : .damaged
    }
    let taken = bits.takeBytes(min(length, outputEnd - target))
    if let base = taken.baseAddress { target.update(from: base, count: taken.count) }
    target += taken.count
    if taken.count < length { return target >= outputEnd ? .complete : .cut }
    return nil
  }

  private mutating func fixedTables() -> Bool {
    var lengths = [UInt8](repeating: 8, count: 288)
    for i in 144..<256 { lengths[i] = 9 }
    for i in 256..<280 { lengths[i] = 7 }
    return symbols.build(lengths[...], meaning: Self.symbol)
      && distances.build([UInt8](repeating: 5, count: 30)[...], meaning: Self.distance)
  }

  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func dynamicTables() -> Bool {
    bits.refill()
    let symbolCount = bits.take(5) + 257
    let distanceCount = bits.take(5) + 1
    let codeCount = bits.take(4) + 4
    guard symbolCount <= 286, distanceCount <= 30 else { return false }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for i in 0..<codeCount {
      bits.refill()
      codeLengths[Self.lengthOrder[i]] = UInt8(bits.take(3))
    }
    guard distances.build(codeLengths[...], meaning: { UInt32($0) << 16 }) else { return false }
    var lengths: [UInt8] = []
    lengths.reserveCapacity(320)
    while lengths.count < symbolCount + distanceCount {
      bits.refill()
      let entry = distances.entries[Int(bits.held & 0x1FF)]
      guard entry != HuffmanTable.invalid, !bits.isPastEnd else { return false }
      bits.drop(Int(entry & 0xFF))
      switch entry >> 16 {
      case 16:
        guard let last = lengths.last else { return false }
        for _ in 0..<bits.take(2) + 3 { lengths.append(last) }
      case 17: for _ in 0..<bits.take(3) + 3 { lengths.append(0) }
      case 18: for _ in 0..<bits.take(7) + 11 { lengths.append(0) }
      case let length: lengths.append(UInt8(length))
      }
    }
    guard lengths.count == symbolCount + distanceCount else { return false }
    return symbols.build(lengths[..<symbolCount], meaning: Self.symbol)
      && distances.build(lengths[symbolCount...], meaning: Self.distance)
  }

  private static let lengthBases: [UInt32] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthExtra: [UInt32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]

  private static func symbol(_ i: Int) -> UInt32 {
    if i < 256 { return HuffmanTable.literal | UInt32(i) << 16 }
    if i == 256 { return HuffmanTable.endOfBlock }
    guard i - 257 < lengthBases.count else { return HuffmanTable.endOfBlock }
    return lengthBases[i - 257] << 16 | lengthExtra[i - 257] << 8
  }

  private static func distance(_ i: Int) -> UInt32 {
    let extra = i < 4 ? 0 : UInt32(i / 2 - 1)
    let base = i < 4 ? UInt32(i) + 1 : (2 + UInt32(i & 1)) << extra + 1
    return base << 16 | extra << 8
  }

  /// One block of compressed data.
  private mutating func block() -> Ending? {
    let symbols = self.symbols.entries
    let distances = self.distances.entries
    var bits = self.bits
    var target = self.target
    defer {
      self.bits = bits
      self.target = target
    }
    while true {
      bits.refill()
      guard target < outputEnd else { return .complete }
      if target >= nextReport { nextReport = report(target) }
      var entry = symbols[Int(bits.held & 0x7FF)]
      if entry & HuffmanTable.literal != 0 {
        Self.emit(entry, &bits, &target)
        entry = symbols[Int(bits.held & 0x7FF)]
        if entry & HuffmanTable.literal != 0 {
          Self.emit(entry, &bits, &target)
          entry = symbols[Int(bits.held & 0x7FF)]
          if entry & HuffmanTable.literal != 0 {
            Self.emit(entry, &bits, &target)
            if bits.isPastEnd { return .cut }
            continue
          }
        }
        bits.refill()
      }
      if entry & HuffmanTable.secondLevel != 0 {
        bits.drop(11)
        entry = symbols[Int(entry >> 16) + Int(bits.held & 0xF)]
        if entry & HuffmanTable.literal != 0 {
          Self.emit(entry, &bits, &target)
          if bits.isPastEnd { return .cut }
          continue
        }
      }
      guard entry != HuffmanTable.invalid else { return bits.isPastEnd ? .cut : .damaged }
      bits.drop(Int(entry & 0xFF))
      if entry & HuffmanTable.endOfBlock != 0 { return bits.isPastEnd ? .cut : nil }
      let length = Int(entry >> 16) &+ bits.take(Int(entry >> 8 & 0x1F))
      var far = distances[Int(bits.held & 0x1FF)]
      if far & HuffmanTable.secondLevel != 0 {
        bits.drop(9)
        far = distances[Int(far >> 16) + Int(bits.held & 0x3F)]
      }
      guard far != HuffmanTable.invalid else { return bits.isPastEnd ? .cut : .damaged }
      bits.drop(Int(far & 0xFF))
      let distance = Int(far >> 16) &+ bits.take(Int(far >> 8 & 0x1F))
      guard distance <= target - output else { return .damaged }
      if bits.isPastEnd { return .cut }
      Self.copy(length, from: distance, to: target)
      target += length
    }
  }

  @inline(__always)
  private static func emit(
    _ entry: UInt32, _ bits: inout BitReader, _ target: inout UnsafeMutablePointer<UInt8>
  ) {
    target.pointee = UInt8(truncatingIfNeeded: entry &>> 16)
    target += 1
    bits.drop(Int(entry & 0xFF))
  }

  /// Repeats what is `distance` bytes back. May write up to 15 bytes more than `length`.
  @inline(__always)
  private static func copy(
    _ length: Int, from distance: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let end = UnsafeMutableRawPointer(target + length)
    var back = distance
    var to = UnsafeMutableRawPointer(target)
    if back < 8 {
      // A short period is unrolled until a whole word back is the same as one period back.
      while back < 8 { back &+= distance }
      for i in 0..<back { target[i] = target[i - distance] }
      to += back
    }
    while to < end {
      to.storeBytes(of: (to - back).loadUnaligned(as: UInt64.self), as: UInt64.self)
      to += 8
    }
  }

  @inline(never)
  private func report(_ target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    progress(target - output)
    return target + Self.reportBytes
  }
}

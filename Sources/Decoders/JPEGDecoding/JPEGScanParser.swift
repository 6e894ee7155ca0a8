import DecodingSupport

/// The state of the parser at the beginning of an MCU, from which parsing can continue.
struct JPEGCheckpoint {
  var bits: JPEGBitReader
  /// The DC predictor of every component.
  var predictors = SIMD4<Int16>()
  /// Number of MCUs until the next restart marker.
  var mcusUntilRestart: Int

  init(_ scan: JPEGScan) {
    bits = JPEGBitReader(at: scan.dataOffset)
    mcusUntilRestart = scan.restartInterval
  }
}

/// A parser that advances over the MCUs of a scan without decoding pixels.
final class JPEGScanParser {
  private struct Block {
    let component: Int
    let dcTable: JPEGHuffmanTable.Table
    let acTable: JPEGHuffmanTable.Table
    let endOfBlock: (word: UInt64, size: Int)?
  }
  /// Maximum number of bytes that an MCU takes when written: every coefficient with the longest
  /// code, every byte stuffed.
  private static let maxMCUBytes = 10 * 64 * 4 * 2

  let scan: JPEGScan
  private let bytes: UnsafeRawBufferPointer
  private let blocks: UnsafeMutableBufferPointer<Block>
  // The array keeps the tables alive to which the blocks point.
  private let huffmanTables: [JPEGHuffmanTable]

  /// Makes a parser for the entropy-coded data of a scan.
  ///
  /// - Parameter bytes: the file; it must outlive this object.
  init(_ scan: JPEGScan, _ bytes: PictureBytes) {
    self.scan = scan
    self.bytes = bytes.raw
    huffmanTables = scan.huffmanTables.flatMap { $0.compactMap { $0 } }
    var blocks: [Block] = []
    for (number, component) in scan.components.enumerated() {
      guard let dcTable = scan.huffmanTables[0][component.dcTable],
        let acTable = scan.huffmanTables[1][component.acTable]
      else { continue }
      let block = Block(
        component: number, dcTable: dcTable.table, acTable: acTable.table,
        endOfBlock: acTable.endOfBlock)
      blocks += [Block](
        repeating: block, count: component.horizontalSampling * component.verticalSampling)
    }
    self.blocks = .allocate(capacity: blocks.count)
    _ = self.blocks.initialize(from: blocks)
  }

  deinit { blocks.deallocate() }

  /// Advances `checkpoint` over `count` MCUs.
  func skipMCUs(_ count: Int, _ checkpoint: inout JPEGCheckpoint) {
    var at = checkpoint
    for _ in 0..<count where advanceToMCUIfPresent(&at) {
      for block in blocks {
        at.predictors[block.component] &+= readDCDifference(block, &at.bits)
        skipACCoefficients(block, &at.bits)
      }
    }
    checkpoint = at
  }

  /// Reads the DC coefficients of the blocks of the next `count` MCUs into `out`, in MCU order, and
  /// advances `checkpoint`; zeros where the data end early.
  func readDCCoefficients(
    _ count: Int, _ checkpoint: inout JPEGCheckpoint, into out: UnsafeMutablePointer<Int16>
  ) {
    var at = checkpoint
    var next = out
    for _ in 0..<count {
      let isThere = advanceToMCUIfPresent(&at)
      for block in blocks {
        if isThere {
          at.predictors[block.component] &+= readDCDifference(block, &at.bits)
          skipACCoefficients(block, &at.bits)
        }
        next.pointee = isThere ? at.predictors[block.component] : 0
        next += 1
      }
    }
    checkpoint = at
  }

  @inline(__always)
  private func skipACCoefficients(_ block: Block, _ bits: inout JPEGBitReader) {
    var k = scan.hasAC ? 1 : 64
    // While only the last code of an entry can exceed the block, all codes of the entry are
    // consumed together.
    while k < 64 &- JPEGHuffmanTable.Table.maxCoefficientsBeforeLastCode {
      bits.fill(bytes)
      let entry = block.acTable.acEntry(bits.buffer)
      bits.drop(Int(entry & 0xFF))
      k &+= Int(entry &>> 8 & 0xFF)
    }
    while k < 64 {
      bits.fill(bytes)
      let entry = block.acTable.firstACEntry(bits.buffer)
      bits.drop(Int(entry & 0xFF))
      k &+= Int(entry &>> 8 & 0xFF)
    }
  }

  /// Copies the next `count` MCUs to `writer` as one restart interval, whose DC predictors begin at
  /// zero, and advances `checkpoint` over them.
  ///
  /// - Returns: false when the data end early; the missing MCUs are written with coefficients of
  ///   zero.
  func copyMCUs(
    _ count: Int, _ checkpoint: inout JPEGCheckpoint, to writer: inout JPEGBitWriter
  ) -> Bool {
    var at = checkpoint
    var predictors = SIMD4<Int16>()
    var out = writer.cursor
    var isWhole = true
    for _ in 0..<count {
      if out.room < Self.maxMCUBytes {
        writer.cursor = out
        writer.reserve(Self.maxMCUBytes)
        out = writer.cursor
      }
      guard advanceToMCUIfPresent(&at) else {
        isWhole = false
        writeBlankMCU(&predictors, to: &out)
        continue
      }
      for block in blocks {
        at.predictors[block.component] &+= readDCDifference(block, &at.bits)
        JPEGDCTable.write(at.predictors[block.component] &- predictors[block.component], to: &out)
        predictors[block.component] = at.predictors[block.component]
        guard scan.hasAC else {
          if let end = block.endOfBlock { out.put(end.word, end.size) }
          continue
        }
        var k = 1
        while k < 64 { k &+= copyACCode(block, &at.bits, to: &out) }
      }
    }
    writer.cursor = out
    checkpoint = at
    return isWhole
  }

  /// Copies the next MCU to `writer` with the file's own Huffman tables as the first MCU of a scan,
  /// whose DC predictors are zero, and advances `checkpoint`.
  ///
  /// - Returns: false when the DC table has no code for a difference, or the data end early.
  func copyFirstMCU(_ checkpoint: inout JPEGCheckpoint, to writer: inout JPEGBitWriter) -> Bool {
    writer.reserve(Self.maxMCUBytes)
    var at = checkpoint
    var out = writer.cursor
    var predictors = SIMD4<Int16>()
    for block in blocks {
      at.predictors[block.component] &+= readDCDifference(block, &at.bits)
      let difference = at.predictors[block.component] &- predictors[block.component]
      predictors[block.component] = at.predictors[block.component]
      let size = JPEGDCTable.size(of: difference)
      let table = scan.huffmanTables[0][scan.components[block.component].dcTable]
      guard let code = table?.codeword(for: UInt8(size)) else { return false }
      out.put(code.word, code.size)
      JPEGDCTable.writeExtraBits(of: difference, size, to: &out)
      var k = 1
      while k < 64 { k &+= copyACCode(block, &at.bits, to: &out) }
    }
    writer.cursor = out
    checkpoint = at
    return !at.bits.isPastEnd
  }

  /// Copies one AC code with its extra bits.
  ///
  /// - Returns: the number of coefficients of the code.
  @inline(__always)
  private func copyACCode(
    _ block: Block, _ bits: inout JPEGBitReader, to out: inout JPEGBitWriter.Cursor
  ) -> Int {
    bits.fill(bytes)
    let entry = block.acTable.firstACEntry(bits.buffer)
    let size = Int(entry & 0xFF)
    out.put(bits.buffer &>> UInt64(truncatingIfNeeded: 64 &- size), size)
    bits.drop(size)
    return Int(entry &>> 8 & 0xFF)
  }

  /// Writes an MCU whose coefficients are all zero, which is what libjpeg decodes for a missing
  /// one.
  private func writeBlankMCU(
    _ predictors: inout SIMD4<Int16>, to out: inout JPEGBitWriter.Cursor
  ) {
    for block in blocks {
      guard let end = block.endOfBlock else { return }
      JPEGDCTable.write(0 &- predictors[block.component], to: &out)
      predictors[block.component] = 0
      out.put(end.word, end.size)
    }
  }

  /// Advances to the next MCU, past the restart marker when one is due.
  ///
  /// - Returns: false when there are no data for the next MCU.
  @inline(__always)
  private func advanceToMCUIfPresent(_ at: inout JPEGCheckpoint) -> Bool {
    if scan.restartInterval > 0 {
      if at.mcusUntilRestart == 0 {
        _ = at.bits.skipRestartMarker(bytes)
        at.predictors = SIMD4()
        at.mcusUntilRestart = scan.restartInterval
      }
      at.mcusUntilRestart &-= 1
    }
    return !at.bits.isPastEnd
  }

  /// The decoded difference (DIFF) of a block: its DC coefficient minus the predictor (ITU-T T.81,
  /// F.2.2.1).
  @inline(__always)
  private func readDCDifference(_ block: Block, _ bits: inout JPEGBitReader) -> Int16 {
    bits.fill(bytes)
    let entry = block.dcTable.dcEntry(bits.buffer)
    let size = Int(entry &>> 24)
    bits.drop(Int(entry &>> 16 & 0xFF))
    guard size > 0 else { return 0 }
    let extra = Int(truncatingIfNeeded: bits.buffer &>> UInt64(truncatingIfNeeded: 64 &- size))
    bits.drop(size)
    let value = extra < 1 &<< (size &- 1) ? extra &- (1 &<< size) &+ 1 : extra
    return Int16(truncatingIfNeeded: value)
  }
}

/// The DC Huffman table of JPEG excerpts. It has a code for every size category, some of which the
/// table of the file may lack.
enum JPEGDCTable {
  /// The number of codes of each length from 1 to 16 bits: fifteen of four bits and one of five,
  /// because a code of all ones is not allowed.
  static let counts: [UInt8] = [0, 0, 0, 15, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  static let symbols = [UInt8](0...15)

  @inline(__always)
  static func write(_ difference: Int16, to out: inout JPEGBitWriter.Cursor) {
    let size = size(of: difference)
    if size < 15 { out.put(UInt64(size), 4) } else { out.put(0b11110, 5) }
    writeExtraBits(of: difference, size, to: &out)
  }

  /// The size category (SSSS) of a difference of DC coefficients, which is its number of extra
  /// bits.
  @inline(__always)
  static func size(of difference: Int16) -> Int {
    16 - clampedDifference(difference).magnitude.leadingZeroBitCount
  }

  /// Writes the extra bits of a difference of size category `size`, which follow its code.
  @inline(__always)
  static func writeExtraBits(
    of difference: Int16, _ size: Int, to out: inout JPEGBitWriter.Cursor
  ) {
    let value = clampedDifference(difference)
    let extra = value < 0 ? Int(value) + (1 << size) - 1 : Int(value)
    out.put(UInt64(extra), size)
  }

  // A difference of -32,768 would need 16 bits; only invalid data can produce it.
  @inline(__always)
  private static func clampedDifference(_ difference: Int16) -> Int16 {
    max(difference, -Int16.max)
  }
}

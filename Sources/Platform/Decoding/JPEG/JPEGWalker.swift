/// Where a unit begins, and what must be known to go on from there.
struct JPEGPlace {
  var bits: JPEGBits
  /// The mean of the block before, of every colour.
  var means = SIMD4<Int16>()
  /// Units until the next restart marker.
  var unitsLeft: Int

  init(_ scan: JPEGScan) {
    bits = JPEGBits(at: scan.start)
    unitsLeft = scan.interval
  }
}

/// Goes over the units of a scan without decoding them.
final class JPEGWalker {
  private struct Block {
    let part: Int
    let means: JPEGCode.Table
    let details: JPEGCode.Table
    let end: (word: UInt64, size: Int)?
  }
  /// Most bytes a unit is written in: every coefficient with the longest word, every byte 0xFF.
  private static let mostUnitBytes = 10 * 64 * 4 * 2

  let scan: JPEGScan
  private let bytes: UnsafeRawBufferPointer
  private let blocks: UnsafeMutableBufferPointer<Block>
  // Owns what the blocks point to.
  private let codes: [JPEGCode]

  /// - Parameter bytes: the file, which outlives this.
  init(_ scan: JPEGScan, _ bytes: PictureBytes) {
    self.scan = scan
    self.bytes = bytes.raw
    codes = scan.codes.flatMap { $0.compactMap { $0 } }
    var blocks: [Block] = []
    for (part, about) in scan.parts.enumerated() {
      guard let means = scan.codes[0][about.means], let details = scan.codes[1][about.details]
      else { continue }
      let block = Block(
        part: part, means: means.table, details: details.table, end: details.endOfBlock)
      blocks += [Block](repeating: block, count: about.across * about.down)
    }
    self.blocks = .allocate(capacity: blocks.count)
    _ = self.blocks.initialize(from: blocks)
  }

  deinit { blocks.deallocate() }

  /// Goes over `units` of them.
  func skip(_ units: Int, _ place: inout JPEGPlace) {
    var at = place
    for _ in 0..<units where begin(&at) {
      for block in blocks {
        at.means[block.part] &+= difference(block, &at.bits)
        skipDetails(block, &at.bits)
      }
    }
    place = at
  }

  /// Goes over `units` of them and writes down the mean of every block, in units of `scan` one after
  /// the other; zeros where the data end before.
  func readMeans(_ units: Int, _ place: inout JPEGPlace, into out: UnsafeMutablePointer<Int16>) {
    var at = place
    var next = out
    for _ in 0..<units {
      let isThere = begin(&at)
      for block in blocks {
        if isThere {
          at.means[block.part] &+= difference(block, &at.bits)
          skipDetails(block, &at.bits)
        }
        next.pointee = isThere ? at.means[block.part] : 0
        next += 1
      }
    }
    place = at
  }

  @inline(__always)
  private func skipDetails(_ block: Block, _ bits: inout JPEGBits) {
    var k = scan.hasDetails ? 1 : 64
    // As long as no word but the last can lead out of the block, they are taken together.
    while k < 64 &- JPEGCode.Table.mostSteps {
      bits.fill(bytes)
      let words = block.details.words(bits.word)
      bits.drop(Int(words & 0xFF))
      k &+= Int(words &>> 8 & 0xFF)
    }
    while k < 64 {
      bits.fill(bytes)
      let word = block.details.word(bits.word)
      bits.drop(Int(word & 0xFF))
      k &+= Int(word &>> 8 & 0xFF)
    }
  }

  /// Goes over `units` of them and writes them again, as a restart interval of their own.
  ///
  /// - Returns: false when the data end before; the rest is blank.
  func copy(
    _ units: Int, _ place: inout JPEGPlace, to writer: inout JPEGBitWriter
  ) -> Bool {
    var at = place
    var told = SIMD4<Int16>()
    var out = writer.cursor
    var isWhole = true
    for _ in 0..<units {
      if out.room < Self.mostUnitBytes {
        writer.cursor = out
        writer.reserve(Self.mostUnitBytes)
        out = writer.cursor
      }
      guard begin(&at) else {
        isWhole = false
        writeBlank(&told, to: &out)
        continue
      }
      for block in blocks {
        at.means[block.part] &+= difference(block, &at.bits)
        JPEGMeans.write(at.means[block.part] &- told[block.part], to: &out)
        told[block.part] = at.means[block.part]
        guard scan.hasDetails else {
          if let end = block.end { out.put(end.word, end.size) }
          continue
        }
        var k = 1
        while k < 64 { k &+= copyWord(block, &at.bits, to: &out) }
      }
    }
    writer.cursor = out
    place = at
    return isWhole
  }

  /// Goes over one unit and writes it again in the file's own codes, as the first one there is.
  ///
  /// - Returns: false when a mean has no word.
  func copyFirst(_ place: inout JPEGPlace, to writer: inout JPEGBitWriter) -> Bool {
    writer.reserve(Self.mostUnitBytes)
    var at = place
    var out = writer.cursor
    var told = SIMD4<Int16>()
    for block in blocks {
      at.means[block.part] &+= difference(block, &at.bits)
      let difference = at.means[block.part] &- told[block.part]
      told[block.part] = at.means[block.part]
      let size = JPEGMeans.size(of: difference)
      guard let word = scan.codes[0][scan.parts[block.part].means]?.word(for: UInt8(size)) else {
        return false
      }
      out.put(word.word, word.size)
      JPEGMeans.writeBits(of: difference, size, to: &out)
      var k = 1
      while k < 64 { k &+= copyWord(block, &at.bits, to: &out) }
    }
    writer.cursor = out
    place = at
    return !at.bits.isSpent
  }

  /// Copies a word with its extra bits.
  ///
  /// - Returns: the coefficients it stands for.
  @inline(__always)
  private func copyWord(
    _ block: Block, _ bits: inout JPEGBits, to out: inout JPEGBitWriter.Cursor
  ) -> Int {
    bits.fill(bytes)
    let word = block.details.word(bits.word)
    let size = Int(word & 0xFF)
    out.put(bits.word &>> UInt64(truncatingIfNeeded: 64 &- size), size)
    bits.drop(size)
    return Int(word &>> 8 & 0xFF)
  }

  /// A unit without anything, which libjpeg makes of one that is missing.
  private func writeBlank(
    _ told: inout SIMD4<Int16>, to out: inout JPEGBitWriter.Cursor
  ) {
    for block in blocks {
      guard let end = block.end else { return }
      JPEGMeans.write(0 &- told[block.part], to: &out)
      told[block.part] = 0
      out.put(end.word, end.size)
    }
  }

  /// Looks for the restart marker where one is due.
  ///
  /// - Returns: false when there are no data for the next unit.
  @inline(__always)
  private func begin(_ at: inout JPEGPlace) -> Bool {
    if scan.interval > 0 {
      if at.unitsLeft == 0 {
        _ = at.bits.restart(bytes)
        at.means = SIMD4()
        at.unitsLeft = scan.interval
      }
      at.unitsLeft &-= 1
    }
    return !at.bits.isSpent
  }

  /// How much the mean of a block differs from that of the one before.
  @inline(__always)
  private func difference(_ block: Block, _ bits: inout JPEGBits) -> Int16 {
    bits.fill(bytes)
    let entry = block.means.mean(bits.word)
    let size = Int(entry &>> 24)
    bits.drop(Int(entry &>> 16 & 0xFF))
    guard size > 0 else { return 0 }
    let extra = Int(truncatingIfNeeded: bits.word &>> UInt64(truncatingIfNeeded: 64 &- size))
    bits.drop(size)
    let value = extra < 1 &<< (size &- 1) ? extra &- (1 &<< size) &+ 1 : extra
    return Int16(truncatingIfNeeded: value)
  }
}

/// The code that excerpts have for means: one that has a word for every size, as the file's own need
/// not.
enum JPEGMeans {
  /// Fifteen words of four bits and one of five, the word of ones left out.
  static let counts: [UInt8] = [0, 0, 0, 15, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  static let symbols = [UInt8](0...15)

  @inline(__always)
  static func write(_ difference: Int16, to out: inout JPEGBitWriter.Cursor) {
    let size = size(of: difference)
    if size < 15 { out.put(UInt64(size), 4) } else { out.put(0b11110, 5) }
    writeBits(of: difference, size, to: &out)
  }

  /// What a word says of `difference`: how many bits it takes.
  @inline(__always)
  static func size(of difference: Int16) -> Int {
    16 - sayable(difference).magnitude.leadingZeroBitCount
  }

  /// The bits behind the word.
  @inline(__always)
  static func writeBits(
    of difference: Int16, _ size: Int, to out: inout JPEGBitWriter.Cursor
  ) {
    let value = sayable(difference)
    let extra = value < 0 ? Int(value) + (1 << size) - 1 : Int(value)
    out.put(UInt64(extra), size)
  }

  // -32 768 would take sixteen bits; only a file that lies can come there.
  @inline(__always)
  private static func sayable(_ difference: Int16) -> Int16 { max(difference, -Int16.max) }
}

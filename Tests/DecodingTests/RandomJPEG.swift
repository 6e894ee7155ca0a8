import Geometry
import TestSupport

/// JPEGs of random coefficients and random Huffman tables: sequential scans that the format allows
/// and encoders do not write.
struct RandomJPEG {
  var width: Int
  var height: Int
  /// The numbers of blocks of every component in an MCU, across and down.
  var parts: [(across: Int, down: Int)]
  /// The number of MCUs between restart markers; 0 for none.
  var interval = 0
  /// The colour transform of Adobe's APP14 marker; nil for no marker.
  var transform: UInt8?
  var orientation = Orientation.up

  /// The numbers of Huffman codes of each length from 1 to 16, so that long codes occur, too.
  private static let meanCounts: [UInt8] = [0, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
  private static let detailCounts: [UInt8] = [
    0, 1, 1, 1, 1, 0, 0, 0, 100, 0, 0, 50, 0, 0, 0, 8,
  ]

  /// The bytes of the file. Every block has a random DC coefficient and some AC coefficients.
  func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    var out: [UInt8] = [0xFF, 0xD8]
    if orientation != .up {
      out += segment(0xE1, Array("Exif\0\0".utf8) + Samples.exif(orientation))
    }
    if let transform {
      out += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
    }
    out += segment(0xDB, [0] + [UInt8](repeating: 3, count: 64))
    let means = Code(Self.meanCounts, (0...11).shuffled(using: &random).map { UInt8($0) })
    var symbols: [UInt8] = [0x00, 0xF0]
    for run in 0...15 { for size in 1...10 { symbols.append(UInt8(run << 4 | size)) } }
    let details = Code(Self.detailCounts, symbols.shuffled(using: &random))
    out += segment(0xC4, [0x00] + means.body) + segment(0xC4, [0x10] + details.body)
    var frame: [UInt8] = [8] + Samples.big16(height) + Samples.big16(width)
    var scan: [UInt8] = [UInt8(parts.count)]
    frame += scan
    for (i, part) in parts.enumerated() {
      frame += [UInt8(i + 1), UInt8(part.across << 4 | part.down), 0]
      scan += [UInt8(i + 1), 0]
    }
    out += segment(0xC0, frame)
    if interval > 0 { out += segment(0xDD, Samples.big16(interval)) }
    out += segment(0xDA, scan + [0, 63, 0])
    return out + data(means, details, &random) + [0xFF, 0xD9]
  }

  private func data(_ means: Code, _ details: Code, _ random: inout SeededGenerator) -> [UInt8] {
    let single = parts.count == 1
    let unit = (
      single ? 8 : 8 * (parts.map(\.across).max() ?? 1),
      single ? 8 : 8 * (parts.map(\.down).max() ?? 1)
    )
    let units = ((width + unit.0 - 1) / unit.0) * ((height + unit.1 - 1) / unit.1)
    var bits = Bits()
    var last = [Int](repeating: 0, count: parts.count)
    for i in 0..<units {
      if interval > 0, i > 0, i % interval == 0 {
        bits.align()
        bits.bytes += [0xFF, 0xD0 + UInt8((i / interval - 1) & 7)]
        last = [Int](repeating: 0, count: parts.count)
      }
      for (part, about) in parts.enumerated() {
        for _ in 0..<(single ? 1 : about.across * about.down) {
          let mean = Int.random(in: -300...300, using: &random)
          put(means, 0, mean - last[part], &bits)
          last[part] = mean
          putDetails(details, &bits, &random)
        }
      }
    }
    bits.align()
    return bits.bytes
  }

  private func putDetails(_ code: Code, _ bits: inout Bits, _ random: inout SeededGenerator) {
    var k = 1
    while k < 64, Int.random(in: 0..<4, using: &random) > 0 {
      let run = Int.random(in: 0..<24, using: &random)
      if run > 15 {
        if k + 16 >= 64 { break }
        bits.put(code, 0xF0)
        k += 16
        continue
      }
      if k + run >= 64 { break }
      let value = Int.random(in: 1...(k < 8 ? 60 : 9), using: &random)
      put(code, UInt8(run << 4), Bool.random(using: &random) ? value : -value, &bits)
      k += run + 1
    }
    if k < 64 { bits.put(code, 0x00) }
  }

  /// Writes the Huffman code for a run and the size of `value`, and the value.
  private func put(_ code: Code, _ run: UInt8, _ value: Int, _ bits: inout Bits) {
    let size = Int.bitWidth - value.magnitude.leadingZeroBitCount
    bits.put(code, run | UInt8(size))
    bits.put(value < 0 ? value + (1 << size) - 1 : value, size)
  }

  private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker] + Samples.big16(body.count + 2) + body
  }

  private struct Code {
    let body: [UInt8]
    private(set) var words: [UInt8: (word: Int, size: Int)] = [:]

    init(_ counts: [UInt8], _ symbols: [UInt8]) {
      precondition(counts.reduce(0) { $0 + Int($1) } == symbols.count, "\(symbols.count) symbols")
      body = counts + symbols
      var word = 0
      var rest = symbols[...]
      for length in 1...16 {
        for _ in 0..<counts[length - 1] {
          if let symbol = rest.popFirst() { words[symbol] = (word, length) }
          word += 1
        }
        word <<= 1
      }
    }
  }

  private struct Bits {
    var bytes: [UInt8] = []
    private var word = 0
    private var count = 0

    mutating func put(_ code: Code, _ symbol: UInt8) {
      guard let word = code.words[symbol] else { preconditionFailure("no word for \(symbol)") }
      put(word.word, word.size)
    }
    mutating func put(_ value: Int, _ size: Int) {
      word = word << size | value
      count += size
      while count >= 8 {
        count -= 8
        let byte = UInt8(word >> count & 0xFF)
        bytes += byte == 0xFF ? [byte, 0] : [byte]
      }
      word &= 1 << count - 1
    }
    mutating func align() {
      if count > 0 { put(1 << (8 - count) - 1, 8 - count) }
    }
  }
}

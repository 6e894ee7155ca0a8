import Pixels

/// A scan of Huffman codes, as far as it takes to walk over it and to write another one like it: the
/// one of a sequential JPEG, or the first one of a progressive JPEG, which has the mean of every
/// block and nothing else.
struct JPEGScan {
  /// One colour.
  struct Part {
    let id: UInt8
    /// Blocks of it in a unit.
    let across: Int
    let down: Int
    let quantizer: Int
    fileprivate(set) var means = 0
    fileprivate(set) var details = 0
  }

  private(set) var size = PixelSize.zero
  private(set) var parts: [Part] = []
  /// Units between restart markers, 0 for none.
  private(set) var interval = 0
  /// Where the first bit is.
  private(set) var start = 0
  /// By class (means, details) and number.
  private(set) var codes: [[JPEGCode?]] = [[nil, nil, nil, nil], [nil, nil, nil, nil]]
  /// The body of a segment for each, by number.
  private(set) var quantizers: [[UInt8]?] = [nil, nil, nil, nil]
  /// True when there is more than means.
  let hasDetails: Bool
  private(set) var hasJFIF = false
  /// Adobe's word on how the colours were transformed.
  private(set) var adobe: [UInt8]?

  /// Blocks of a unit, at most.
  private static let mostBlocks = 10

  /// - Parameter ofMeans: whether the picture is to be progressive, and the means are all that is
  ///   wanted of it.
  /// - Returns: nil when it is of another kind, or damaged before the scan.
  init?(_ bytes: PictureBytes, ofMeans: Bool = false) {
    hasDetails = !ofMeans
    var isSound = true
    let scan = bytes.jpegSegments { marker, body in
      guard body.upperBound <= bytes.count else { return isSound = false }
      isSound = isSound && read(marker, Array(bytes.raw[body]))
    }
    guard isSound, let scan, !parts.isEmpty, !size.isEmpty, readScan(bytes, scan + 2) else {
      return nil
    }
    // A colour on its own has units of one block, whatever it says.
    if parts.count == 1 {
      let only = parts[0]
      parts = [Part(id: only.id, across: 1, down: 1, quantizer: only.quantizer)]
      parts[0].means = only.means
      parts[0].details = only.details
    }
    guard blockCount <= Self.mostBlocks else { return nil }
  }

  /// Blocks of a unit.
  var blockCount: Int { parts.reduce(0) { $0 + $1.across * $1.down } }

  /// Pixels of a unit.
  var unit: PixelSize {
    PixelSize(
      width: 8 * (parts.map(\.across).max() ?? 1), height: 8 * (parts.map(\.down).max() ?? 1))
  }

  /// Units of the picture.
  var units: PixelSize {
    PixelSize(
      width: (size.width + unit.width - 1) / unit.width,
      height: (size.height + unit.height - 1) / unit.height)
  }

  /// True when the pixels of a unit take colours from its neighbours.
  var isBlurred: Bool {
    parts.contains { $0.across != parts[0].across || $0.down != parts[0].down }
  }

  /// The same of the picture reduced by `denominator`: colours that are stored at half the size are
  /// then reduced less instead.
  func isBlurred(reducedBy denominator: Int) -> Bool {
    isBlurred
      && (denominator == 1
        || parts.dropFirst().contains {
          2 * $0.across != parts[0].across || 2 * $0.down != parts[0].down
        })
  }

  private mutating func read(_ marker: UInt8, _ body: [UInt8]) -> Bool {
    switch marker {
    case 0xC0, 0xC1: return hasDetails && readFrame(body)
    case 0xC2 where !hasDetails: return readFrame(body)
    case 0xC4: return readCodes(body)
    // Other frames, and a height that comes later.
    case 0xC2...0xCF, 0xDC: return false
    case 0xDB: return readQuantizers(body)
    case 0xDD: return readInterval(body)
    case 0xE0: hasJFIF = hasJFIF || body.starts(with: Array("JFIF\0".utf8))
    case 0xEE where body.count >= 12 && body.starts(with: Array("Adobe".utf8)):
      adobe = Array(body[..<12])
    default: break
    }
    return true
  }

  private mutating func readFrame(_ body: [UInt8]) -> Bool {
    guard parts.isEmpty, body.count >= 6, body[0] == 8, (1...4).contains(body[5]),
      body.count >= 6 + 3 * Int(body[5])
    else { return false }
    size = PixelSize(
      width: Int(body[3]) << 8 | Int(body[4]), height: Int(body[1]) << 8 | Int(body[2]))
    for i in stride(from: 6, to: 6 + 3 * Int(body[5]), by: 3) {
      let part = Part(
        id: body[i], across: Int(body[i + 1] >> 4), down: Int(body[i + 1] & 15),
        quantizer: Int(body[i + 2]))
      guard (1...4).contains(part.across), (1...4).contains(part.down), part.quantizer < 4 else {
        return false
      }
      parts.append(part)
    }
    return true
  }

  private mutating func readCodes(_ body: [UInt8]) -> Bool {
    var i = 0
    while i + 17 <= body.count {
      let (kind, number) = (Int(body[i] >> 4), Int(body[i] & 15))
      let counts = body[i + 1..<i + 17]
      let count = counts.reduce(0) { $0 + Int($1) }
      guard kind < 2, number < 4, i + 17 + count <= body.count else { return false }
      codes[kind][number] = JPEGCode(
        counts: counts, symbols: body[i + 17..<i + 17 + count], ofMeans: kind == 0)
      i += 17 + count
    }
    return true
  }

  private mutating func readQuantizers(_ body: [UInt8]) -> Bool {
    var i = 0
    while i < body.count {
      let length = body[i] >> 4 == 0 ? 65 : 129
      guard body[i] & 15 < 4, i + length <= body.count else { return false }
      quantizers[Int(body[i] & 15)] = Array(body[i..<i + length])
      i += length
    }
    return true
  }

  private mutating func readInterval(_ body: [UInt8]) -> Bool {
    guard body.count >= 2 else { return false }
    interval = Int(body[0]) << 8 | Int(body[1])
    return true
  }

  /// The header of the scan, whose length is at `i`.
  private mutating func readScan(_ bytes: PictureBytes, _ i: Int) -> Bool {
    guard let length = bytes.big16(i), let count = bytes.byte(i + 2).map(Int.init),
      length == 6 + 2 * count, i + length <= bytes.count
    else { return false }
    // Brightness alone shows what it is, if it is not stored coarser.
    if !hasDetails, count == 1, parts.count == 3, unit.width == 8 * parts[0].across,
      unit.height == 8 * parts[0].down
    {
      parts = [parts[0]]
    }
    guard count == parts.count, hasDetails || readShift(bytes, i + length - 3) else { return false }
    for k in parts.indices {
      let tables = bytes.raw[i + 4 + 2 * k]
      guard bytes.raw[i + 3 + 2 * k] == parts[k].id, tables >> 4 < 4, tables & 15 < 4 else {
        return false
      }
      parts[k].means = Int(tables >> 4)
      parts[k].details = hasDetails ? Int(tables & 15) : 0
      guard codes[0][parts[k].means] != nil, codes[1][parts[k].details] != nil,
        quantizers[parts[k].quantizer] != nil
      else { return false }
    }
    start = i + length
    return true
  }

  /// The last bytes of the header of a scan of means: they may lack some bits, which the quantizers
  /// make good for.
  private mutating func readShift(_ bytes: PictureBytes, _ i: Int) -> Bool {
    guard bytes.raw[i] == 0, bytes.raw[i + 1] == 0, bytes.raw[i + 2] <= 13 else { return false }
    for (number, quantizer) in quantizers.enumerated() {
      guard let quantizer else { continue }
      let isWide = quantizer[0] >> 4 != 0
      let mean = isWide ? Int(quantizer[1]) << 8 | Int(quantizer[2]) : Int(quantizer[1])
      let shifted = min(mean << Int(bytes.raw[i + 2]), 0xFFFF)
      quantizers[number] =
        [0x10 | UInt8(number), UInt8(shifted >> 8), UInt8(shifted & 0xFF)]
        + [UInt8](repeating: 1, count: 126)
    }
    codes[1] = [JPEGCode.ofNothing, nil, nil, nil]
    return true
  }
}

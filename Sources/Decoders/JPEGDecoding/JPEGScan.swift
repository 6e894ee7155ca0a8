import DecodingSupport
import PictureMetadata
import Pixels

/// The tables and parameters of a Huffman-coded scan, as needed to parse it and to write an excerpt
/// of it. The scan is that of a sequential JPEG, or the first scan of a progressive JPEG, which
/// holds only DC coefficients.
struct JPEGScan {
  /// A component of the frame (ITU-T T.81, B.2.2), with its table selectors from the scan header.
  struct Component {
    let id: UInt8
    /// Horizontal sampling factor: the width of the component's share of an MCU, in blocks.
    let horizontalSampling: Int
    /// Vertical sampling factor: the height of the component's share of an MCU, in blocks.
    let verticalSampling: Int
    /// Destination identifier of the quantisation table (Tq).
    let quantizationTableIndex: Int
    /// Destination identifier of the DC Huffman table (Td).
    fileprivate(set) var dcTable = 0
    /// Destination identifier of the AC Huffman table (Ta).
    fileprivate(set) var acTable = 0
  }

  private(set) var size = PixelSize.zero
  private(set) var components: [Component] = []
  /// Restart interval in MCUs, 0 for none (DRI).
  private(set) var restartInterval = 0
  /// Offset in the file of the first entropy-coded byte.
  private(set) var dataOffset = 0
  /// The Huffman tables by class (0: DC, 1: AC) and destination identifier; nil where the file
  /// defines none.
  private(set) var huffmanTables: [[JPEGHuffmanTable?]] = [
    [nil, nil, nil, nil], [nil, nil, nil, nil],
  ]
  /// The quantisation tables by destination identifier, each as the body of a DQT segment; nil
  /// where the file defines none.
  private(set) var quantizationTables: [[UInt8]?] = [nil, nil, nil, nil]
  /// Whether the scan has AC coefficients.
  let hasAC: Bool
  private(set) var hasJFIF = false
  /// The body of Adobe's APP14 segment, whose last byte is the colour transform; nil without one.
  private(set) var adobeSegment: [UInt8]?

  /// Maximum number of blocks in an MCU (ITU-T T.81, B.2.3).
  private static let maxBlocksPerMCU = 10

  /// Reads the tables and headers of the first scan of a JPEG.
  ///
  /// - Parameter forDC: true for the DC scan of a progressive JPEG, false for the scan of a
  ///   sequential JPEG.
  /// - Returns: nil when the file is of another kind, or is damaged before the scan.
  init?(_ bytes: PictureBytes, forDC: Bool = false) {
    hasAC = !forDC
    var isSound = true
    let scan = bytes.visitJPEGSegmentsReturningScanOffset { marker, body in
      guard body.upperBound <= bytes.count else { return isSound = false }
      isSound = isSound && read(marker, Array(bytes.raw[body]))
    }
    guard isSound, let scan, !components.isEmpty, !size.isEmpty, readScan(bytes, scan + 2) else {
      return nil
    }
    // The MCU of a scan with one component is one block, whatever the sampling factors (T.81,
    // A.2.2).
    if components.count == 1 {
      let only = components[0]
      components = [
        Component(
          id: only.id, horizontalSampling: 1, verticalSampling: 1,
          quantizationTableIndex: only.quantizationTableIndex)
      ]
      components[0].dcTable = only.dcTable
      components[0].acTable = only.acTable
    }
    guard blockCount <= Self.maxBlocksPerMCU else { return nil }
  }

  /// Number of blocks in an MCU.
  var blockCount: Int { components.reduce(0) { $0 + $1.horizontalSampling * $1.verticalSampling } }

  /// Size of an MCU in pixels.
  var mcuSize: PixelSize {
    PixelSize(
      width: 8 * (components.map(\.horizontalSampling).max() ?? 1),
      height: 8 * (components.map(\.verticalSampling).max() ?? 1))
  }

  /// Size of the picture in MCUs.
  var sizeInMCUs: PixelSize {
    PixelSize(
      width: (size.width + mcuSize.width - 1) / mcuSize.width,
      height: (size.height + mcuSize.height - 1) / mcuSize.height)
  }

  /// Whether chroma is subsampled, so that the pixels of an MCU depend on its neighbours by
  /// upsampling.
  var hasSubsampledChroma: Bool {
    components.contains {
      $0.horizontalSampling != components[0].horizontalSampling
        || $0.verticalSampling != components[0].verticalSampling
    }
  }

  /// Whether the chroma is upsampled when the picture is reduced by `denominator`. libjpeg reduces
  /// chroma of half the size by a smaller factor instead.
  func hasSubsampledChroma(reducedBy denominator: Int) -> Bool {
    hasSubsampledChroma
      && (denominator == 1
        || components.dropFirst().contains {
          2 * $0.horizontalSampling != components[0].horizontalSampling
            || 2 * $0.verticalSampling != components[0].verticalSampling
        })
  }

  private mutating func read(_ marker: UInt8, _ body: [UInt8]) -> Bool {
    switch marker {
    case 0xC0, 0xC1: return hasAC && readFrame(body)
    case 0xC2 where !hasAC: return readFrame(body)
    case 0xC4: return readHuffmanTables(body)
    // Frames of other coding processes are not read, nor DNL, which defines the height after the
    // first scan.
    case 0xC2...0xCF, 0xDC: return false
    case 0xDB: return readQuantizationTables(body)
    case 0xDD: return readRestartInterval(body)
    case 0xE0: hasJFIF = hasJFIF || body.starts(with: Array("JFIF\0".utf8))
    case 0xEE where body.count >= 12 && body.starts(with: Array("Adobe".utf8)):
      adobeSegment = Array(body[..<12])
    default: break
    }
    return true
  }

  private mutating func readFrame(_ body: [UInt8]) -> Bool {
    guard components.isEmpty, body.count >= 6, body[0] == 8, (1...4).contains(body[5]),
      body.count >= 6 + 3 * Int(body[5])
    else { return false }
    size = PixelSize(
      width: Int(body[3]) << 8 | Int(body[4]), height: Int(body[1]) << 8 | Int(body[2]))
    for i in stride(from: 6, to: 6 + 3 * Int(body[5]), by: 3) {
      let component = Component(
        id: body[i], horizontalSampling: Int(body[i + 1] >> 4),
        verticalSampling: Int(body[i + 1] & 15),
        quantizationTableIndex: Int(body[i + 2]))
      guard (1...4).contains(component.horizontalSampling),
        (1...4).contains(component.verticalSampling),
        component.quantizationTableIndex < 4
      else { return false }
      components.append(component)
    }
    return true
  }

  private mutating func readHuffmanTables(_ body: [UInt8]) -> Bool {
    var i = 0
    while i + 17 <= body.count {
      let (kind, number) = (Int(body[i] >> 4), Int(body[i] & 15))
      let counts = body[i + 1..<i + 17]
      let count = counts.reduce(0) { $0 + Int($1) }
      guard kind < 2, number < 4, i + 17 + count <= body.count else { return false }
      huffmanTables[kind][number] = JPEGHuffmanTable(
        counts: counts, symbols: body[i + 17..<i + 17 + count], forDC: kind == 0)
      i += 17 + count
    }
    return true
  }

  private mutating func readQuantizationTables(_ body: [UInt8]) -> Bool {
    var i = 0
    while i < body.count {
      let length = body[i] >> 4 == 0 ? 65 : 129
      guard body[i] & 15 < 4, i + length <= body.count else { return false }
      quantizationTables[Int(body[i] & 15)] = Array(body[i..<i + length])
      i += length
    }
    return true
  }

  private mutating func readRestartInterval(_ body: [UInt8]) -> Bool {
    guard body.count >= 2 else { return false }
    restartInterval = Int(body[0]) << 8 | Int(body[1])
    return true
  }

  /// Reads the SOS header whose length field is at offset `i`; false when it does not suit the
  /// frame.
  private mutating func readScan(_ bytes: PictureBytes, _ i: Int) -> Bool {
    guard let length = bytes.big16(i), let count = bytes.byte(i + 2).map(Int.init),
      length == 6 + 2 * count, i + length <= bytes.count
    else { return false }
    // A scan of luma alone makes a grayscale preview, unless luma is subsampled.
    if !hasAC, count == 1, components.count == 3,
      mcuSize.width == 8 * components[0].horizontalSampling,
      mcuSize.height == 8 * components[0].verticalSampling
    {
      components = [components[0]]
    }
    guard count == components.count, hasAC || readPointTransform(bytes, i + length - 3) else {
      return false
    }
    for k in components.indices {
      let tables = bytes.raw[i + 4 + 2 * k]
      guard bytes.raw[i + 3 + 2 * k] == components[k].id, tables >> 4 < 4, tables & 15 < 4 else {
        return false
      }
      components[k].dcTable = Int(tables >> 4)
      components[k].acTable = hasAC ? Int(tables & 15) : 0
      guard huffmanTables[0][components[k].dcTable] != nil,
        huffmanTables[1][components[k].acTable] != nil,
        quantizationTables[components[k].quantizationTableIndex] != nil
      else { return false }
    }
    dataOffset = i + length
    return true
  }

  /// Reads Ss, Se, Ah and Al of a DC scan, the last bytes of the SOS header, at offset `i`. The
  /// point transform Al drops low-order bits; the DC quantisation values are scaled to compensate
  /// for that.
  ///
  /// - Returns: false when the scan has AC coefficients, or refines an earlier one.
  private mutating func readPointTransform(_ bytes: PictureBytes, _ i: Int) -> Bool {
    guard bytes.raw[i] == 0, bytes.raw[i + 1] == 0, bytes.raw[i + 2] <= 13 else { return false }
    for (number, quantizationTable) in quantizationTables.enumerated() {
      guard let quantizationTable else { continue }
      let isWide = quantizationTable[0] >> 4 != 0
      let dcValue =
        isWide
        ? Int(quantizationTable[1]) << 8 | Int(quantizationTable[2]) : Int(quantizationTable[1])
      let shifted = min(dcValue << Int(bytes.raw[i + 2]), 0xFFFF)
      quantizationTables[number] =
        [0x10 | UInt8(number), UInt8(shifted >> 8), UInt8(shifted & 0xFF)]
        + [UInt8](repeating: 1, count: 126)
    }
    huffmanTables[1] = [JPEGHuffmanTable.endOfBlockOnly, nil, nil, nil]
    return true
  }
}

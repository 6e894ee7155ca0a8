import DecodingSupport
import Pixels

/// The headers of a JPEG excerpt: a file with a region of another JPEG.
enum JPEGExcerpt {
  /// The DC Huffman tables of a JPEG excerpt.
  enum DCTableChoice {
    /// One table with a code for every size category of a DC difference.
    case standard
    /// The DC Huffman tables of the source file.
    case ofSourceFile
  }

  /// Writes all marker segments of an excerpt from SOI up to the SOS header.
  ///
  /// - Parameters:
  ///   - columns: the columns of the region, in MCUs.
  ///   - rows: the rows of the region, in MCUs.
  ///   - interval: restart interval in MCUs, 0 for none.
  static func writeHeader(
    _ scan: JPEGScan, _ columns: Range<Int>, _ rows: Range<Int>, interval: Int,
    dcTables: DCTableChoice = .standard, to writer: inout JPEGBitWriter
  ) {
    writer.append([0xFF, 0xD8])
    if scan.hasJFIF {
      append(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0], to: &writer)
    }
    if let adobe = scan.adobeSegment { append(0xEE, adobe, to: &writer) }
    append(0xDB, scan.quantizationTables.flatMap { $0 ?? [] }, to: &writer)
    var codes = dcTables == .ofSourceFile ? [] : [0] + JPEGDCTable.counts + JPEGDCTable.symbols
    for (kind, numbered) in scan.huffmanTables.enumerated()
    where kind == 1 || dcTables == .ofSourceFile {
      for (number, code) in numbered.enumerated() {
        if let code { codes += [UInt8(kind << 4 | number)] + code.counts + code.symbols }
      }
    }
    append(0xC4, codes, to: &writer)
    let width = min(columns.upperBound * scan.mcuSize.width, scan.size.width)
    let height = min(rows.upperBound * scan.mcuSize.height, scan.size.height)
    // SOF1 (extended sequential) is used, because SOF0 allows only two Huffman tables of each
    // class, and 8-bit quantisation values.
    append(
      0xC1,
      [8] + bigEndian(height - rows.lowerBound * scan.mcuSize.height, 2)
        + bigEndian(width - columns.lowerBound * scan.mcuSize.width, 2)
        + [UInt8(scan.components.count)]
        + scan.components.flatMap {
          [
            $0.id, UInt8($0.horizontalSampling << 4 | $0.verticalSampling),
            UInt8($0.quantizationTableIndex),
          ]
        }, to: &writer)
    if interval > 0 { append(0xDD, bigEndian(interval, 2), to: &writer) }
    let selectors = scan.components.flatMap {
      [$0.id, UInt8(dcTables == .ofSourceFile ? $0.dcTable << 4 | $0.acTable : $0.acTable)]
    }
    append(0xDA, [UInt8(scan.components.count)] + selectors + [0, 63, 0], to: &writer)
  }

  private static func append(_ marker: UInt8, _ body: [UInt8], to writer: inout JPEGBitWriter) {
    writer.append([0xFF, marker] + bigEndian(body.count + 2, 2) + body)
  }
}

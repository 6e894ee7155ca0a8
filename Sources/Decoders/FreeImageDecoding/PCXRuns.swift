import DecodingSupport
import Pixels

/// The run-length encoding of PCX pictures whose rows are stored without compression.
///
/// FreeImage 3.18 accepts such a file, but reads the rows from wrong offsets, except those of three
/// planes of eight bits.
///
/// - Source: ZSoft PCX File Format Technical Reference Manual, “Encoding”.
enum PCXRuns {
  /// The two upper bits of a byte that states the length of a run.
  private static let runMark: UInt8 = 0xC0

  /// A PCX file with its rows run-length encoded, and behind them the last bytes of the file, which
  /// are the palette if it has one; nil when the rows are encoded already, or the header is
  /// invalid.
  ///
  /// - Complexity: O(bytes).
  static func encoded(_ bytes: PictureBytes) -> [UInt8]? {
    let header = RowTruncation.pcxHeaderBytes
    guard bytes.count >= header, bytes.byte(2) == 0, let planes = bytes.byte(65),
      let rowBytes = bytes.little16(66), let stated = FreeImageHeader(bytes, .pcx)
    else { return nil }
    let end = min(bytes.count, header + Int(planes) * rowBytes * stated.size.height)
    var result: [UInt8] = []
    result.reserveCapacity(2 * end + RowTruncation.pcxPaletteBytes)
    result += bytes.raw[..<header]
    result[2] = 1
    for byte in bytes.raw[header..<end] {
      // A byte that looks like the length of a run becomes a run of one byte.
      if byte & runMark == runMark { result.append(runMark | 1) }
      result.append(byte)
    }
    result += bytes.raw[end...].suffix(RowTruncation.pcxPaletteBytes)
    return result
  }
}

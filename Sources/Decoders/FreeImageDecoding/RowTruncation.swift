import DecoderWire
import DecodingSupport
import Pixels

/// The detection of files that lack rows of pixels: FreeImage decodes a truncated file without a
/// sign of the rows that are missing.
///
/// - Source: DDS_HEADER of the DirectX documentation; P. Haeberli, “The SGI Image File Format”,
///   version 1.00; ZSoft PCX File Format Technical Reference Manual.
enum RowTruncation {
  /// Whether a file ends before the last row of its picture, as its header describes the rows;
  /// false for a format whose rows are not counted here.
  ///
  /// - Parameter size: the size of the picture in pixels.
  static func isTruncated(
    in bytes: PictureBytes, _ format: PictureFormat, _ size: PixelSize
  ) -> Bool {
    switch format {
    case .dds: isSurfaceTruncated(bytes, size)
    case .sgi: isSGITruncated(bytes, size)
    case .pcx: isPCXTruncated(bytes, size)
    default: false
    }
  }

  // MARK: DirectDraw surfaces

  /// The size of the header of a DirectDraw surface in bytes.
  private static let surfaceHeaderBytes = 128
  /// The flag of the header that states the number of bytes from row to row.
  private static let pitchFlag = 0x8
  /// The flag of the pixel format for pixels without compression.
  private static let rgbFlag = 0x40

  private static func isSurfaceTruncated(_ bytes: PictureBytes, _ size: PixelSize) -> Bool {
    guard let flags = bytes.little32(8), let pitch = bytes.little32(20),
      let pixelFlags = bytes.little32(80), let bits = bytes.little32(88)
    else { return true }
    let room = bytes.count - surfaceHeaderBytes
    guard pixelFlags & rgbFlag != 0 else {
      let blocks = ((size.width + 3) / 4) * ((size.height + 3) / 4)
      return blocks * (bytes.hasBytes("DXT1", at: 84) ? 8 : 16) > room
    }
    guard bits <= 32 else { return false }
    let row = (size.width * bits + 7) / 8
    let step = flags & pitchFlag == 0 ? row : max(row, pitch)
    return step > room && size.height > 1 || (size.height - 1) * step + row > room
  }

  // MARK: SGI

  /// The size of the header of an SGI picture in bytes. Tables of its rows follow, when they are
  /// compressed.
  private static let sgiHeaderBytes = 512

  private static func isSGITruncated(_ bytes: PictureBytes, _ size: PixelSize) -> Bool {
    guard let storage = bytes.byte(2), let dimensions = bytes.big16(4),
      let channels = bytes.big16(10)
    else { return true }
    let rows = size.height * (dimensions < 3 ? 1 : channels)
    guard storage == 1 else { return rows * size.width > bytes.count - sgiHeaderBytes }
    for row in 0..<rows {
      guard let start = bytes.big32(sgiHeaderBytes + 4 * row),
        let length = bytes.big32(sgiHeaderBytes + 4 * (rows + row)), start + length <= bytes.count
      else { return true }
    }
    return false
  }

  // MARK: PCX

  /// The size of the header of a PCX picture in bytes.
  static let pcxHeaderBytes = 128
  /// The size of the palette behind the rows in bytes, with the byte that announces it.
  static let pcxPaletteBytes = 769
  /// The byte that announces the palette.
  private static let pcxPaletteMark: UInt8 = 0x0C

  private static func isPCXTruncated(_ bytes: PictureBytes, _ size: PixelSize) -> Bool {
    guard let bits = bytes.byte(3), let planes = bytes.byte(65), let rowBytes = bytes.little16(66)
    else { return true }
    let wanted = Int(planes) * rowBytes * size.height
    var position = pcxHeaderBytes
    var done = 0
    if bytes.byte(2) == 0 {
      // The rows are uncompressed.
      guard wanted <= bytes.count - pcxHeaderBytes else { return true }
      position += wanted
      done = wanted
    }
    while done < wanted {
      guard let code = bytes.byte(position) else { return true }
      // The two upper bits announce a run: the length, and in the next byte the value.
      let isRun = code & 0xC0 == 0xC0
      if isRun, position + 1 >= bytes.count { return true }
      done += isRun ? Int(code & 0x3F) : 1
      position += isRun ? 2 : 1
    }
    let hasPalette = bits == 8 && planes == 1 && bytes.byte(position) == pcxPaletteMark
    return hasPalette && bytes.count - position < pcxPaletteBytes
  }
}

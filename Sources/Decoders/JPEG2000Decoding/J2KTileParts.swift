import DecodingSupport

/// The tile-parts of a JPEG 2000 codestream: OpenJPEG does not report that the last ones are
/// incomplete.
///
/// - Source: ISO/IEC 15444-1, A.4 (delimiting markers) and I.4 (boxes).
enum J2KTileParts {
  /// The marker SOT, which begins a tile-part.
  private static let tilePartMarker = 0xFF90
  /// The type of the box with the codestream, `jp2c`.
  private static let codestreamBoxType = 0x6A70_3263
  /// The maximum number of boxes that are searched for the codestream.
  private static let maxBoxes = 4096

  /// Whether a file ends before the end of its last tile-part. False also for a file in which no
  /// codestream is found, and for a tile-part of unstated length.
  static func endEarly(in bytes: PictureBytes) -> Bool {
    guard var place = codestreamOffset(in: bytes) else { return false }
    // The main header: SOC, and marker segments with their lengths.
    place += 2
    while let marker = bytes.big16(place), marker != tilePartMarker {
      guard let length = bytes.big16(place + 2), length >= 2 else { return false }
      place += 2 + length
    }
    guard place < bytes.count else { return true }
    while bytes.big16(place) == tilePartMarker {
      guard let length = bytes.big32(place + 6) else { return true }
      // The shortest tile-part has its header only: SOT with its parameters, and SOD.
      guard length >= 14 else { return false }
      place += length
      if place > bytes.count { return true }
    }
    return false
  }

  /// The offset of the codestream in a file; nil if none is found.
  private static func codestreamOffset(in bytes: PictureBytes) -> Int? {
    if bytes.big32(0) == 0xFF4F_FF51 { return 0 }
    var place = 0
    for _ in 0..<maxBoxes {
      guard let length = bytes.big32(place), let type = bytes.big32(place + 4) else { return nil }
      // A length of 1 means that 64 bits follow, 0 that the box goes on to the end of the file.
      let isLong = length == 1
      if type == codestreamBoxType { return place + (isLong ? 16 : 8) }
      guard isLong || length >= 8 else { return nil }
      var next = length
      if isLong {
        guard bytes.big32(place + 8) == 0, let low = bytes.big32(place + 12), low >= 16 else {
          return nil
        }
        next = low
      }
      place += next
    }
    return nil
  }
}

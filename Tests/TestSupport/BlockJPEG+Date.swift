extension BlockJPEG {
  /// The bytes of the file with an EXIF date.
  ///
  /// - Parameter taken: the date as EXIF writes it: `2024:05:01 12:30:01`.
  public func bytes(taken: String) -> [UInt8] {
    let file = bytes
    return Array(file[..<2]) + Self.exif(taken) + file[2...]
  }

  /// An APP1 segment with the tag DateTimeOriginal.
  ///
  /// - Source: Exif 2.32, 4.6: a little-endian TIFF header, a directory with the pointer to the
  ///   EXIF directory, and that directory with the date.
  private static func exif(_ taken: String) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] {
      [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    func long(_ value: Int) -> [UInt8] { word(value & 0xFFFF) + word(value >> 16) }
    let text = Array(taken.utf8) + [0]
    let header = Array("II".utf8) + word(42) + long(8)
    let (exifStart, textStart) = (26, 44)
    let image = word(1) + word(0x8769) + word(4) + long(1) + long(exifStart) + long(0)
    let exif = word(1) + word(0x9003) + word(2) + long(text.count) + long(textStart) + long(0)
    let body = Array("Exif\0\0".utf8) + header + image + exif + text
    let length = body.count + 2
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body
  }
}

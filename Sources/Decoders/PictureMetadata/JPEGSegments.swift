import DecodingSupport

extension PictureBytes {
  private static let maxJPEGSegments = 10_000
  /// Maximum number of bytes between two marker segments. Where there are more, the file has a
  /// hole, or was made so that searching it takes long.
  private static let maxBytesBetweenJPEGSegments = 1 << 16

  /// Calls `visit` with each marker segment of a JPEG before its first scan: the second byte of the
  /// marker and the range of the body, which may extend beyond the end of the file.
  ///
  /// - Returns: the offset of the SOS marker; nil when the file ends before it, a segment has an
  ///   invalid length, or there are too many segments or bytes between two of them.
  package func visitJPEGSegmentsReturningScanOffset(
    _ visit: (_ marker: UInt8, _ body: Range<Int>) -> Void
  ) -> Int? {
    var i = 2
    for _ in 0..<Self.maxJPEGSegments {
      // Data between segments are skipped, and fill bytes 0xFF before a marker.
      let end = i + Self.maxBytesBetweenJPEGSegments
      while i < end, let byte = byte(i), byte != 0xFF { i += 1 }
      while i < end, byte(i) == 0xFF { i += 1 }
      guard i < end else { return nil }
      guard let marker = byte(i) else { return nil }
      i += 1
      if marker == 0 || marker == 1 || (0xD0...0xD8).contains(marker) { continue }
      guard marker != 0xD9, let length = big16(i), length >= 2 else { return nil }
      if marker == 0xDA { return i - 2 }
      visit(marker, i + 2..<i + length)
      i += length
    }
    return nil
  }
}

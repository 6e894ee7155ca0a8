extension PictureBytes {
  private static let mostSegments = 10_000
  /// The maximum of bytes between two segments: more are a hole in the file, or made to be searched.
  private static let maxGap = 1 << 16

  /// Goes over the segments of a JPEG before its first scan: marker and where the body is, which may
  /// reach beyond the end.
  ///
  /// - Returns: where the first scan's header starts; nil when the file ends before, or there is too
  ///   much else between two segments.
  func jpegSegments(_ visit: (_ marker: UInt8, _ body: Range<Int>) -> Void) -> Int? {
    var i = 2
    for _ in 0..<Self.mostSegments {
      // Anything between segments is skipped, and a marker may be preceded by fill bytes.
      let end = i + Self.maxGap
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

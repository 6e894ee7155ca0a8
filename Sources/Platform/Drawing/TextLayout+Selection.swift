package import Geometry

/// Positions and selections in a text of several lines.
extension TextLayout {
  /// The offset in UTF-8 bytes of the caret position nearest to a point, in pixels from the top
  /// left corner of the text.
  package func byteOffset(at point: Point) -> Int {
    shaped?.byteOffset(at: point.x + origin.x, point.y + origin.y) ?? 0
  }

  /// The rectangles of the characters in a range of UTF-8 byte offsets, in pixels from the top left
  /// corner of the text. A text that runs in both directions may have several rectangles in a line.
  package func frames(ofBytes range: Range<Int>) -> [Rect] {
    (shaped?.frames(ofBytes: range) ?? []).map { $0.offset(by: Point.zero - origin) }
  }
}

package import Geometry

/// Selected parts of a text of several lines.
extension TextLayout {
  /// The byte offset of the caret for a click at a point, relative to the top left corner.
  package func offset(at point: Point) -> Int {
    shaped?.offset(at: point.x + origin.x, point.y + origin.y) ?? 0
  }

  /// The rectangles of a range of bytes, relative to the top left corner. A text that runs in both
  /// directions may have several in a line.
  package func frames(of range: Range<Int>) -> [Rect] {
    (shaped?.frames(of: range) ?? []).map { $0.offset(by: Point.zero - origin) }
  }
}

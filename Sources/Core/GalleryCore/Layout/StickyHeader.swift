public import Geometry

/// A header as it is seen: in its place, or kept at the top while its section is under it.
public struct StickyHeader: Hashable, Sendable {
  /// Whose.
  public var section: Int
  /// Where, in the viewport.
  public var frame: Rect
  /// True while it is kept at the top, over the cells.
  public var isSticky: Bool

  /// Makes a header.
  public init(section: Int, frame: Rect, isSticky: Bool) {
    self.section = section
    self.frame = frame
    self.isSticky = isSticky
  }

  /// Where a header is shown whose place is `natural`, when the next section begins at `next`: not
  /// above the top, unless the next one pushes it out.
  static func top(natural: Double, height: Double, next: Double) -> Double {
    max(natural, min(0, next - height))
  }
}

extension GridLayout {
  /// The sections of which something lies between two heights.
  ///
  /// - Complexity: O(log sections).
  func sections(from top: Double, to bottom: Double) -> Range<Int> {
    guard top < bottom, let first = section(atY: top), let last = section(atY: bottom) else {
      return 0..<0
    }
    return first..<(last + 1)
  }

  /// The headers seen in a viewport of `height`, scrolled to `offset`.
  ///
  /// - Complexity: O(log sections + seen sections).
  public func headers(offset: Double, height: Double) -> [StickyHeader] {
    guard headerHeight > 0 else { return [] }
    return sections(from: offset, to: offset + height).compactMap { section in
      let natural = tops[section] - offset
      let next = section + 1 < tops.count ? tops[section + 1] - offset : .infinity
      let y = StickyHeader.top(natural: natural, height: headerHeight, next: next)
      guard y + headerHeight > 0, y < height else { return nil }
      return StickyHeader(
        section: section, frame: Rect(x: 0, y: y, width: width, height: headerHeight),
        isSticky: natural < 0)
    }
  }
}

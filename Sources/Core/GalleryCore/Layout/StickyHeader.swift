public import Geometry

/// A visible header: scrolled with its section, or kept at the top while its section continues
/// below it.
public struct StickyHeader: Hashable, Sendable {
  /// The section of the header.
  public var section: Int
  /// The frame in the viewport.
  public var frame: Rect
  /// Whether the header is kept at the top, over the cells.
  public var isSticky: Bool

  public init(section: Int, frame: Rect, isSticky: Bool) {
    self.section = section
    self.frame = frame
    self.isSticky = isSticky
  }

  /// The y coordinate of a header whose top is `natural` while it does not stick, and whose next
  /// section begins at `next`: it is not above the viewport, unless the next header pushes it out.
  static func top(natural: Double, height: Double, next: Double) -> Double {
    max(natural, min(0, next - height))
  }
}

extension GridLayout {
  /// The sections that intersect a vertical range.
  ///
  /// - Complexity: O(log sections).
  func sections(from top: Double, to bottom: Double) -> Range<Int> {
    guard top < bottom, let first = section(atY: top), let last = section(atY: bottom) else {
      return 0..<0
    }
    return first..<(last + 1)
  }

  /// The visible headers in a viewport of `height` at the scroll offset `offset`.
  ///
  /// - Complexity: O(log sections + visible sections).
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

public import Geometry

/// A visible section header of a grid: scrolled with its section, or kept at the top while cells of
/// its section scroll below it.
public struct StickyHeader: Hashable, Sendable {
  /// The index of the section to which the header belongs.
  public var section: Int
  /// The frame of the header in viewport coordinates, in device pixels.
  public var frame: Rect
  /// Whether the header is kept at the top of the viewport, over the cells.
  public var isSticky: Bool

  public init(section: Int, frame: Rect, isSticky: Bool) {
    self.section = section
    self.frame = frame
    self.isSticky = isSticky
  }

  /// The y coordinate in the viewport of the top of a header. `natural` is the coordinate while the
  /// header does not stick, `next` that of the next section. The header stays at the top of the
  /// viewport, unless the next header pushes it out.
  static func top(natural: Double, height: Double, next: Double) -> Double {
    max(natural, min(0, next - height))
  }
}

extension GridLayout {
  /// The indices of the sections that intersect a vertical range of content coordinates; empty when
  /// the range is.
  ///
  /// - Complexity: O(log sections).
  func sections(from top: Double, to bottom: Double) -> Range<Int> {
    guard top < bottom, let first = section(atY: top), let last = section(atY: bottom) else {
      return 0..<0
    }
    return first..<(last + 1)
  }

  /// The visible headers of a viewport of `height` device pixels at the vertical scroll offset
  /// `offset`.
  ///
  /// - Complexity: O(log sections + visible sections).
  public func headers(offset: Double, height: Double) -> [StickyHeader] {
    guard headerHeight > 0 else { return [] }
    return sections(from: offset, to: offset + height).compactMap { section in
      let natural = sectionTops[section] - offset
      let next = section + 1 < sectionTops.count ? sectionTops[section + 1] - offset : .infinity
      let y = StickyHeader.top(natural: natural, height: headerHeight, next: next)
      guard y + headerHeight > 0, y < height else { return nil }
      return StickyHeader(
        section: section, frame: Rect(x: 0, y: y, width: width, height: headerHeight),
        isSticky: natural < 0)
    }
  }
}

/// The area to be redrawn, as a few rectangles with whole-pixel coordinates that do not overlap.
public struct DamageRegion: Hashable, Sendable {
  /// The maximum number of rectangles in a region; more cost more to manage than they save in
  /// drawing.
  private static let maxRects = 8
  /// The maximum ratio of the area of the union of two rectangles to the sum of their areas, up to
  /// which the rectangles are merged.
  private static let maxUnionRatio = 1.15

  /// The rectangles of the region, in no particular order and without overlap, in device pixels.
  public private(set) var rects: [Rect] = []

  public init() {}

  /// Creates a region of one rectangle, rounded out to whole pixels.
  public init(_ rect: Rect) { add(rect, within: rect) }

  /// True when nothing needs to be redrawn.
  public var isEmpty: Bool { rects.isEmpty }

  /// Adds the intersection of `rect` and `bounds`, rounded out to whole pixels. Empty and
  /// non-finite rectangles are ignored.
  public mutating func add(_ rect: Rect, within bounds: Rect) {
    guard rect.origin.isFinite, !rect.size.isEmpty else { return }
    guard let area = rect.roundedOut.intersection(bounds.roundedOut) else { return }
    insert(area)
    while rects.count > Self.maxRects { mergeCheapest() }
  }

  /// Adds the part of another region inside `bounds`.
  public mutating func add(_ other: DamageRegion, within bounds: Rect) {
    for rect in other.rects { add(rect, within: bounds) }
  }

  private mutating func insert(_ rect: Rect) {
    var area = rect
    // A merged rectangle may touch further rectangles: search again from the start.
    while let index = rects.firstIndex(where: { Self.shouldMerge($0, area) }) {
      area = area.union(rects.remove(at: index))
    }
    rects.append(area)
  }

  private static func shouldMerge(_ a: Rect, _ b: Rect) -> Bool {
    a.intersection(b) != nil || a.union(b).area <= maxUnionRatio * (a.area + b.area)
  }

  private mutating func mergeCheapest() {
    var best = (cost: Double.infinity, a: 0, b: 1)
    for a in rects.indices {
      for b in rects.indices where b > a {
        let cost = rects[a].union(rects[b]).area - rects[a].area - rects[b].area
        if cost < best.cost { best = (cost, a, b) }
      }
    }
    let merged = rects[best.a].union(rects[best.b])
    rects.remove(at: best.b)
    rects.remove(at: best.a)
    insert(merged)
  }
}

extension Rect {
  fileprivate var area: Double { width * height }
}

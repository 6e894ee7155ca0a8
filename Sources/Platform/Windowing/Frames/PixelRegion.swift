/// A rectangle in whole pixels.
nonisolated struct PixelArea: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var isEmpty: Bool { width <= 0 || height <= 0 }
  var right: Int { x + width }
  var bottom: Int { y + height }

  /// The number of pixels in the rectangle.
  var pixelCount: Int { isEmpty ? 0 : width * height }

  /// The part that both rectangles have in common; nil when it is empty.
  func intersection(_ other: PixelArea) -> PixelArea? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let area = PixelArea(
      x: left, y: top, width: min(right, other.right) - left,
      height: min(bottom, other.bottom) - top)
    return area.isEmpty ? nil : area
  }

  /// The smallest rectangle that contains this one and `other`.
  func union(_ other: PixelArea) -> PixelArea {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelArea(
      x: left, y: top, width: max(right, other.right) - left,
      height: max(bottom, other.bottom) - top)
  }

  /// The parts of this rectangle outside `hole`, which lies inside it: above, below, left and right
  /// of the hole.
  fileprivate func parts(around hole: PixelArea) -> [PixelArea] {
    [
      PixelArea(x: x, y: y, width: width, height: hole.y - y),
      PixelArea(x: x, y: hole.bottom, width: width, height: bottom - hole.bottom),
      PixelArea(x: x, y: hole.y, width: hole.x - x, height: hole.height),
      PixelArea(x: hole.right, y: hole.y, width: right - hole.right, height: hole.height),
    ].filter { !$0.isEmpty }
  }
}

/// A set of pixels, as rectangles that do not overlap.
nonisolated struct PixelRegion: Hashable, Sendable {
  /// The maximum number of rectangles; a region with more becomes its bounding rectangle, because a
  /// long drag adds one or two with every frame.
  private static let maxCount = 256

  /// The rectangles, which do not overlap, in no order.
  private(set) var areas: [PixelArea] = []

  var isEmpty: Bool { areas.isEmpty }

  /// Adds the pixels of a rectangle to the region.
  mutating func add(_ area: PixelArea) {
    guard !area.isEmpty else { return }
    subtract(area)
    areas.append(area)
    guard areas.count > Self.maxCount else { return }
    areas = [areas.reduce(area) { $0.union($1) }]
  }

  /// Removes the pixels of a rectangle from the region.
  mutating func subtract(_ area: PixelArea) {
    areas = areas.flatMap { old in
      old.intersection(area).map { old.parts(around: $0) } ?? [old]
    }
  }

  /// Moves the region's pixels inside a rectangle by a distance, to `target`; the region's former
  /// pixels in `target` are removed.
  ///
  /// - Parameters:
  ///   - target: the rectangle after the move.
  ///   - dx: the distance to the right, in pixels.
  ///   - dy: the distance downwards, in pixels.
  mutating func move(to target: PixelArea, dx: Int, dy: Int) {
    var source = target
    source.x -= dx
    source.y -= dy
    let moved = areas.compactMap { $0.intersection(source) }
    subtract(target)
    for var area in moved {
      area.x += dx
      area.y += dy
      add(area)
    }
  }
}

public import Geometry

/// A shape made of lines and curves, in points.
public struct Path: Hashable, Sendable {
  /// One step of the pen.
  public enum Element: Hashable, Sendable {
    /// Lifts the pen and puts it down elsewhere.
    case move(Point)
    /// Draws a straight line.
    case line(Point)
    /// Draws a cubic Bézier with two control points.
    case curve(Point, Point, to: Point)
    /// Draws part of a circle, clockwise on screen for a positive sweep; angles in radians from
    /// 3 o'clock. A line leads to its beginning when the pen is down.
    case arc(center: Point, radius: Double, from: Double, sweep: Double)
    /// Draws a line back to where the pen was last put down.
    case close
  }
  /// The steps, in order.
  public private(set) var elements: [Element] = []

  /// Makes an empty path.
  public init() {}

  /// Makes a path from steps; one with a number that is not finite is left out.
  public init(_ elements: [Element]) {
    for element in elements { append(element) }
  }

  /// True when there is nothing to draw.
  public var isEmpty: Bool { elements.isEmpty }

  /// Lifts the pen and puts it down at (`x`, `y`).
  public mutating func move(_ x: Double, _ y: Double) { append(.move(Point(x: x, y: y))) }
  /// Draws a straight line to (`x`, `y`).
  public mutating func line(_ x: Double, _ y: Double) { append(.line(Point(x: x, y: y))) }
  /// Draws a cubic Bézier.
  public mutating func curve(_ c1: Point, _ c2: Point, to end: Point) {
    append(.curve(c1, c2, to: end))
  }
  /// Closes the figure.
  public mutating func close() { append(.close) }

  /// Adds an upright rectangle as a closed figure.
  public mutating func add(_ rect: Rect) {
    move(rect.minX, rect.minY)
    line(rect.maxX, rect.minY)
    line(rect.maxX, rect.maxY)
    line(rect.minX, rect.maxY)
    close()
  }

  /// Adds a rectangle with quarter circles for corners; the radius stops at half the shorter side.
  public mutating func add(rounded rect: Rect, radius: Double) {
    let r = max(0, min(radius, min(rect.width, rect.height) / 2))
    guard r > 0 else { return add(rect) }
    let quarter = Double.pi / 2
    move(rect.minX + r, rect.minY)
    for (corner, x, y) in [
      (3.0, rect.maxX - r, rect.minY + r), (0, rect.maxX - r, rect.maxY - r),
      (1, rect.minX + r, rect.maxY - r), (2, rect.minX + r, rect.minY + r),
    ] {
      append(
        .arc(center: Point(x: x, y: y), radius: r, from: corner * quarter, sweep: quarter))
    }
    close()
  }

  /// Adds a whole circle as a closed figure.
  public mutating func add(circle center: Point, radius: Double) {
    move(center.x + radius, center.y)
    append(.arc(center: center, radius: radius, from: 0, sweep: 2 * .pi))
    close()
  }

  /// Adds one step, unless a number in it is not finite.
  public mutating func append(_ element: Element) {
    if element.isFinite { elements.append(element) }
  }
}

extension Path.Element {
  fileprivate var isFinite: Bool {
    switch self {
    case .move(let p), .line(let p): p.isFinite
    case .curve(let a, let b, let c): a.isFinite && b.isFinite && c.isFinite
    case .arc(let center, let radius, let from, let sweep):
      center.isFinite && radius.isFinite && radius >= 0 && from.isFinite && sweep.isFinite
    case .close: true
    }
  }
}

public import Geometry

/// A shape of lines and curves to be filled, stroked or used as a clip, in user coordinates of a
/// canvas.
public struct Path: Hashable, Sendable {
  /// One drawing step of a path.
  public enum Element: Hashable, Sendable {
    /// Begins a new figure at a point.
    case move(Point)
    /// Adds a straight line from the current point to this one.
    case line(Point)
    /// Adds a cubic Bézier curve from the current point, with two control points and its end.
    case curve(Point, Point, to: Point)
    /// Adds an arc of a circle, clockwise on screen for a positive sweep; angles are in radians
    /// from 3 o'clock. A line leads from the current point, if any, to the beginning of the arc.
    case arc(center: Point, radius: Double, from: Double, sweep: Double)
    /// Closes the current figure with a line to its first point.
    case close
  }
  /// The steps in the order in which they are drawn.
  public private(set) var elements: [Element] = []

  public init() {}

  /// Makes a path from steps. Those with a non-finite number or a negative radius are left out.
  public init(_ elements: [Element]) {
    for element in elements { append(element) }
  }

  public var isEmpty: Bool { elements.isEmpty }

  /// Begins a new figure at (`x`, `y`), in user coordinates.
  public mutating func move(_ x: Double, _ y: Double) { append(.move(Point(x: x, y: y))) }
  /// Adds a straight line from the current point to (`x`, `y`).
  public mutating func line(_ x: Double, _ y: Double) { append(.line(Point(x: x, y: y))) }
  /// Adds a cubic Bézier curve from the current point to `end`, with the control points `c1` and
  /// `c2`.
  public mutating func curve(_ c1: Point, _ c2: Point, to end: Point) {
    append(.curve(c1, c2, to: end))
  }
  /// Closes the current figure with a line to its first point.
  public mutating func close() { append(.close) }

  /// Adds a rectangle as a closed figure.
  public mutating func add(_ rect: Rect) {
    move(rect.minX, rect.minY)
    line(rect.maxX, rect.minY)
    line(rect.maxX, rect.maxY)
    line(rect.minX, rect.maxY)
    close()
  }

  /// Adds a rectangle with rounded corners; the radius is limited to half the shorter side.
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

  /// Adds a circle as a closed figure.
  public mutating func add(circle center: Point, radius: Double) {
    move(center.x + radius, center.y)
    append(.arc(center: center, radius: radius, from: 0, sweep: 2 * .pi))
    close()
  }

  /// Adds one step. A step with a non-finite number or a negative radius is left out.
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

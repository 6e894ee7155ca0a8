/// An axis-aligned rectangle; the origin is its top left corner, y increases downwards. The unit is
/// device pixels unless the declaration that uses the rectangle states another one.
public struct Rect: Hashable, Sendable {
  /// The top left corner of the rectangle.
  public var origin: Point
  /// The width and height of the rectangle.
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Creates the rectangle of `size` centred at `center`.
  public init(center: Point, size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2,
      width: size.width, height: size.height)
  }

  /// The empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The x coordinate of the left edge.
  public var minX: Double { origin.x }
  /// The y coordinate of the top edge.
  public var minY: Double { origin.y }
  /// The x coordinate of the right edge.
  public var maxX: Double { origin.x + size.width }
  /// The y coordinate of the bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The x coordinate of the centre.
  public var midX: Double { origin.x + size.width / 2 }
  /// The y coordinate of the centre.
  public var midY: Double { origin.y + size.height / 2 }
  public var width: Double { size.width }
  public var height: Double { size.height }
  public var center: Point { Point(x: midX, y: midY) }
  /// True when the width or height of the rectangle is zero, negative or not finite.
  public var isEmpty: Bool { size.isEmpty }

  /// True when `p` lies inside the rectangle; its left and top edges belong to it, its right and
  /// bottom edges do not.
  public func contains(_ p: Point) -> Bool {
    p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
  }

  /// The common area of this rectangle and `other`; nil when they do not overlap.
  public func intersection(_ other: Rect) -> Rect? {
    let x0 = max(minX, other.minX)
    let y0 = max(minY, other.minY)
    let x1 = min(maxX, other.maxX)
    let y1 = min(maxY, other.maxY)
    guard x1 > x0, y1 > y0 else { return nil }
    return Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }

  /// The smallest rectangle that contains this rectangle and `other`; an empty one of them is
  /// ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x0 = min(minX, other.minX)
    let y0 = min(minY, other.minY)
    return Rect(
      x: x0, y: y0, width: max(maxX, other.maxX) - x0, height: max(maxY, other.maxY) - y0)
  }

  /// The area of this rectangle outside `hole`, as up to four rectangles that do not overlap; the
  /// whole rectangle when `hole` does not overlap it.
  public func subtracting(_ hole: Rect) -> [Rect] {
    guard let inner = intersection(hole) else { return [self] }
    return [
      Rect(x: minX, y: minY, width: width, height: inner.minY - minY),
      Rect(x: minX, y: inner.maxY, width: width, height: maxY - inner.maxY),
      Rect(x: minX, y: inner.minY, width: inner.minX - minX, height: inner.height),
      Rect(x: inner.maxX, y: inner.minY, width: maxX - inner.maxX, height: inner.height),
    ].filter { !$0.isEmpty }
  }

  /// The largest rectangle with whole coordinates inside this rectangle; empty when none fits.
  public var roundedIn: Rect {
    let x0 = minX.rounded(.up)
    let y0 = minY.rounded(.up)
    return Rect(
      x: x0, y: y0, width: max(0, maxX.rounded(.down) - x0),
      height: max(0, maxY.rounded(.down) - y0))
  }

  /// The rectangle displaced by `v`.
  public func offset(by v: Vector) -> Rect { Rect(origin: origin + v, size: size) }

  /// The rectangle reduced by `insets`; width and height are at least 0.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }

  /// The smallest rectangle with whole coordinates that contains this rectangle.
  public var roundedOut: Rect {
    let x0 = minX.rounded(.down)
    let y0 = minY.rounded(.down)
    return Rect(
      x: x0, y: y0, width: maxX.rounded(.up) - x0, height: maxY.rounded(.up) - y0)
  }

  /// The rectangle with every edge moved to the nearest whole coordinate.
  public var snapped: Rect {
    let x0 = minX.rounded()
    let y0 = minY.rounded()
    return Rect(x: x0, y: y0, width: maxX.rounded() - x0, height: maxY.rounded() - y0)
  }

  /// The rectangle of whole width and height at whole coordinates nearest to this rectangle: a
  /// picture drawn there needs no interpolation.
  public var pixelAligned: Rect {
    let w = width.rounded()
    let h = height.rounded()
    return Rect(x: (midX - w / 2).rounded(), y: (midY - h / 2).rounded(), width: w, height: h)
  }

  /// The point at the fractions `fx` of the width, from the left edge, and `fy` of the height, from
  /// the top edge.
  public func point(atX fx: Double, y fy: Double) -> Point {
    Point(x: minX + width * fx, y: minY + height * fy)
  }
}

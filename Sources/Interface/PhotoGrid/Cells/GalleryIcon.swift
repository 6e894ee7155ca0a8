import Drawing
import Geometry

/// The icons of the grid's cells and messages, designed in a square of 24 × 24 units.
enum GalleryIcon {
  /// A play triangle, the badge of a video clip.
  case play
  /// A crossed-out picture frame, on the cell of a picture that cannot be shown.
  case broken
  /// A picture frame, in an empty grid.
  case picture
  /// A magnifying glass, beside the text of a search by name.
  case find

  private static let grid = 24.0
  private static let lineWidth = 1.75

  /// Draws the icon in a square with sides of `side` pixels around `center`.
  func draw(in canvas: Canvas, center: Point, side: Double, _ color: Color) {
    let corner = Rect(center: center, size: Size(width: side, height: side)).snapped.origin
    canvas.saved {
      canvas.translate(Vector(dx: corner.x, dy: corner.y))
      canvas.scale(side / Self.grid)
      switch self {
      case .play: canvas.fill(Self.triangle, color)
      case .broken:
        canvas.stroke(Self.crossedOut, width: Self.lineWidth, style: .round, color)
      case .picture:
        canvas.stroke(Self.frame, width: Self.lineWidth, style: .round, color)
        canvas.fill(Self.sun, color)
      case .find: canvas.stroke(Self.magnifyingGlass, width: Self.lineWidth, style: .round, color)
      }
    }
  }

  /// Draws the disc with a tick, the mark of a selected cell, in the square `box`.
  static func drawTick(in canvas: Canvas, _ box: Rect) {
    let edge = box.width / 12
    canvas.fillRounded(box, radius: box.width / 2, .white)
    canvas.fillRounded(box.inset(by: .all(edge)), radius: box.width / 2, GalleryStyle.accent)
    var tick = Path()
    tick.append(.move(box.point(atX: 0.30, y: 0.52)))
    tick.append(.line(box.point(atX: 0.44, y: 0.66)))
    tick.append(.line(box.point(atX: 0.70, y: 0.37)))
    canvas.stroke(tick, width: box.width / 9, style: .round, .white)
  }

  /// Draws the empty disc, a click on which selects the cell, in the square `box`.
  static func drawEmptyTick(in canvas: Canvas, _ box: Rect) {
    canvas.fillRounded(box, radius: box.width / 2, GalleryStyle.emptyTickFill)
    canvas.strokeRounded(
      box, radius: box.width / 2, width: box.width / 13, GalleryStyle.emptyTickLine)
  }

  private static var triangle: Path {
    var path = Path()
    path.move(9, 6.5)
    path.line(18, 12)
    path.line(9, 17.5)
    path.close()
    return path
  }

  private static var frame: Path {
    var path = Path()
    path.add(rounded: Rect(x: 3.5, y: 4.5, width: 17, height: 15), radius: 2.5)
    addLine(&path, [(4, 17), (9.5, 11.5), (13.5, 15.5), (16, 13), (20, 17)])
    return path
  }

  /// The outline of a picture frame with a diagonal line through it, at both ends of which the
  /// frame is interrupted.
  private static var crossedOut: Path {
    var path = Path()
    addLine(&path, [(8.5, 4.5), (20.5, 4.5), (20.5, 16.5)])
    addLine(&path, [(3.5, 7.5), (3.5, 19.5), (15.5, 19.5)])
    addLine(&path, [(3, 3), (21, 21)])
    return path
  }

  private static var sun: Path {
    var path = Path()
    path.add(circle: Point(x: 15.75, y: 8.75), radius: 1.5)
    return path
  }

  private static var magnifyingGlass: Path {
    var path = Path()
    path.add(circle: Point(x: 10.5, y: 10.5), radius: 5.5)
    addLine(&path, [(14.6, 14.6), (19, 19)])
    return path
  }

  private static func addLine(_ path: inout Path, _ points: [(Double, Double)]) {
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(point.0, point.1) } else { path.line(point.0, point.1) }
    }
  }
}

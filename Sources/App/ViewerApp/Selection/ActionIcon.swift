import Drawing
import Geometry
import PhotoGrid
import Views

/// An icon for a button that acts on photos, drawn on the grid of ``Icon``.
enum ActionIcon: Hashable {
  /// Two sheets of paper, one over the other.
  case copy
  /// A folder with an arrow, for moving.
  case move
  /// Two frames side by side, for comparing.
  case compare
  case star
  /// A flag on a pole, for picking.
  case pick
  /// A crossed-out flag.
  case reject
  /// One of the icons of buttons and menus.
  case standard(Icon)

  private static let lineWidth = 1.75

  /// Draws the icon in a colour into the middle of a rectangle, as large as fits.
  func draw(in canvas: Canvas, _ rect: Rect, _ color: Color) {
    let side = min(rect.width, rect.height)
    switch self {
    case .standard(let icon): icon.draw(in: canvas, rect, color)
    case .star: MarkPainter.drawStar(in: canvas, rect.center, side: side * 0.8, color)
    case .pick, .reject:
      let box = Rect(center: rect.center, size: Size(width: side * 0.66, height: side * 0.75))
      MarkPainter.drawFlag(self == .pick ? .pick : .reject, in: canvas, box, on: .surface)
    default:
      let corner = Rect(center: rect.center, size: Size(width: side, height: side)).snapped.origin
      canvas.saved {
        canvas.translate(Vector(dx: corner.x, dy: corner.y))
        canvas.scale(side / Icon.grid)
        canvas.stroke(lines, width: Self.lineWidth, style: .round, color)
      }
    }
  }

  private var lines: Path {
    var path = Path()
    switch self {
    case .copy:
      path.add(rounded: Rect(x: 9, y: 9, width: 10, height: 11), radius: 2)
      Self.add([(15, 9), (15, 6), (14, 5), (6, 5), (5, 6), (5, 15), (6, 16), (9, 16)], to: &path)
    case .move:
      Self.add(
        [(11, 19), (4, 19), (3, 18), (3, 5), (9, 5), (11.5, 8), (20, 8), (21, 9), (21, 11)],
        to: &path)
      Self.add([(13, 16), (21, 16)], to: &path)
      Self.add([(18, 13), (21, 16), (18, 19)], to: &path)
    case .compare:
      path.add(rounded: Rect(x: 3, y: 6, width: 8, height: 12), radius: 1.5)
      path.add(rounded: Rect(x: 13, y: 6, width: 8, height: 12), radius: 1.5)
    case .star, .pick, .reject, .standard: break
    }
    return path
  }

  private static func add(_ points: [(Double, Double)], to path: inout Path) {
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(point.0, point.1) } else { path.line(point.0, point.1) }
    }
  }
}

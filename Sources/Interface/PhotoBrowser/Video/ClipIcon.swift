import Drawing
import Geometry

/// The icons of the video controls, on a grid of 24 units like ``Icon``.
nonisolated enum ClipIcon {
  /// A triangle, for the command to play.
  case play
  /// Two vertical bars, for the command to pause.
  case pause
  /// A loudspeaker with waves.
  case sound
  /// A crossed-out loudspeaker.
  case silence
  /// Two arrows that form a ring.
  case loop

  private static let grid = 24.0
  private static let lineWidth = 2.0

  /// Draws the icon in the middle of `rect`, in the largest square that fits.
  func draw(in canvas: Canvas, _ rect: Rect, _ color: Color) {
    let side = min(rect.width, rect.height)
    let corner = Rect(center: rect.center, size: Size(width: side, height: side)).snapped.origin
    canvas.saved {
      canvas.translate(Vector(dx: corner.x, dy: corner.y))
      canvas.scale(side / Self.grid)
      canvas.fill(filledPath, color)
      canvas.stroke(strokedPath, width: Self.lineWidth, style: .round, color)
    }
  }

  private var filledPath: Path {
    var path = Path()
    switch self {
    case .play: path.add(polygon: [(7.5, 4.5), (20, 12), (7.5, 19.5)])
    case .pause:
      path.add(rounded: Rect(x: 6, y: 5, width: 4, height: 14), radius: 1)
      path.add(rounded: Rect(x: 14, y: 5, width: 4, height: 14), radius: 1)
    case .sound, .silence:
      path.add(polygon: [(3, 9.5), (6.5, 9.5), (11.5, 5), (11.5, 19), (6.5, 14.5), (3, 14.5)])
    case .loop: break
    }
    return path
  }

  private var strokedPath: Path {
    var path = Path()
    switch self {
    case .play, .pause: break
    case .sound:
      let middle = Point(x: 11.5, y: 12)
      for radius in [4.0, 8] {
        path.move(middle.x + radius * 0.7071, middle.y - radius * 0.7071)
        path.append(
          .arc(center: middle, radius: radius, from: -.pi / 4, sweep: .pi / 2))
      }
    case .silence:
      path.move(15, 9)
      path.line(21, 15)
      path.move(21, 9)
      path.line(15, 15)
    case .loop:
      path.move(4, 12)
      path.line(4, 10)
      path.append(.arc(center: Point(x: 7, y: 10), radius: 3, from: .pi, sweep: .pi / 2))
      path.line(19, 7)
      path.move(16, 4)
      path.line(19, 7)
      path.line(16, 10)
      path.move(20, 12)
      path.line(20, 14)
      path.append(.arc(center: Point(x: 17, y: 14), radius: 3, from: 0, sweep: .pi / 2))
      path.line(5, 17)
      path.move(8, 14)
      path.line(5, 17)
      path.line(8, 20)
    }
    return path
  }
}

nonisolated extension Path {
  fileprivate mutating func add(polygon corners: [(Double, Double)]) {
    for (index, corner) in corners.enumerated() {
      if index == 0 { move(corner.0, corner.1) } else { line(corner.0, corner.1) }
    }
    close()
  }
}

public import Drawing
public import Geometry

/// A line drawing in a square of 24 × 24 units.
///
/// Lines are about two units wide. Horizontal and vertical ones have their centres on whole units
/// where possible, so that they are sharp at whole scales.
public enum Icon: Hashable, Sendable, CaseIterable {
  /// An angle that points to the left.
  case back
  /// An angle that points to the right.
  case forward
  /// The four corners of a frame, for entering fullscreen.
  case fullscreen
  /// Four corners that point to the middle, for leaving fullscreen.
  case restore
  /// Three dots, one below the other.
  case menu
  /// A diagonal cross, for closing.
  case close
  /// A circular arrow, for another attempt.
  case retry
  /// A tick, for what is chosen.
  case check
  /// A triangle with an exclamation mark.
  case warning
  case folder
  case clock
  /// Four squares, for a grid of pictures.
  case tiles
  /// A filled triangle, for what can be played.
  case play
  /// Two vertical bars, for stopping what is played.
  case pause
  /// A dot in a ring with small dots around it, for a live photo.
  case live
  /// A loudspeaker with sound waves.
  case sound
  /// A loudspeaker with a cross, for sound that is off.
  case muted
  /// A letter i in a circle.
  case info
  /// A bin with a lid, for the trash.
  case trash
  /// A square with an arrow out of it, for passing something to another program.
  case share

  /// The side of the square in which icons are designed, in units.
  public static let grid = 24.0
  /// The width of lines, in units: thinner for icons of many lines.
  private var lineWidth: Double {
    switch self {
    case .trash, .share: 1.75
    default: 2
    }
  }

  /// Draws the icon in the middle of `rect`, as large as fits, in one colour.
  public func draw(in canvas: Canvas, _ rect: Rect, _ color: Color) {
    if isNeverMirrored {
      canvas.unmirrored(rect) { drawLinesAndFills(in: canvas, rect, color) }
    } else {
      drawLinesAndFills(in: canvas, rect, color)
    }
  }

  /// Whether the icon looks the same in languages that are written from right to left: ticks,
  /// clocks and players do not turn round.
  private var isNeverMirrored: Bool { self == .check || self == .clock || self == .play }

  private func drawLinesAndFills(in canvas: Canvas, _ rect: Rect, _ color: Color) {
    let side = min(rect.width, rect.height)
    let corner = Rect(center: rect.center, size: Size(width: side, height: side)).snapped.origin
    canvas.saved {
      canvas.translate(Vector(dx: corner.x, dy: corner.y))
      canvas.scale(side / Self.grid)
      // A single path: lines stroked one by one in a translucent colour would be darker where they
      // cross.
      canvas.stroke(lines, width: lineWidth, style: .round, color)
      canvas.fill(fills, color)
    }
  }

  private var lines: Path {
    switch self {
    case .back: Self.lines([(15, 5), (8, 12), (15, 19)])
    case .forward: Self.lines([(9, 5), (16, 12), (9, 19)])
    case .fullscreen:
      Self.lines(
        [(5, 9), (5, 5), (9, 5)], [(15, 5), (19, 5), (19, 9)],
        [(19, 15), (19, 19), (15, 19)], [(9, 19), (5, 19), (5, 15)])
    case .restore:
      Self.lines(
        [(9, 5), (9, 9), (5, 9)], [(15, 5), (15, 9), (19, 9)],
        [(19, 15), (15, 15), (15, 19)], [(5, 15), (9, 15), (9, 19)])
    case .close: Self.lines([(6, 6), (18, 18)], [(18, 6), (6, 18)])
    case .check: Self.lines([(5, 12.5), (10, 17.5), (19, 7)])
    case .warning: Self.warningLines
    case .retry: Self.retryLines
    case .folder:
      Self.closed([
        (3, 18), (3, 5), (9, 5), (11.5, 8), (21, 8), (21, 18), (20, 19), (4, 19),
      ])
    case .clock: Self.clockLines
    case .tiles:
      Self.closed(
        [(4, 4), (10, 4), (10, 10), (4, 10)], [(14, 4), (20, 4), (20, 10), (14, 10)],
        [(14, 14), (20, 14), (20, 20), (14, 20)], [(4, 14), (10, 14), (10, 20), (4, 20)])
    case .live: Self.liveRing
    case .sound: Self.soundLines
    case .muted: Self.lines([(16, 9.5), (21, 14.5)], [(21, 9.5), (16, 14.5)])
    case .info: Self.infoLines
    case .trash:
      Self.lines(
        [(4, 7), (20, 7)], [(9, 7), (9, 4), (15, 4), (15, 7)],
        [(6, 7), (7, 20), (17, 20), (18, 7)], [(10, 11), (10, 16)], [(14, 11), (14, 16)])
    case .share:
      Self.lines(
        [(12, 5), (6, 5), (5, 6), (5, 18), (6, 19), (18, 19), (19, 18), (19, 12)],
        [(11, 13), (20, 4)], [(15, 4), (20, 4), (20, 9)])
    case .menu, .play, .pause: Path()
    }
  }

  private var fills: Path {
    var path = Path()
    switch self {
    case .menu:
      for y in [6.0, 12, 18] { path.add(circle: Point(x: 12, y: y), radius: 1.75) }
    case .warning: path.add(circle: Point(x: 12, y: 16.25), radius: 1.25)
    case .info: path.add(circle: Point(x: 12, y: 7.75), radius: 1.25)
    case .live: path = Self.liveDots
    case .play: path = Self.closed([(7, 4), (20, 12), (7, 20)])
    case .pause:
      for x in [6.5, 13.5] { path.add(rounded: Rect(x: x, y: 5, width: 4, height: 14), radius: 1) }
    case .sound, .muted:
      path = Self.closed([(3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15)])
    default: break
    }
    return path
  }

  private static var infoLines: Path {
    var path = Path()
    path.add(circle: Point(x: 12, y: 12), radius: 9)
    path.move(12, 11.5)
    path.line(12, 16.5)
    return path
  }

  private static var liveRing: Path {
    var path = Path()
    path.add(circle: Point(x: 12, y: 12), radius: 5.25)
    return path
  }

  /// The dots of the icon ``live``: one in the middle and sixteen on a circle around it.
  private static var liveDots: Path {
    var path = Path()
    path.add(circle: Point(x: 12, y: 12), radius: 2)
    // The cosines of 0°, 22.5°, 45°, 67.5° and 90°.
    let steps = [1, 0.92388, 0.70711, 0.38268, 0]
    for quarter in 0..<4 {
      for step in 0..<4 {
        let (x, y) = (9.75 * steps[step], 9.75 * steps[4 - step])
        let turned = [(x, y), (-y, x), (-x, -y), (y, -x)][quarter]
        path.add(circle: Point(x: 12 + turned.0, y: 12 + turned.1), radius: 0.9)
      }
    }
    return path
  }

  private static var soundLines: Path {
    var path = Path()
    // Arcs from −0.9 to 0.9 radians; they start at the cosine and sine of that angle.
    for radius in [4.0, 8] {
      path.move(12.5 + 0.62161 * radius, 12 - 0.78333 * radius)
      path.append(.arc(center: Point(x: 12.5, y: 12), radius: radius, from: -0.9, sweep: 1.8))
    }
    return path
  }

  private static var clockLines: Path {
    var path = Path()
    path.add(circle: Point(x: 12, y: 12), radius: 9)
    path.move(12, 7)
    path.line(12, 12)
    path.line(15.5, 14)
    return path
  }

  private static func closed(_ figures: [(Double, Double)]...) -> Path {
    var path = Path()
    for figure in figures {
      for (index, point) in figure.enumerated() {
        if index == 0 { path.move(point.0, point.1) } else { path.line(point.0, point.1) }
      }
      path.close()
    }
    return path
  }

  private static var warningLines: Path {
    var path = lines([(12, 4.5), (20.5, 19.5), (3.5, 19.5)])
    path.close()
    path.move(12, 9.75)
    path.line(12, 12.75)
    return path
  }

  private static var retryLines: Path {
    var path = lines([(20.5, 5), (20.5, 10), (15.5, 10)])
    // The arc ends at the base of the arrowhead.
    path.append(.move(Point(x: 18.9, y: 14.4)))
    path.append(
      .arc(center: Point(x: 12, y: 12), radius: 7.3, from: 0.334, sweep: 5.164))
    path.line(20.5, 10)
    return path
  }

  private static func lines(_ figures: [(Double, Double)]...) -> Path {
    var path = Path()
    for figure in figures {
      for (index, point) in figure.enumerated() {
        if index == 0 { path.move(point.0, point.1) } else { path.line(point.0, point.1) }
      }
    }
    return path
  }
}

package import Drawing
package import Geometry
import Views

/// The painter of the marks of a photo in one row: the colour label, the flag and the stars.
package enum MarkPainter {
  /// The gap between label, flag and stars, relative to the height of the row.
  private static let gapShare = 0.45
  /// The side of the square in which a star is drawn, relative to the height of the row.
  private static let starShare = 0.95
  /// The diameter of the dot of the colour label, relative to the height of the row.
  private static let dotShare = 0.75
  /// The width of a flag, relative to the height of the row.
  private static let flagWidthShare = 0.85

  /// The backgrounds on which marks are drawn.
  package enum Background {
    /// A dark layer over a photo, in every appearance.
    case photo
    /// A panel or bar in the colours of the current appearance.
    case surface

    /// The palette whose colours are visible on this background.
    fileprivate var palette: Palette { self == .photo ? .dark : Chrome.palette }
  }

  /// The colour of a star that is set: one of the stars of the rating.
  package static func starColor(on background: Background) -> Color { background.palette.star }
  /// The colour of a star that can be clicked and is not set.
  package static func emptyStar(on background: Background) -> Color {
    background.palette.fill(0.42)
  }

  /// The width in device pixels of a row of marks of the given height.
  ///
  /// - Parameter offersStars: Whether all five stars are drawn, the set ones bright, so that a
  ///   rating can be chosen. Default: false.
  package static func width(
    of marks: PhotoMarks, height: Double, offersStars: Bool = false
  ) -> Double {
    var widths: [Double] = []
    if marks.label != .none { widths.append(dotShare * height) }
    if marks.flag != .none { widths.append(flagWidthShare * height) }
    let stars = offersStars ? PhotoMarks.maxStars : marks.stars
    if stars > 0 { widths.append(Double(stars) * starShare * height) }
    return widths.reduce(0, +) + Double(max(0, widths.count - 1)) * gapShare * height
  }

  /// The rectangles of all five stars, the first star first, in a row of marks that begins at the
  /// top left corner `origin` and offers a rating; in the coordinates of `origin`.
  package static func starFrames(
    of marks: PhotoMarks, at origin: Point, height: Double
  ) -> [Rect] {
    let width = width(of: marks, height: height, offersStars: true)
    let side = starShare * height
    let first = origin.x + width - Double(PhotoMarks.maxStars) * side
    return (0..<PhotoMarks.maxStars).map {
      Rect(x: first + Double($0) * side, y: origin.y, width: side, height: height)
    }
  }

  /// Draws a row of marks from the top left corner `origin`, in colours for a dark background.
  ///
  /// - Parameter offersStars: Whether all five stars are drawn, the set ones bright. Default:
  ///   false.
  package static func draw(
    _ marks: PhotoMarks, in canvas: Canvas, at origin: Point, height: Double,
    offersStars: Bool = false
  ) {
    var x = origin.x
    let y = origin.y + height / 2
    if let color = marks.label.color {
      let side = dotShare * height
      let dot = Rect(center: Point(x: x + side / 2, y: y), size: Size(width: side, height: side))
      canvas.fillRounded(dot, radius: side / 2, color)
      x += side + gapShare * height
    }
    if marks.flag != .none {
      let box = Rect(x: x, y: origin.y, width: flagWidthShare * height, height: height)
      drawFlag(marks.flag, in: canvas, box)
      x += box.width + gapShare * height
    }
    let side = starShare * height
    for number in 0..<(offersStars ? PhotoMarks.maxStars : marks.stars) {
      let center = Point(x: x + (Double(number) + 0.5) * side, y: y)
      canvas.fill(
        star(center, radius: side * 0.5),
        number < marks.stars ? starColor(on: .photo) : emptyStar(on: .photo))
    }
  }

  /// Draws a five-pointed star around `center`, in a square with sides of `side` pixels.
  package static func drawStar(in canvas: Canvas, _ center: Point, side: Double, _ color: Color) {
    canvas.fill(star(center, radius: side * 0.5), color)
  }

  /// The outline of a five-pointed star around `center`, whose points touch a circle of `radius`.
  private static func star(_ center: Point, radius: Double) -> Path {
    var path = Path()
    // The distance of the inner corners from the centre. In a regular pentagram it would be 0.38 of
    // the radius.
    let inner = radius * 0.42
    for (index, point) in starCorners.enumerated() {
      let distance = index.isMultiple(of: 2) ? radius : inner
      let corner = Point(x: center.x + point.x * distance, y: center.y + point.y * distance)
      path.append(index == 0 ? .move(corner) : .line(corner))
    }
    path.close()
    return path
  }

  /// The directions of the ten corners of a star from its centre, clockwise from the top: sines and
  /// cosines of multiples of 36°.
  private static let starCorners: [Point] = {
    let (s36, c36, s72, c72) = (0.587785, 0.809017, 0.951057, 0.309017)
    return [
      Point(x: 0, y: -1), Point(x: s36, y: -c36), Point(x: s72, y: -c72), Point(x: s72, y: c72),
      Point(x: s36, y: c36), Point(x: 0, y: 1), Point(x: -s36, y: c36), Point(x: -s72, y: c72),
      Point(x: -s72, y: -c72), Point(x: -s36, y: -c36),
    ]
  }()

  /// Draws the flag of a photo in the rectangle `box`: a flag on a pole for a picked photo, a cross
  /// for a rejected one.
  package static func drawFlag(
    _ flag: PhotoMarks.Flag, in canvas: Canvas, _ box: Rect, on background: Background = .photo
  ) {
    let color = flag == .pick ? background.palette.ink : background.palette.rejected
    let line = max(1, box.height / 9)
    if flag == .reject {
      var cross = Path()
      cross.append(.move(box.point(atX: 0.15, y: 0.2)))
      cross.append(.line(box.point(atX: 0.85, y: 0.8)))
      cross.append(.move(box.point(atX: 0.85, y: 0.2)))
      cross.append(.line(box.point(atX: 0.15, y: 0.8)))
      canvas.stroke(cross, width: line * 1.5, style: .round, color)
      return
    }
    var pole = Path()
    pole.append(.move(box.point(atX: 0.2, y: 0.08)))
    pole.append(.line(box.point(atX: 0.2, y: 0.92)))
    canvas.stroke(pole, width: line, style: .round, color)
    var cloth = Path()
    cloth.append(.move(box.point(atX: 0.2, y: 0.1)))
    cloth.append(.line(box.point(atX: 0.95, y: 0.32)))
    cloth.append(.line(box.point(atX: 0.2, y: 0.56)))
    cloth.close()
    canvas.fill(cloth, color)
  }
}

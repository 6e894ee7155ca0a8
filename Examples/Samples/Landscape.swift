import BrowserHost

/// A painted landscape: hills under a sky with a sun or moon; `number` determines it.
struct Landscape {
  let number: Int
  /// The position of the sun on its path from left to right, 0 to 1; nil for a position that
  /// follows from `number`.
  var time: Double?

  /// The colours of the sky, the sun and the hills at one time of day.
  private struct Palette {
    var top: Color
    var bottom: Color
    var sun: Color
    var far: Color
    var near: Color
  }

  private static let palettes = [
    // Morning, noon, afternoon, evening and night.
    Palette(
      top: rgb(0x5B7DB1), bottom: rgb(0xF6C9A8), sun: rgb(0xFFF3D6), far: rgb(0xB98AA0),
      near: rgb(0x3F3A5A)),
    Palette(
      top: rgb(0x3E8FD0), bottom: rgb(0xCFE8F3), sun: rgb(0xFFFDF0), far: rgb(0x7FB08A),
      near: rgb(0x24513B)),
    Palette(
      top: rgb(0x2F6F73), bottom: rgb(0xF2D49B), sun: rgb(0xFFF0C2), far: rgb(0xC58F5C),
      near: rgb(0x5A3A2E)),
    Palette(
      top: rgb(0x3B2A5C), bottom: rgb(0xF0795B), sun: rgb(0xFFD27A), far: rgb(0x8E3B5E),
      near: rgb(0x231735)),
    Palette(
      top: rgb(0x0B1130), bottom: rgb(0x33507F), sun: rgb(0xEEF2FF), far: rgb(0x22335C),
      near: rgb(0x0A0F22)),
  ]

  private static func rgb(_ hex: Int) -> Color {
    Color(
      red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255,
      blue: Double(hex & 255) / 255)
  }

  func picture(width: Int, height: Int) -> Picture {
    Samples.picture(width: width, height: height) { paint(in: $0) }
  }

  /// A pseudo-random number from 0 to 1 that depends only on `number` and `index`.
  private func random(_ index: Int) -> Double {
    var bits = UInt64(number &* 7919 &+ index &* 104_729 &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits ^= bits >> 29
    bits = bits &* 0xBF58_476D_1CE4_E5B9
    return Double(bits >> 40) / Double(1 << 24)
  }

  private func paint(in canvas: Canvas) {
    let area = canvas.bounds
    let palette = Self.palettes[number % Self.palettes.count]
    canvas.fillGradient(area, top: palette.top, bottom: palette.bottom)
    let radius = area.height * (0.05 + 0.06 * random(1))
    var sun = Point(
      x: area.width * (0.2 + 0.6 * random(2)), y: area.height * (0.18 + 0.3 * random(3)))
    if let time {
      let rise = 4 * time * (1 - time)
      sun = Point(x: area.width * (0.05 + 0.9 * time), y: area.height * (0.6 - 0.4 * rise))
    }
    for ring in stride(from: 3.0, through: 1, by: -0.5) {
      canvas.fillPie(
        center: sun, radius: radius * ring, from: 0, sweep: 7,
        palette.sun.opacity(ring == 1 ? 1 : 0.07))
    }
    let rows = 4
    for row in 0..<rows {
      let share = Double(row) / Double(rows - 1)
      canvas.fill(hills(row, in: area), palette.near.over(palette.far, share))
    }
  }

  /// The outline of a range of hills; rows with higher numbers are nearer and lower in the picture.
  private func hills(_ row: Int, in area: Rect) -> Path {
    let base = area.height * (0.58 + 0.11 * Double(row))
    let swing = area.height * (0.16 - 0.025 * Double(row))
    let step = area.width / Double(2 + row % 2)
    var path = Path()
    var x = -step * random(10 + row)
    var y = base - swing * random(20 + row)
    path.move(x, area.maxY)
    path.line(x, y)
    var number = 0
    while x < area.width {
      number += 1
      let next = base - swing * (number % 2 == 0 ? 1 : -0.2) * random(30 + 10 * row + number)
      path.curve(
        Point(x: x + step * 0.45, y: y), Point(x: x + step * 0.55, y: next),
        to: Point(x: x + step, y: next))
      (x, y) = (x + step, next)
    }
    path.line(x, area.maxY)
    path.close()
    return path
  }
}

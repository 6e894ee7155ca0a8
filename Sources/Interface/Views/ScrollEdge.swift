package import Drawing
package import Geometry

/// An edge of an area that scrolls up and down.
package enum ScrollEdge: Hashable, Sendable, CaseIterable {
  case top
  case bottom

  /// The sign of the change of a scroll offset that shows more at this edge.
  var direction: Double { self == .top ? -1 : 1 }
}

extension Canvas {
  /// Draws the fade that shows that contents are cut at an edge.
  ///
  /// - Parameters:
  ///   - area: the strip along the edge, from opaque at the edge to clear at its other side.
  ///   - solid: height of the opaque part at the edge, in pixels. Default: 0.
  ///   - color: colour of the ground under the contents.
  package func drawScrollFade(
    at edge: ScrollEdge, in area: Rect, solid: Double = 0, _ color: Color
  ) {
    let solid = min(solid, area.height)
    let fade = area.height - solid
    let (opaque, clear) = (color, color.opacity(0))
    switch edge {
    case .top:
      fill(Rect(x: area.minX, y: area.minY, width: area.width, height: solid), color)
      fillGradient(
        Rect(x: area.minX, y: area.minY + solid, width: area.width, height: fade), top: opaque,
        bottom: clear)
    case .bottom:
      fillGradient(
        Rect(x: area.minX, y: area.minY, width: area.width, height: fade), top: clear,
        bottom: opaque)
      fill(Rect(x: area.minX, y: area.maxY - solid, width: area.width, height: solid), color)
    }
  }

  /// Draws a flat chevron that points over an edge.
  func drawScrollChevron(at edge: ScrollEdge, center: Point, scale: Double, _ color: Color) {
    let reach = Size(width: 6, height: 3) * scale
    let tip = edge == .top ? -reach.height : reach.height
    var path = Path()
    path.move(center.x - reach.width, center.y - tip)
    path.line(center.x, center.y + tip)
    path.line(center.x + reach.width, center.y - tip)
    stroke(path, width: 1.75 * scale, style: .round, color)
  }
}

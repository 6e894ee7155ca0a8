package import Drawing
package import Geometry

/// An edge of a vertically scrolling area.
package enum ScrollEdge: Hashable, Sendable, CaseIterable {
  case top
  case bottom

  /// The sign of the scroll offset's change that reveals content at this edge.
  var direction: Double { self == .top ? -1 : 1 }
}

extension Canvas {
  /// Draws the gradient that indicates content beyond an edge.
  ///
  /// - Parameters:
  ///   - area: the area along the edge that fades; the gradient runs from opaque at the edge to
  ///     clear at the other side.
  ///   - solid: the height of the opaque part at the edge, in pixels. Default: 0.
  ///   - color: the background colour behind the content.
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

  /// Draws a flat chevron that points outward over an edge.
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

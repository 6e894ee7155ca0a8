import Geometry
import Pixels

extension CellPainter {
  /// The rectangles of the parts of one cell, in the grid's coordinates.
  struct CellFrames {
    /// The rectangle of the picture. Before the picture is loaded, and for an icon in a grid whose
    /// pictures fill their cells, it is the whole area above the name. The animation between the
    /// cell and the picture's page begins or ends in it.
    var pictureArea: Rect
    /// The picture's rectangle as drawn, in grid coordinates; inside ``pictureArea`` in a selected
    /// cell.
    var pictureRect: Rect
    /// The outer rectangle of the selection ring, in the grid's coordinates.
    var selectionRing: Rect
    /// Whether the picture is small and drawn at an integer scale, not filling its cell.
    var isIcon: Bool
  }
}

extension Rect {
  /// The size of the rectangle, rounded to whole pixels.
  nonisolated var roundedPixelSize: PixelSize {
    PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
  }
}

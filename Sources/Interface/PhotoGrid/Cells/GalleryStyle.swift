package import Drawing
import Geometry
import Views

/// The part of the cells' appearance that the owner of a grid chooses. Other colours and lengths
/// are those of ``GalleryStyle``.
nonisolated struct CellStyle: Hashable, Sendable {
  /// The corner radius of the cells, in points. Default: ``GalleryStyle/cellCornerRadius``.
  var cornerRadius = GalleryStyle.cellCornerRadius
  /// The choice of the opaque colours behind the cells and of placeholder tiles. Default: those of
  /// a grid in the current appearance.
  var surface = Surface.grid

  /// The choices of the colours behind the cells.
  enum Surface: Hashable, Sendable {
    case grid
    /// The colour of bars of the interface, in the current appearance.
    case bar
    /// Colours that are the same in every appearance: behind the cells, and of a cell without a
    /// picture.
    case fixed(background: Color, tile: Color)
  }

  /// The opaque colour behind the cells.
  @MainActor var background: Color {
    switch surface {
    case .grid: GalleryStyle.background
    case .bar: Chrome.solidBar
    case .fixed(let background, _): background
    }
  }

  /// The opaque colour of a placeholder tile, the cell of a picture that is not loaded.
  @MainActor var tile: Color {
    if case .fixed(_, let tile) = surface { tile } else { Chrome.palette.placeholderTile }
  }
}

/// The colours and measures of the grid. Lengths are in points; they are multiplied by the UI scale
/// before use.
nonisolated package enum GalleryStyle {
  /// The colour behind the cells, and of the browser's backdrop.
  @MainActor package static var background: Color { Chrome.palette.background }
  /// The colour of the icon on a cell whose picture cannot be shown.
  @MainActor static var failureIconColor: Color { Chrome.fill(0.28) }
  /// The side of the icon on a cell whose picture cannot be shown, in points.
  static let failureIconSide = 28.0
  /// The colour of the outline of a cell whose picture is in flight or on a page.
  @MainActor static var slotLine: Color { Chrome.line(0.10) }
  /// The default corner radius of a cell, in points.
  static let cellCornerRadius = 5.0

  /// The colour blended over a cell under the pointer.
  @MainActor static var hoverHighlight: Color { Chrome.fill(0.07) }
  /// The colour of the selection ring and of the focus ring.
  @MainActor static var accent: Color { Chrome.focus }
  /// The width of the selection ring inside its cell, in points. The picture shrinks, so that the
  /// ring does not cover it.
  static let selectionWidth = 3.0
  /// The gap between the selection ring and the picture, in points. It keeps the ring visible
  /// beside a picture of any colour.
  static let selectionGap = 3.0
  /// The lighter colour of the checkerboard behind transparent pictures, a grey on which white and
  /// black drawings are visible.
  static let checkerLight = Color(white: 0.46)
  /// The darker colour of the checkerboard behind transparent pictures.
  static let checkerDark = Color(white: 0.38)
  /// The side of a square of the checkerboard, in points.
  static let checkerSide = 8.0
  /// The diameter of the disc with the tick on a selected cell, in points.
  static let tickDiameter = 22.0
  /// The fill of the empty disc on a cell under the pointer.
  static let emptyTickFill = Color(white: 0, alpha: 0.28)
  /// The outline of the empty disc on a cell under the pointer.
  static let emptyTickLine = Color(white: 1, alpha: 0.85)
  /// The distance from a cell's edges to its badges and tick, in points; smaller in small cells.
  static let badgeInset = 8.0
  /// The width of the focus ring, in points.
  static let focusRingWidth = 2.0
  /// The gap between a cell and its focus ring, in points.
  static let focusGap = 1.5
  /// The fill of the rectangle that a mouse drag draws to select cells.
  @MainActor static var selectionRectangleFill: Color { accent.opacity(0.16) }
  /// The outline of the rectangle that a mouse drag draws to select cells.
  @MainActor static var selectionRectangleLine: Color { accent.opacity(0.85) }

  /// The colour blended over a photo that is flagged as rejected.
  @MainActor static var rejectedShade: Color { Chrome.palette.rejectedShade }
  /// The colour behind the play triangle or the text of a badge.
  @MainActor static var badgeBackground: Color { Chrome.OverPhoto.veil(0.58) }
  /// The diameter, in points, of the disc that marks a picture decoded only in part.
  static let partialSignDiameter = 24.0
  /// The side of the warning sign in the disc of ``partialSignDiameter``, in points.
  static let partialIconSide = 15.0
  /// The height of a badge, in points.
  static let badgeHeight = 19.0
  /// The font size of the text of a badge, in points.
  static let badgeTextSize = 10.5

  /// Draws the checkerboard behind a transparent picture in `rect`, with squares for the UI scale
  /// `scale`.
  @MainActor static func drawCheckerboard(in canvas: Canvas, _ rect: Rect, scale: Double) {
    canvas.checkerboard(in: rect, cell: (checkerSide * scale).rounded(), checkerDark, checkerLight)
  }

  /// The font size of a section's title, in points.
  static let titleTextSize = 15.0
  /// The font size of the number of photos in a section and of other secondary lines, in points.
  static let secondaryTextSize = 12.5
  /// The font size of the name on a folder's card, in points.
  static let cardNameTextSize = 13.5
  /// The opacity of the background of a section header while cells scroll below it.
  static let stickyHeaderOpacity = 0.94
}

package import Drawing
import Geometry
import Views

/// The style of cells that the owner of a grid chooses. Other colours and measures are those of
/// ``GalleryStyle``.
nonisolated struct CellStyle: Hashable, Sendable {
  /// The corner radius of the cells, in points. Default: 5.
  var cornerRadius = GalleryStyle.radius
  /// The opaque colours behind the cells, and of a cell without a picture. Default: those of a grid
  /// in the current appearance.
  var ground = Ground.grid

  /// The colours behind the cells.
  enum Ground: Hashable, Sendable {
    case grid
    /// The colour of bars.
    case bar
    /// Colours of the host, which are the same in every appearance.
    case fixed(background: Color, tile: Color)
  }

  /// The opaque colour behind the cells.
  @MainActor var background: Color {
    switch ground {
    case .grid: GalleryStyle.background
    case .bar: Chrome.solidBar
    case .fixed(let background, _): background
    }
  }

  /// The opaque colour of a cell without a picture.
  @MainActor var tile: Color {
    if case .fixed(_, let tile) = ground { tile } else { Chrome.palette.tile }
  }
}

/// The colours and measures of the grid. Lengths are in points at scale 1; they are multiplied by
/// the UI scale.
nonisolated package enum GalleryStyle {
  /// The colour behind the cells; the browser's backdrop has the same colour.
  @MainActor package static var background: Color { Chrome.palette.background }
  /// The colour of the icon on a cell whose picture cannot be shown.
  @MainActor static var mark: Color { Chrome.fill(0.28) }
  /// The side of the icon on a cell whose picture cannot be shown.
  static let markSize = 28.0
  /// The colour of the outline of an empty slot.
  @MainActor static var slotLine: Color { Chrome.line(0.10) }
  /// The corner radius of a cell.
  static let radius = 5.0

  /// The highlight over a cell under the pointer.
  @MainActor static var hover: Color { Chrome.fill(0.07) }
  /// The colour of the selection and of the focus ring.
  @MainActor static var accent: Color { Chrome.focus }
  /// The width of the selection ring, inside its cell. The picture shrinks, so the ring does not
  /// cover it.
  static let selectionWidth = 3.0
  /// The gap between the selection ring and the picture: it keeps the ring visible beside any
  /// picture colour.
  static let selectionGap = 3.0
  /// The lighter checkerboard colour behind transparent pictures: gray enough to show white and
  /// black drawings.
  static let checkerLight = Color(white: 0.46)
  /// The darker checkerboard colour.
  static let checkerDark = Color(white: 0.38)
  /// The side of a checkerboard square.
  static let checkerSide = 8.0
  /// The diameter of the tick disc on a selected cell.
  static let checkSize = 22.0
  /// The fill of the empty tick disc on a cell under the pointer.
  static let emptyTickFill = Color(white: 0, alpha: 0.28)
  /// The outline of the empty tick disc.
  static let emptyTickLine = Color(white: 1, alpha: 0.85)
  /// The distance from a cell's edges to its badges and tick.
  static let markInset = 8.0
  /// The width of the focus ring.
  static let focusWidth = 2.0
  /// The gap between a cell and its focus ring.
  static let focusGap = 1.5
  /// The fill of the selection rectangle.
  @MainActor static var bandFill: Color { accent.opacity(0.16) }
  /// The outline of the selection rectangle.
  @MainActor static var bandLine: Color { accent.opacity(0.85) }

  /// The shade over a rejected photo.
  @MainActor static var rejectedShade: Color { Chrome.palette.rejectedShade }
  /// The colour of the ground of a badge, behind the play triangle and the label.
  @MainActor static var badge: Color { Chrome.Photo.veil(0.58) }
  /// The diameter of the disc that marks a partially decoded picture.
  static let partialMarkSize = 24.0
  /// The side of the warning sign in that disc.
  static let partialIconSize = 15.0
  /// The height of a badge.
  static let badgeHeight = 19.0
  /// The font size of a badge's label.
  static let badgeText = 10.5

  /// Draws the checkerboard behind a transparent picture.
  @MainActor static func drawCheckerboard(in canvas: Canvas, _ rect: Rect, scale: Double) {
    canvas.checkerboard(in: rect, cell: (checkerSide * scale).rounded(), checkerDark, checkerLight)
  }

  /// The font size of a section's title.
  static let titleText = 15.0
  /// The font size of a section's count and of secondary lines.
  static let smallText = 12.5
  /// The font size of the name on a folder's card.
  static let cardNameText = 13.5
  /// The opacity of the background of a sticky header with cells below it.
  static let stickyHeaderOpacity = 0.94
}

import Drawing
import Geometry

/// The look of the grid. Lengths are for an ordinary monitor; they are multiplied by the UI scale.
nonisolated enum GalleryLook {
  /// What everything lies on; the browser's surroundings have the same colour.
  static let background = Color(red: 0.11, green: 0.11, blue: 0.12)
  /// A cell whose picture is not there.
  static let tile = Color(red: 0.155, green: 0.155, blue: 0.165)
  /// The mark of a cell that has no picture.
  static let mark = Color(white: 1, alpha: 0.28)
  /// Side of that mark.
  static let markSize = 28.0
  /// The line around the slot of a picture that is elsewhere.
  static let slotLine = Color(white: 1, alpha: 0.10)
  /// Corners of a cell.
  static let radius = 5.0

  /// On a cell under the pointer.
  static let hover = Color(white: 1, alpha: 0.07)
  /// What says "chosen" and "here".
  static let accent = Color(red: 0.38, green: 0.64, blue: 1)
  /// Width of the ring around a selected picture, inside its cell. It never lies on the picture,
  /// whose colours stay what they are.
  static let selectionWidth = 3.0
  /// Between that ring and the picture: both are told apart over light and dark pictures.
  static let selectionGap = 3.0
  /// Squares behind transparent pictures: gray enough that white and black drawings are seen.
  static let checkLight = Color(white: 0.46)
  /// The other squares.
  static let checkDark = Color(white: 0.38)
  /// Side of a square.
  static let checkSide = 8.0
  /// Diameter of the mark on a selected cell.
  static let checkSize = 22.0
  /// Inside of that mark on a cell under the pointer.
  static let openCheck = Color(white: 0, alpha: 0.28)
  /// Around it.
  static let openCheckLine = Color(white: 1, alpha: 0.85)
  /// From a cell's edges to its marks.
  static let markInset = 8.0
  /// Width of the ring around the cell that has the keyboard.
  static let focusWidth = 2.0
  /// Between a cell and that ring.
  static let focusGap = 1.5
  /// Inside of the rubber band.
  static let bandFill = accent.opacity(0.16)
  /// Edge of the rubber band.
  static let bandLine = accent.opacity(0.85)

  /// Behind the play triangle and the badge's word.
  static let badge = Color(white: 0, alpha: 0.58)
  /// Side of the disc that marks a picture of which only a part could be read.
  static let partialMarkSize = 24.0
  /// Side of the sign in that disc.
  static let partialIconSize = 15.0
  /// Height of a badge.
  static let badgeHeight = 19.0
  /// Size of a badge's word.
  static let badgeText = 10.5

  /// Draws the squares behind a transparent picture.
  @MainActor static func drawSquares(in canvas: Canvas, _ rect: Rect, scale: Double) {
    canvas.checkerboard(in: rect, cell: (checkSide * scale).rounded(), checkDark, checkLight)
  }

  /// Size of a section's name.
  static let titleText = 15.0
  /// Size of a section's count, and of second lines everywhere.
  static let smallText = 12.5
  /// Size of the name on a folder's card.
  static let cardNameText = 13.5
  /// Behind a header that has stopped at the top, over cells that go on.
  static let stuckHeader = background.opacity(0.94)
}

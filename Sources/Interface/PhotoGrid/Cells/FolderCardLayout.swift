import Drawing
import Geometry
import Views

/// The layout of a folder's card in its cell, in whole device pixels: a cover of up to four
/// pictures, and up to two lines of text below it, if the cell is high enough.
nonisolated struct FolderCardLayout {
  /// The rectangle around all pictures of the card, in the grid's coordinates.
  let coverFrame: Rect
  /// The rectangles of the card's pictures, in the grid's coordinates: a single one of the whole
  /// cover, or four in two rows.
  let pictureFrames: [Rect]
  /// The rectangle of the folder's name, in the grid's coordinates; nil if there is no room for it.
  let nameFrame: Rect?
  /// The rectangle of the line of text under the name, in the grid's coordinates; nil if there is
  /// no room for it.
  let detailFrame: Rect?

  /// The lengths of the layout in points.
  private enum Style {
    /// The distance between two pictures of the card, in points.
    static let pictureGap = 3.0
    /// The distance between the pictures and the text below them, in points.
    static let pictureTextGap = 6.0
    static let nameHeight = 20.0
    static let detailHeight = 18.0
    /// The minimum height of the pictures above a line of text, in points; a lower card has no
    /// text.
    static let minCoverHeight = 56.0
  }

  /// Lays out a card with `covers` pictures in the rectangle `cell`, in device pixels, at the UI
  /// scale `scale`.
  init(in cell: Rect, covers: Int, scale: Double) {
    func pixels(_ points: Double) -> Double { (points * scale).rounded() }
    let (gap, nameHeight) = (pixels(Style.pictureGap), pixels(Style.nameHeight))
    let (textGap, detailHeight) = (pixels(Style.pictureTextGap), pixels(Style.detailHeight))
    let room = cell.height - pixels(Style.minCoverHeight) - textGap
    let hasName = room >= nameHeight
    let hasDetail = room >= nameHeight + detailHeight
    let text = hasName ? textGap + nameHeight + (hasDetail ? detailHeight : 0) : 0
    coverFrame = Rect(x: cell.minX, y: cell.minY, width: cell.width, height: cell.height - text)
    let top = coverFrame.maxY + textGap
    nameFrame = hasName ? Rect(x: cell.minX, y: top, width: cell.width, height: nameHeight) : nil
    detailFrame =
      hasDetail
      ? Rect(x: cell.minX, y: top + nameHeight, width: cell.width, height: detailHeight) : nil
    let width = ((coverFrame.width - gap) / 2).rounded(.down)
    let height = ((coverFrame.height - gap) / 2).rounded(.down)
    guard covers > 1, width >= 1, height >= 1 else {
      pictureFrames = [coverFrame]
      return
    }
    let (left, upper) = (coverFrame.minX + width + gap, coverFrame.minY + height + gap)
    pictureFrames = [
      Rect(x: coverFrame.minX, y: coverFrame.minY, width: width, height: height),
      Rect(x: left, y: coverFrame.minY, width: coverFrame.maxX - left, height: height),
      Rect(x: coverFrame.minX, y: upper, width: width, height: coverFrame.maxY - upper),
      Rect(x: left, y: upper, width: coverFrame.maxX - left, height: coverFrame.maxY - upper),
    ]
  }
}

/// The cached text layouts of folder cards.
struct FolderCardTexts {
  private struct Texts {
    var name: CachedText?
    var detail: CachedText?
  }
  /// The maximum number of cards whose text layouts are cached.
  private static let maxCards = 256

  private var texts: [GalleryItem: Texts] = [:]

  /// Draws the name of a folder, and the line of text under it, where the layout has room for them.
  mutating func draw(
    _ folder: CellPainter.Folder, of item: GalleryItem, in layout: FolderCardLayout,
    _ canvas: Canvas, scale: Double
  ) {
    if texts.count > Self.maxCards { texts = [:] }
    var entry = texts[item] ?? Texts()
    if let box = layout.nameFrame {
      let name = CachedText.layout(
        &entry.name, DisplayText.name(folder.name),
        TextStyle(size: GalleryStyle.cardNameTextSize * scale, weight: .semibold),
        maxWidth: box.width,
        flow: .ellipsisInMiddle)
      canvas.draw(name, at: Self.origin(of: name, in: box), Chrome.text)
    }
    if let box = layout.detailFrame {
      let detail = CachedText.layout(
        &entry.detail, folder.detail, TextStyle(size: GalleryStyle.secondaryTextSize * scale),
        maxWidth: box.width, flow: .ellipsisInMiddle)
      canvas.draw(detail, at: Self.origin(of: detail, in: box), Chrome.secondaryText)
    }
    texts[item] = entry
  }

  private static func origin(of text: TextLayout, in box: Rect) -> Point {
    Point(x: box.minX, y: (box.midY - text.size.height / 2).rounded())
  }
}

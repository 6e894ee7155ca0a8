import Drawing
import Geometry
import Input
import Localization
import Pixels
import Views

/// The panel of the effect chooser: a heading, the tile “None” beside the heading, and a grid of
/// tiles with previews.
final class EffectSheet: View {
  /// The tiles in keyboard order: “None” first, then the effects.
  let tiles: [EffectTile]
  /// The number of columns: 4, or 2 if that makes the previews larger or four would break a word of
  /// a name.
  private(set) var columnCount = 4
  /// A closure that makes the bitmaps of both pages of all previews, in a size in device pixels;
  /// nil when they cannot be made.
  var makePictures: (PixelSize) -> (old: Bitmap, new: Bitmap)? = { _ in nil }

  private var heading: CachedText?
  private var previewSize = PixelSize.zero

  /// The constants of appearance; lengths in points.
  private enum Style {
    static var heading: String { tr("Page Effects") }
    static let headingFontSize = 16.0
    static let sheetPadding = 20.0
    static let tileGap = 10.0
    static let headingHeight = 52.0
    static let cornerRadius = 16.0
    /// The maximum width of a tile's preview, in points.
    static let maxPreviewWidth = 300.0
    /// The maximum height of the sheet, as a share of the window's height.
    static let maxHeightShare = 0.86
    static var backgroundColor: Color { Chrome.opaquePanel }
  }

  /// Makes a panel of tiles, of which the first one has no preview.
  init(_ tiles: [EffectTile]) {
    self.tiles = tiles
    super.init()
    for tile in tiles { add(tile) }
  }

  /// Lays the panel out for a window of the given size, in device pixels.
  ///
  /// - Returns: the size of the panel.
  func layOutPanel(in window: Size) -> Size {
    guard !window.isEmpty, tiles.count > 1 else { return .zero }
    let padding = (Style.sheetPadding * uiScale).rounded()
    let gap = (Style.tileGap * uiScale).rounded()
    let head = (Style.headingHeight * uiScale).rounded()
    let empty = tiles[1].size(with: .zero)
    // The previews have the window's proportions, and are as large as the width of the window and
    // the maximum height of the sheet allow.
    func width(with columns: Int) -> Double {
      let room = window.width - 2 * padding - gap * Double(columns - 1)
      let rows = Double(rowCount(columns))
      let tall = (window.height * Style.maxHeightShare - head - padding - gap * (rows - 1)) / rows
      return min(
        room / Double(columns) - empty.width, Style.maxPreviewWidth * uiScale,
        (tall - empty.height) * window.aspectRatio)
    }
    // Four columns are used only if no word of an effect's name has to be broken.
    let widestWord = tiles.dropFirst().map(\.minWidth).max() ?? 0
    let fourth = (window.width - 2 * padding - gap * 3) / 4
    columnCount = widestWord <= fourth && width(with: 4) >= width(with: 2) ? 4 : 2
    let rows = Double(rowCount(columnCount))
    let widest = width(with: columnCount)
    let preview = Size(
      width: max(1, widest.rounded(.down)),
      height: max(1, (widest / window.aspectRatio).rounded(.down)))
    // Tiles are wider than their previews if the names need the width; longer names take two lines.
    let room =
      ((window.width - 2 * padding - gap * Double(columnCount - 1)) / Double(columnCount)).rounded(
        .down)
    let effects = tiles.dropFirst()
    let tileWidth = effects.map { $0.size(with: preview, maxWidth: room).width }.max() ?? 0
    let label = effects.map { $0.labelHeight(in: tileWidth) }.max() ?? 0
    let tile = Size(
      width: tileWidth, height: tiles[1].size(with: preview, label: label).height)
    for tile in effects { tile.previewSize = preview }
    let grid = tile.width * Double(columnCount) + gap * Double(columnCount - 1)
    let none = tiles[0].size(with: .zero)
    // In a small window the heading is wider than the previews.
    let inside = max(grid, layoutHeading().size.width + gap + none.width)
    let left = padding + ((inside - grid) / 2).rounded()
    for (index, view) in tiles.dropFirst().enumerated() {
      view.frame = Rect(
        x: left + Double(index % columnCount) * (tile.width + gap),
        y: head + Double(index / columnCount) * (tile.height + gap), width: tile.width,
        height: tile.height)
    }
    tiles[0].frame = Rect(
      x: padding + inside - none.width, y: ((head - none.height) / 2).rounded(), width: none.width,
      height: none.height)
    setPreviewSize(PixelSize(width: Int(preview.width), height: Int(preview.height)))
    return Size(
      width: inside + 2 * padding,
      height: head + rows * (tile.height + gap) - gap + padding)
  }

  private func rowCount(_ columns: Int) -> Int { (tiles.count - 2 + columns) / columns }

  private func setPreviewSize(_ size: PixelSize) {
    guard size != previewSize else { return }
    previewSize = size
    let pair = makePictures(size)
    for tile in tiles { tile.preview?.pageBitmaps = pair }
  }

  /// The index of the tile that the arrow keys reach from the tile at `index`, moving by `across`
  /// columns or `down` rows; `index` itself if there is none.
  func neighbour(of index: Int, across: Int, down: Int) -> Int {
    let last = tiles.count - 1
    guard index > 0 else { return down > 0 ? columnCount : across != 0 ? 1 : 0 }
    let position = index - 1
    if across != 0 { return min(max(index + across, 0), last) }
    let next = position + down * columnCount
    if next < 0 { return 0 }
    return next < last ? next + 1 : index
  }

  /// Consumes presses beside the tiles, because a press outside the panel closes it.
  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .scroll, .pinch, .swipe: true
    default: event.isPressOrTouch
    }
  }

  override var drawingBounds: Rect { bounds }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Style.cornerRadius * uiScale
    // The shape extends below the panel, so that only its upper corners are round.
    let shape = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height + 2 * radius)
    canvas.clip(to: bounds)
    canvas.fillRounded(shape, radius: radius, Style.backgroundColor)
    canvas.strokeRounded(
      shape, radius: radius, width: Chrome.lineWidth(at: uiScale), Chrome.panelEdge)
    let text = layoutHeading()
    let head = (Style.headingHeight * uiScale).rounded()
    canvas.draw(
      text,
      at: Point(
        x: ((Style.sheetPadding + EffectTile.Style.previewMargin) * uiScale).rounded(),
        y: ((head - text.size.height) / 2).rounded()), Chrome.text)
  }

  private func layoutHeading() -> TextLayout {
    CachedText.layout(
      &heading, Style.heading, TextStyle(size: Style.headingFontSize * uiScale, weight: .semibold),
      maxWidth: nil, flow: .line)
  }
}

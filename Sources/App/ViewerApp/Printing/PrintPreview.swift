import Drawing
import Geometry
import Input
import Localization
import Pixels
import Views

/// A preview of the printed pages, one at a time. Left and Right, the wheel and clicks on the left
/// and right half turn the pages.
final class PrintPreview: View, FormItem {
  /// A photo as the preview shows it.
  struct Photo {
    /// A reduced version of the photo; nil while it is not loaded.
    var bitmap: Bitmap?
    /// The size of the upright photo in pixels; nil while it is not known.
    var size: PixelSize?
    var name: String
  }
  var pageLayout = PrintLayout() {
    didSet {
      guard pageLayout != oldValue else { return }
      pageIndex = min(pageIndex, max(0, pageCount - 1))
      captionTexts = [:]
      showPage()
    }
  }
  /// Called with the indices of the photos on a page that is shown, so that the owner loads them.
  var onShowPage: (Range<Int>) -> Void = { _ in }
  private(set) var pageIndex = 0

  private var photos: [Photo]
  private var captionTexts: [Int: CachedText] = [:]
  private var footer: CachedText?

  /// The measures of the preview in points, and its colours.
  private enum Style {
    static let height = 268.0
    static let footerHeight = 24.0
    static let footerFontSize = 12.5
    static let shadowBlur = 10.0
    static let margin = 10.0
    static let emptyCellColor = Color(white: 0.87)
    static let paperColor = Color(white: 1)
    static let inkColor = Color(white: 0)
  }

  init(_ photos: [Photo]) {
    self.photos = photos
    super.init(frame: .zero)
    mirroring = .never
    accessibilityLabel = tr("Preview")
    isFocusable = true
  }

  var pageCount: Int { pageLayout.pageCount(of: photos.count) }

  /// Stores the loaded bitmap of the photo at an index, and the photo's size in pixels if it is
  /// known.
  func setBitmap(_ bitmap: Bitmap, size: PixelSize?, at index: Int) {
    guard photos.indices.contains(index) else { return }
    photos[index].bitmap = bitmap
    photos[index].size = size ?? photos[index].size
    setNeedsDisplay()
  }

  /// Whether the photo at an index has been loaded.
  func hasBitmap(_ index: Int) -> Bool {
    photos.indices.contains(index) && photos[index].bitmap != nil
  }

  func showPage() {
    accessibilityLabel = tr(
      "Preview: page {page} of {count}", ["page": pageIndex + 1, "count": pageCount])
    setNeedsDisplay()
    onShowPage(pageLayout.photos(onPage: pageIndex, of: photos.count))
  }

  func height(for width: Double, scale: Double) -> Double { (Style.height * scale).rounded() }

  var shrinksFirst: Bool { true }

  override func focusChanged(_ isFocused: Bool) { setNeedsDisplay() }

  // MARK: Drawing

  private var hasFooter: Bool { pageCount > 1 }

  /// The rectangle of the paper, in the coordinates of the preview in device pixels.
  private var paperRect: Rect {
    let area = bounds.inset(
      by: Insets(
        top: Style.margin * uiScale, left: Style.margin * uiScale,
        bottom: (hasFooter ? Style.footerHeight : Style.margin) * uiScale,
        right: Style.margin * uiScale))
    let size = pageLayout.pageSize
    let scale = max(0, min(area.width / size.width, area.height / size.height))
    return Rect(center: area.center, size: size * scale).snapped
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let paper = paperRect
    guard paper.width >= 1, paper.height >= 1 else { return }
    canvas.shadow(
      around: paper, radius: 0, blur: Style.shadowBlur * uiScale, Chrome.shadow)
    canvas.fill(paper, Style.paperColor)
    let scale = paper.width / pageLayout.pageSize.width
    for (position, index) in pageLayout.photos(onPage: pageIndex, of: photos.count).enumerated() {
      let cell = pageLayout.cell(position)
      func onSheet(_ rect: Rect) -> Rect {
        Rect(
          x: paper.minX + rect.minX * scale, y: paper.minY + rect.minY * scale,
          width: rect.width * scale, height: rect.height * scale)
      }
      draw(photos[index], in: canvas, cell.photo, onSheet)
      if pageLayout.hasCaptions { drawCaption(index, in: canvas, onSheet(cell.caption), scale) }
    }
    if hasFooter { drawFooter(in: canvas) }
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: Chrome.buttonRadius * uiScale, width: Chrome.focusRingWidth * uiScale,
        Chrome.focus)
    }
  }

  private func draw(
    _ photo: Photo, in canvas: Canvas, _ cell: Rect, _ onSheet: (Rect) -> Rect
  ) {
    canvas.saved {
      canvas.clip(to: onSheet(cell))
      guard let bitmap = photo.bitmap else {
        return canvas.fill(onSheet(cell), Style.emptyCellColor)
      }
      let frame = pageLayout.frame(of: photo.size ?? bitmap.size, in: cell)
      canvas.draw(bitmap, in: onSheet(frame), filter: .high)
    }
  }

  private func drawCaption(_ index: Int, in canvas: Canvas, _ area: Rect, _ scale: Double) {
    let text = CachedText.layout(
      &captionTexts[index], photos[index].name,
      TextStyle(size: max(1, PrintLayout.captionFontSize * scale)), maxWidth: max(1, area.width),
      flow: .ellipsisInMiddle)
    canvas.draw(
      text,
      at: Point(x: area.midX - text.size.width / 2, y: area.midY - text.size.height / 2),
      Style.inkColor)
  }

  private func drawFooter(in canvas: Canvas) {
    let text = CachedText.layout(
      &footer, tr("‹  Page {page} of {count}  ›", ["page": pageIndex + 1, "count": pageCount]),
      TextStyle(size: Style.footerFontSize * uiScale), maxWidth: max(1, bounds.width),
      flow: .ellipsisAtEnd)
    canvas.draw(
      text,
      at: Point(
        x: ((bounds.width - text.size.width) / 2).rounded(),
        y: (bounds.height - (Style.footerHeight * uiScale + text.size.height) / 2).rounded()),
      Chrome.secondaryText)
  }

  // MARK: Events

  private func turnPage(by step: Int) {
    let next = min(max(0, pageIndex + step), max(0, pageCount - 1))
    guard next != pageIndex else { return }
    pageIndex = next
    showPage()
  }

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key) where isFocused && key.isPress:
      switch key.name {
      case .left, .pageUp: turnPage(by: -1)
      case .right, .pageDown: turnPage(by: 1)
      default: return false
      }
    case .pointer(let pointer):
      switch pointer.kind {
      case .pressed(.primary): stage?.setFocus(self)
      case .released(.primary): turnPage(by: pointer.location.x < bounds.midX ? -1 : 1)
      default: return false
      }
    case .touch(let touch):
      if touch.phase == .ended { turnPage(by: touch.location.x < bounds.midX ? -1 : 1) }
    case .scroll(let event): if event.delta.dy != 0 { turnPage(by: event.delta.dy > 0 ? 1 : -1) }
    default: return false
    }
    return true
  }
}

import BrowserCore
import Drawing
import Geometry
import Pixels
import Views

/// The bitmaps of pages that are not photos, which fly in place of pictures.
extension Browser {
  /// Whether a bitmap can be made of the page at `index`: its cell has a content size and is no
  /// ``PhotoCell``.
  func canTakeSnapshot(of index: Int) -> Bool {
    guard let cell = cell(at: index) else { return false }
    return !(cell is PhotoCell) && state.hasContent(index)
  }

  /// Renders the page at `index` for its flight. A ``PhotoCell`` needs no bitmap: its picture
  /// flies, and may even be replaced during the flight.
  func takeSnapshot(of index: Int) {
    guard canTakeSnapshot(of: index), let placedContent = snapshot(of: index) else { return }
    flights.setSnapshot(placedContent, of: index)
  }

  /// The content of the page at `index`, rendered at the size at which it fits the page; nil when
  /// it has no cell, size or stage, or there is no room for a pixel.
  private func snapshot(of index: Int) -> PlacedContent? {
    guard let cell = cell(at: index), let content = cell.contentSize, !content.isEmpty,
      let stage, !bounds.isEmpty
    else { return nil }
    let rect = ContentFit.fit.rect(content: content, in: bounds).pixelAligned
    let size = PixelSize(width: Int(rect.width), height: Int(rect.height))
    guard size.width > 0, size.height > 0 else { return nil }
    let isHidden = cell.isHidden
    let frame = cell.frame
    defer {
      cell.frame = frame
      cell.isHidden = isHidden
    }
    // The cell is visible at the full page only for the rendering: its frame is restored at once,
    // and the next frame of the browser lays it out again.
    cell.isHidden = false
    cell.frame = bounds
    var page = state.restingPage(index)
    page.content = rect
    page.scale = rect.width / content.width
    cell.layout(for: page)
    let bitmap = Bitmap(size: size, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      let canvas = Canvas(PixelBuffer(size: size, stride: stride, bytes: bytes))
      canvas.clear(canvas.bounds, to: .clear)
      canvas.translate(Point.zero - rect.origin)
      stage.render(cell, in: canvas)
    }
    let natural = PixelSize(width: max(1, Int(content.width)), height: max(1, Int(content.height)))
    return PlacedContent(
      content: Picture(bitmap, naturalSize: natural),
      placement: ContentPlacement(rect, isMoving: true))
  }
}

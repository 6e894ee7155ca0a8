import Drawing
import GalleryCore
import Geometry
import Views

extension GalleryView {
  /// Draws the contents inside `damage`, in the view's points.
  func paint(in canvas: Canvas, damage: Rect) {
    canvas.fill(damage, look.background)
    guard let frame = lastFrame, let area = content.intersection(damage) else { return }
    let own = area.offset(by: -contentOffset)
    canvas.saved {
      canvas.clip(to: area)
      canvas.translate(contentOffset)
      for leaving in frame.departing { draw(leaving, in: canvas) }
      let reach = Insets.all(-painter.reach)
      for cell in frame.cells {
        guard let cell = shown[cell.item], cell.rect.inset(by: reach).intersection(own) != nil
        else { continue }
        painter.draw(cell, in: canvas)
      }
      for header in frame.headers where header.frame.intersection(own) != nil {
        draw(header, in: canvas)
      }
      if let band = frame.band { draw(band: band, in: canvas) }
    }
  }

  private func draw(_ leaving: GalleryFrame.Departing, in canvas: Canvas) {
    guard var cell = earlier[leaving.generation]?[leaving.item] else { return }
    cell.rect = leaving.frame.snapped
    cell.alpha = leaving.alpha
    cell.isHovered = false
    cell.hasFocus = false
    painter.draw(cell, in: canvas)
  }

  private func draw(_ header: StickyHeader, in canvas: Canvas) {
    guard contents.sections.indices.contains(header.section) else { return }
    let section = contents.sections[header.section]
    headers.draw(
      SectionHeaders.Header(
        section: header.section, title: section.title, count: section.count,
        rect: header.frame.snapped, textLeft: state.layout.frame(ofItem: 0).minX,
        isSticky: header.isSticky),
      in: canvas, over: look.background, scale: uiScale, drawsText: !defersText)
  }

  private func draw(band: Rect, in canvas: Canvas) {
    let line = Chrome.lineWidth(at: uiScale)
    let box = band.snapped
    canvas.fill(box, GalleryStyle.bandFill)
    canvas.strokeRounded(box, radius: 0, width: line, GalleryStyle.bandLine)
  }
}

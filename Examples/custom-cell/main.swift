// Custom cell, custom animator: framed pictures that fly on a spring of 0.5 s with damping 0.8.
import BrowserHost
import Samples

/// A picture in a white border with a caption, which zooms, is pulled and flies as a whole.
final class PrintCell: View, BrowserCell {
  var picture: Picture?
  var caption = ""
  private var paper = Rect.zero

  /// The size of the picture of 1200 × 800 with its border in pixels; nil without a picture.
  var contentSize: Size? { picture == nil ? nil : Size(width: 1280, height: 960) }

  func layout(for page: BrowserFrame.Page) {
    alpha = page.opacity
    paper = page.content.offset(by: .zero - page.frame.origin)
    setNeedsDisplay()
  }

  func prepareForReuse() { picture = nil }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard let picture, !paper.isEmpty else { return }
    let unit = paper.width / 1280
    canvas.fill(paper, Color(white: 0.97))
    let inner = Rect(
      x: paper.minX + 40 * unit, y: paper.minY + 40 * unit, width: 1200 * unit,
      height: 800 * unit)
    canvas.draw(picture.bitmaps, in: inner)
    let text = TextLayout(caption, style: TextStyle(size: 56 * unit, weight: .medium))
    let corner = Point(
      x: paper.midX - text.size.width / 2, y: inner.maxY + 60 * unit - text.size.height / 2)
    canvas.draw(text, at: corner, Color(white: 0.2))
  }
}

/// The morph animation with a different timing.
nonisolated struct SpringMorph: TransitionAnimator {
  func plan(_ context: TransitionPlan.Context) -> TransitionPlan? {
    let morph: any TransitionAnimator = .morph(.spring(settlingIn: 0.5, damping: 0.8))
    return morph.plan(context)
  }
}

BrowserWindow.run("Custom cell") { window in
  let pictures = Samples.landscapes(9)
  let captions = ["Dawn", "Noon", "Dunes", "Dusk", "Night"]

  let browser = Browser()
  browser.options.animator = SpringMorph()
  browser.options.background = Color(red: 0.20, green: 0.17, blue: 0.15)
  let print = PageList.CellKind(PrintCell.self) { PrintCell() }
  browser.pages = PageList(count: { pictures.count }, kind: { _ in print }) { page in
    guard let cell = page.cell as? PrintCell else { return }
    cell.picture = pictures[page.index]
    cell.caption = captions[page.index % captions.count]
  }

  let grid = ThumbnailGrid(pictures)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

// Push next: from a picture to a page with its details, and back.
import BrowserHost
import Samples

/// A view with a text about a picture.
final class Details: View {
  private let text: String

  init(page: Int) {
    text = "Landscape \(page + 1)\n\n1200 × 800 pixels, painted by code.\nEscape leads back."
    super.init()
    isOpaque = true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.clear(damage, to: Color(red: 0.13, green: 0.20, blue: 0.30))
    let text = TextLayout(
      text, style: TextStyle(size: 20 * uiScale), maxWidth: bounds.width * 0.8,
      flow: .wrapped(maxLines: 9), alignment: .center)
    let corner = Point(
      x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2)
    canvas.draw(text, at: corner, .white)
  }
}

BrowserWindow.run("Push next") { window in
  let pictures = Samples.landscapes(12, from: 5)

  let browser = Browser()
  browser.pages = PageList(pictures)
  browser.hooks.menu = { [unowned browser] _ in
    let details = MenuItem("Details") {
      window.push(ViewScene(Details(page: browser.pageIndex), title: "Details"))
    }
    ActionSheet(entries: [details]).open(on: window.stage)
  }

  let grid = ThumbnailGrid(pictures)
  grid.onOpen = { window.push(browser, at: $0, over: grid, title: "Right click for details") }
  window.show(grid)
}

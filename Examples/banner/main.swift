// Banner: a browser inside a page. It advances by itself; a click opens the picture that it shows.
import BrowserHost
import Samples

/// The view of a page with a banner above a grid.
final class Page: View {
  let banner = BannerView()
  let grid: ThumbnailGrid

  init(_ grid: ThumbnailGrid) {
    self.grid = grid
    super.init()
    isOpaque = true
    add(grid)
    add(banner)
  }

  override func layout() {
    let margin = 30 * uiScale
    let height = BannerView.defaultHeight * uiScale
    banner.frame = Rect(x: margin, y: margin, width: bounds.width - 2 * margin, height: height)
    grid.frame = bounds.inset(by: Insets(top: margin + height))
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.clear(damage, to: grid.style.background)
  }
}

BrowserWindow.run("Banner") { window in
  let pictures = Samples.landscapes(8)
  let page = Page(ThumbnailGrid(pictures))
  let strips = Samples.landscapes(4, width: 1560, height: 200)
  let cell = PageList.CellKind(BannerView.Cell.self) { BannerView.Cell() }
  page.banner.browser.indicator = DotPageIndicator()
  page.banner.browser.pages = PageList(count: { 4 }, kind: { _ in cell }) { page in
    (page.cell as? BannerView.Cell)?.picture = strips[page.index]
  }

  let browser = Browser()
  browser.pages = PageList(pictures)
  page.banner.browser.hooks.tap = { [unowned page] _ in
    window.present(browser, at: page.banner.browser.pageIndex, over: page.grid)
  }
  page.grid.onOpen = { [unowned page] in window.present(browser, at: $0, over: page.grid) }
  window.show(ViewScene(page))
}

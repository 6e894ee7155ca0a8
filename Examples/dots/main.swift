// Dots: one dot for each page at the bottom, hidden during a pull-down.
import BrowserHost
import Samples

BrowserWindow.run("Dots", size: Size(width: 680, height: 680)) { window in
  let pictures = Samples.landscapes(9)

  let browser = Browser()
  browser.indicator = DotPageIndicator()
  browser.pages = PageList(pictures)

  let grid = ThumbnailGrid(pictures, style: .threeByThree)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

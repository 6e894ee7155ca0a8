// Number: “3 / 9” in a pill at the top, which adapts its width at every change.
import BrowserHost
import Samples

BrowserWindow.run("Number", size: Size(width: 680, height: 680)) { window in
  let pictures = Samples.landscapes(9)

  let browser = Browser()
  browser.indicator = NumberPageIndicator()
  browser.pages = PageList(pictures)

  let grid = ThumbnailGrid(pictures, style: .threeByThree)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

// GIF: the first page plays while it is current, and shows its first frame again after it was left.
import BrowserHost
import Samples

BrowserWindow.run("GIF") { window in
  let files = [Samples.animation] + Samples.photos
  let pages = FilePages(files, by: window.pictures)

  let browser = Browser()
  browser.indicator = DotPageIndicator()
  browser.dataSource = pages

  let grid = ThumbnailGrid(files: files, by: window.pictures)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

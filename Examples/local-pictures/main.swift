// Local pictures: the simplest album; pages fade in and out.
import BrowserHost
import Samples

BrowserWindow.run("Local pictures") { window in
  let pages = FilePages(Samples.photos, by: window.pictures)
  window.keep(pages)

  let browser = Browser()
  browser.options.animator = "fade"
  browser.dataSource = pages

  let grid = ThumbnailGrid(files: Samples.photos, by: window.pictures)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

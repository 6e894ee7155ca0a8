// Local pictures: the simplest album; pages fade in and out.
import BrowserHost
import Samples

BrowserWindow.run("Local pictures") { window in
  // By default, Escape closes the browser only.
  window.quitsOnEscape = true

  let pages = FilePages(Samples.photos, by: window.pictures)

  let browser = Browser()
  browser.options.animator = .fade
  browser.dataSource = pages

  let grid = ThumbnailGrid(files: Samples.photos, by: window.pictures)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

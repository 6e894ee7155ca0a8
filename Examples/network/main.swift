// Network: web addresses instead of files; a server in this program sends them slowly.
import BrowserHost
import Samples

BrowserWindow.run("Network") { window in
  let server = try PhotoServer(Samples.photos)
  let pages = PicturePages(
    server.addresses.map { Picture.Levels(screen: $0) }, loader: window.web)

  let browser = Browser()
  browser.indicator = NumberPageIndicator()
  browser.dataSource = pages

  let grid = ThumbnailGrid(names: server.addresses, by: window.web)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

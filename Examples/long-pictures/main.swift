// Long pictures: in a tall window they fill the width and begin at the top, like their thumbnails.
import BrowserHost
import Samples

BrowserWindow.run("Long pictures", size: Size(width: 460, height: 700)) { window in
  let files = [Samples.strip, Samples.panorama] + Samples.photos
  let pages = FilePages(files, by: window.pictures)

  let browser = Browser()
  browser.indicator = NumberPageIndicator()
  browser.dataSource = pages

  let grid = ThumbnailGrid(files: files, by: window.pictures)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

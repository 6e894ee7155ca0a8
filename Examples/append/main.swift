// Append: at the last page six pages are added, and nothing visible moves.
import BrowserHost
import Samples

BrowserWindow.run("Append") { window in
  var pictures = Samples.landscapes(6)
  let grid = ThumbnailGrid(pictures)

  let browser = Browser()
  browser.options.tuning.axis = .vertical
  browser.indicator = NumberPageIndicator()
  browser.pages = PageList(count: { pictures.count }) { page in
    page.photo?.content = .picture(pictures[page.index])
  }
  browser.hooks.needsMore = { [unowned browser] count in
    let more = Samples.landscapes(6, from: count)
    pictures += more
    grid.sections[0].thumbnails += more.map { ThumbnailGrid.Thumbnail($0) }
    browser.insertItems(more.count, at: count)
  }

  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

// Delete: a right click, a long press or the Menu key opens a menu for the current picture.
import BrowserHost
import Samples

BrowserWindow.run("Delete") { window in
  var pictures = Samples.landscapes(9)
  let grid = ThumbnailGrid(pictures)

  let browser = Browser()
  browser.indicator = NumberPageIndicator()
  browser.pages = PageList(count: { pictures.count }) { page in
    page.photo?.content = .picture(pictures[page.index])
  }
  browser.hooks.menu = { [unowned browser] _ in
    let delete = MenuItem("Delete", isDestructive: true) {
      // The data changes first, then the views. Without pages the browser closes by itself.
      let index = browser.pageIndex
      pictures.remove(at: index)
      grid.removeItem(at: index)
      browser.removeItem(at: index)
      window.showToast(pictures.isEmpty ? "That was the last one" : "\(pictures.count) left")
    }
    ActionSheet("Landscape \(browser.pageIndex + 1)", entries: [delete]).open(on: window.stage)
  }

  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

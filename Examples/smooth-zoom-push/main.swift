// Smooth zoom by push: a view of the program flies from the grid to a page under a bar with Back.
import BrowserHost
import Samples

BrowserWindow.run("Smooth zoom, pushed") { window in
  let pictures = Samples.landscapes(12, from: 3)
  let grid = ThumbnailGrid(pictures)

  let browser = Browser()
  browser.options.animator = .smoothZoom
  browser.pages = PageList(pictures)
  browser.hooks.thumbnail = { [unowned browser] index in
    var thumbnail = grid.thumbnail(of: index, seenFrom: browser)
    thumbnail?.flyingView = PictureView(pictures[index])
    return thumbnail
  }

  grid.onOpen = { window.push(browser, at: $0, over: grid, title: "A landscape") }
  window.show(grid)
}

// Several windows: a click on a thumbnail opens its picture in a window of its own.
import BrowserHost
import Samples

let pictures = Samples.landscapes(9)

BrowserWindow.run("Album") { window in
  let grid = ThumbnailGrid(pictures)
  grid.onOpen = { index in
    do {
      try window.application?.openWindow(
        "Picture \(index + 1)", size: Size(width: 480, height: 360)
      ) { other in
        let browser = Browser()
        browser.pages = PageList(pictures)
        browser.pageIndex = index
        other.show(browser)
        // Escape closes this window only; the program ends with its last window.
        other.quitsOnEscape = true
      }
    } catch {
      window.say("\(error)")
    }
  }
  window.show(grid)
}

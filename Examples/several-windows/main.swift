// Several windows: a click on a thumbnail opens its picture in a window of its own.
import BrowserHost
import Samples

BrowserWindow.run("Album") { window in
  let grid = ThumbnailGrid(files: Samples.photos, by: window.pictures)
  grid.onOpen = { index in
    do {
      try window.application?.openWindow(
        "Picture \(index + 1)", size: Size(width: 480, height: 360)
      ) { other in
        let browser = Browser()
        // The loader is that of the new window, and ends with it.
        browser.dataSource = FilePages(Samples.photos, by: other.pictures)
        browser.pageIndex = index
        other.show(browser)
        // Escape closes this window only; the program ends with its last window.
        other.quitsOnEscape = true
      }
    } catch {
      window.showToast("\(error)")
    }
  }
  window.show(grid)
}

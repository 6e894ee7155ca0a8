// Vertical feed: one clip a screen, the next one below; the clip on the screen plays.
import BrowserHost
import Samples

BrowserWindow.run("Vertical feed", size: Size(width: 480, height: 700)) { window in
  let count = 6
  let clip = PageList.CellKind("silent clip") {
    let cell = ClipCell()
    cell.clipOptions.isMuted = true
    return cell
  }

  let browser = Browser()
  browser.options.tuning.axis = .vertical
  browser.options.tuning.spacing = 0
  browser.pages = PageList(count: { count }, kind: { _ in clip }) { page in
    (page.cell as? ClipCell)?.show(window.clipPlayer(for: Clip.file(page.index)))
  }
  // A hook of the pages' life cycle, which shows the number of the clip.
  browser.hooks.cellDidAppear = { _, index in window.showToast("Clip \(index + 1) of \(count)") }
  browser.hooks.willDismiss = {
    window.showToast("Good bye")
    return true
  }

  let covers = (0..<count).map { ThumbnailGrid.Thumbnail(Clip.cover($0), badge: .play) }
  let grid = ThumbnailGrid(sections: [ThumbnailGrid.Section(covers)])
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

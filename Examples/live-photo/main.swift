// Live photos: pictures with a short clip, which plays while the picture is pressed.
import BrowserHost
import Samples

BrowserWindow.run("Live photo") { window in
  let covers = (0..<6).map { Clip.cover($0, at: 0.5) }

  let browser = Browser()
  browser.indicator = DotPageIndicator()
  browser.pages = PageList(count: { covers.count }, kind: { _ in .livePhoto }) { page in
    guard let cell = page.cell as? LivePhotoCell else { return }
    cell.content = .picture(covers[page.index])
    cell.show(window.clipPlayer(for: Clip.file(page.index)))
  }

  let grid = ThumbnailGrid(
    sections: [ThumbnailGrid.Section(covers.map { ThumbnailGrid.Thumbnail($0, badge: .live) })])
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

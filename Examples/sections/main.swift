// Sections: three groups in the grid, one browser for all of them.
import BrowserHost
import Samples

BrowserWindow.run("Sections") { window in
  let groups = [
    ("Morning", Samples.landscapes(4)), ("Afternoon", Samples.landscapes(2, from: 4)),
    ("Night", Samples.landscapes(5, from: 6)),
  ]
  let browser = Browser()
  browser.indicator = NumberPageIndicator()
  browser.pages = PageList(
    sections: { PageList.Sections(counts: groups.map(\.1.count)) },
    fill: { page, indexPath in
      page.photo?.content = .picture(groups[indexPath.section].1[indexPath.item])
    })

  var style = ThumbnailGrid.Style()
  style.cornerRadius = 6
  let grid = ThumbnailGrid(
    sections: groups.map { title, pictures in
      ThumbnailGrid.Section(pictures.map { ThumbnailGrid.Thumbnail($0) }, title: title)
    }, style: style)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

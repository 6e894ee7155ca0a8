// Pictures and clips in turn: a clip plays while its page is current, and flies like a picture.
import BrowserHost
import Samples

BrowserWindow.run("Pictures and clips") { window in
  let pictures = Samples.landscapes(8)
  let isClip = { (index: Int) in index.isMultiple(of: 2) }

  let browser = Browser()
  browser.indicator = DotPageIndicator()
  browser.pages = PageList(count: { 8 }, kind: { isClip($0) ? .clip : .photo }) { page in
    if let cell = page.cell as? ClipCell {
      cell.show(window.clipPlayer(for: Clip.file(page.index)))
    } else {
      page.photo?.content = .picture(pictures[page.index])
    }
  }

  let thumbnails = pictures.enumerated().map { index, picture in
    isClip(index)
      ? ThumbnailGrid.Thumbnail(Clip.cover(index), badge: .play) : ThumbnailGrid.Thumbnail(picture)
  }
  let grid = ThumbnailGrid(sections: [ThumbnailGrid.Section(thumbnails)])
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

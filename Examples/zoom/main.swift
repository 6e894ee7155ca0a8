// Zoom: pictures fly out of their thumbnails, although these are paler and have another shape.
import BrowserHost
import Samples

BrowserWindow.run("Zoom") { window in
  let pictures = Samples.landscapes(12)
  let thumbnails = pictures.map { picture in
    Samples.picture(width: 300, height: 300) { canvas in
      let rect = ContentFit.fill.rect(content: picture.naturalSize.size, in: canvas.bounds)
      canvas.draw(picture.bitmaps[0], in: rect, filter: .high)
      canvas.fill(canvas.bounds, Color(white: 1, alpha: 0.45))
    }
  }
  let browser = Browser()
  browser.options.animator = .zoom
  browser.pages = PageList(pictures)

  let grid = ThumbnailGrid(thumbnails)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}

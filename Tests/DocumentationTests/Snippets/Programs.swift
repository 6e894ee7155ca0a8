import BrowserHost

/// The programs of the article on the first steps; each closure is the whole of one.
enum Programs {
  @MainActor static func painted() {
    // snippet: first-program
    BrowserWindow.run("Album") { window in
      let browser = Browser()
      browser.pages = PageList(count: { 5 }) { page in
        let bitmap = Bitmap.drawn(PixelSize(width: 1200, height: 800), isOpaque: true) { canvas in
          let top = Color(red: Double(page.index) / 5, green: 0.4, blue: 0.7)
          canvas.fillGradient(canvas.bounds, top: top, bottom: .white)
        }
        page.photo?.content = .picture(Picture(bitmap))
      }
      browser.indicator = DotPageIndicator()
      window.show(browser)
    }
    // end
  }

  @MainActor static func files(paths: [String]) {
    // snippet: file-program
    BrowserWindow.run("Holidays") { window in
      let browser = Browser()
      let pages = FilePages(paths, by: window.pictures)
      browser.dataSource = pages
      window.show(browser)
    }
    // end
  }

  @MainActor static func grid(paths: [String]) {
    // snippet: grid-program
    BrowserWindow.run("Holidays") { window in
      let browser = Browser()
      let pages = FilePages(paths, by: window.pictures)
      browser.dataSource = pages

      let grid = ThumbnailGrid(files: paths, by: window.pictures)
      grid.onOpen = { window.present(browser, at: $0, over: grid) }
      window.show(grid)
    }
    // end
  }
}
